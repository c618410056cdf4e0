import { verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Select } from 'antd';
import { useId } from 'react';
import type { BulkParameters } from '../../kit/bulk/cardBulkAction.ts';
import { describedBy, Field } from '../../kit/Field.tsx';

const words = {
  usages: text('退订哪些套餐', 'Packages to unsubscribe'),
  help: text('使用中的套餐退订后，跟随它的加油包一并退订。', 'Add-ons that follow a package in use go with it.'),
  waiting: text('排队中的套餐', 'Those that wait'),
  using: text('使用中的套餐', 'Those in use'),
  both: text('排队中和使用中的套餐', 'Those that wait and those in use'),
};

/** Which packages of a card are unsubscribed. */
export function UsagesField(props: {
  value: BulkParameters;
  change: (value: BulkParameters) => void;
  problem?: string | undefined;
}) {
  const t = useText();
  const id = useId();
  return (
    <Field id={id} label={t(words.usages)} isRequired help={t(words.help)} problem={props.problem}>
      <Select
        {...describedBy(id, { help: true, problem: props.problem })}
        placeholder={t(verbs.select)}
        value={props.value.usages}
        options={[
          { value: 'waiting' as const, label: t(words.waiting) },
          { value: 'using' as const, label: t(words.using) },
          { value: 'all' as const, label: t(words.both) },
        ]}
        onChange={(usages) => props.change({ ...props.value, usages })}
      />
    </Field>
  );
}
