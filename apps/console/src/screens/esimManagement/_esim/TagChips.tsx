import { tagChips } from '@cardinal/contract/api/esimOperations/chips.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { FormDrawer } from '../../../kit/form/FormDrawer.tsx';
import { type Asked, howMany } from './asked.ts';
import { useTagChoices } from './useTagChoices.ts';

const words = {
  title: text('设置 {n} 张eSIM卡的标签', 'Set tags of {n} eSIM {n|card|cards}'),
  note: text(
    '标签只对本客户可见，上下级看不到。',
    'Tags are visible to your customer only, not to its parent or children.',
  ),
  add: text('添加', 'Add'),
  remove: text('移除', 'Take off'),
  replace: text('替换为', 'Replace by'),
  done: text('{n} 张eSIM卡的标签已更新', 'Tags updated on {n} eSIM {n|card|cards}'),
};

/** Adds the caller's own tags to chips, removes them, or replaces existing ones. */
export function TagChips(props: { readonly eids: Asked; readonly onDone?: () => void; readonly onClose: () => void }) {
  const t = useText();
  const choices = useTagChoices();
  return (
    <FormDrawer
      endpoint={tagChips}
      title={t(words.title, { n: countAmount(howMany(props.eids)) })}
      intro={t(words.note)}
      fields={[
        {
          name: 'mode',
          kind: 'select',
          label: nouns.how,
          options: [
            { value: 'add', label: words.add },
            { value: 'remove', label: words.remove },
            { value: 'replace', label: words.replace },
          ],
        },
        {
          name: 'tagIds',
          kind: 'multiple',
          label: nouns.tags,
          options: choices.map(({ value, label }) => ({ value, label: text(label, label) })),
        },
      ]}
      initial={{ eids: props.eids, mode: 'add', tagIds: [] }}
      done={({ changed }) => t(words.done, { n: countAmount(changed) })}
      onDone={() => props.onDone?.()}
      onClose={props.onClose}
    />
  );
}
