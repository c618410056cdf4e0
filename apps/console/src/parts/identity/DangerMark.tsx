import type { Danger } from '@cardinal/contract/permissions/permission.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { AlertIcon } from '@cardinal/ui/icons.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { Inline } from '@cardinal/ui/layout/Stack.tsx';

const WORDS: Readonly<Record<Danger, Text>> = {
  money: text('涉及资金', 'Money'),
  irreversible: text('不可撤销', 'Irreversible'),
  service: text('影响使用', 'Interrupts service'),
  secret: text('涉及密钥', 'Secrets'),
  personalData: text('个人信息', 'Personal data'),
  security: text('影响安全', 'Security'),
};

/** Why a permission is dangerous. */
export function DangerMark(props: { danger: Danger | null | undefined }) {
  const t = useText();
  if (!props.danger) return null;
  return (
    <Inline as="small" isWithin gap="xs" isOneLine ink="danger" size="s">
      <AlertIcon size={12} />
      {t(WORDS[props.danger])}
    </Inline>
  );
}
