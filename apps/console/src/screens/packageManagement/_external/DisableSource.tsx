import { enableSource } from '@cardinal/contract/api/externalPackages/sources.ts';
import { nouns, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { FormDrawer } from '../../../kit/form/FormDrawer.tsx';
import type { SourceRow } from './SourceList.tsx';

const words = {
  title: text('停用来源 {name}', 'Disable source {name}'),
  note: text(
    '不再同步和调用；它的 {n} 个套餐随即下架，启用并同步后恢复。',
    'It is asked nothing more. Its {n} {n|package|packages} here go off the shelf at once and return once it is enabled and synced.',
  ),
  done: text('来源 {name} 已停用', 'Source {name} disabled'),
};

/** Asks why, as the operation log keeps it. */
export default function DisableSource({ source, onClose }: { source: SourceRow; onClose: () => void }) {
  const t = useText();
  const { id, name, mapped } = source;
  return (
    <FormDrawer
      endpoint={enableSource}
      title={t(words.title, { name })}
      intro={<p>{t(words.note, { n: mapped })}</p>}
      submit={verbs.disable}
      isDanger
      initial={{}}
      fields={[{ name: 'reason', kind: 'remark', label: nouns.reason, isRequired: true }]}
      toBody={({ reason }) => ({ id, isEnabled: false, reason: reason ?? '' })}
      done={t(words.done, { name })}
      onClose={onClose}
    />
  );
}
