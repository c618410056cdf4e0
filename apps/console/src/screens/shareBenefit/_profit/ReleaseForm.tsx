import { releaseProfitEarly } from '@cardinal/contract/api/profitSharing/entries.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { FormDrawer } from '../../../kit/form/FormDrawer.tsx';

const words = {
  title: text('提前解冻 {n} 条分润', 'Release {n} {n|entry|entries} early'),
  note: text(
    '冻结的分润在一分钟内转为可提现，不再等待付款客户还款。已解冻或已冲回的不变。',
    'Frozen profit becomes usable within a minute, whether or not its payer still owes. What is released or reversed stays as it is.',
  ),
  done: text('分润将在一分钟内解冻', 'The profit is released within a minute'),
};

/** Why frozen profit is released before its moment. */
export default function ReleaseForm(props: { ids: readonly string[]; done: () => void; onClose: () => void }) {
  const t = useText();
  return (
    <FormDrawer
      endpoint={releaseProfitEarly}
      title={t(words.title, { n: countAmount(props.ids.length) })}
      intro={t(words.note)}
      initial={{ ids: [...props.ids], reason: '' }}
      fields={[{ name: 'reason', kind: 'remark', label: nouns.reason }]}
      done={t(words.done)}
      onDone={props.done}
      onClose={props.onClose}
    />
  );
}
