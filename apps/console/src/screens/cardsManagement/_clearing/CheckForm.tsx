import { checkClearing, listClearings } from '@cardinal/contract/api/orders/balanceClearing.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { nouns, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount, moneyAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { FactsList } from '../../../kit/FactsList.tsx';
import { FormDrawer } from '../../../kit/form/FormDrawer.tsx';
import { verdictFields } from '../../../kit/form/verdictFields.ts';

const words = {
  title: text('审批余额清理 {no}', 'Review clearing {no}'),
  intro: text(
    '同意后立即执行：{n} 张卡共 {amount} {currency} 退回充入的客户；提交后有变动的卡会被跳过。不能撤销。',
    'If you approve it runs at once: {amount} {currency} of {n} {n|card|cards} go back to whoever put them there. Cards whose balance has moved since are skipped. It cannot be undone.',
  ),
  verdict: text('审批结果', 'Verdict'),
  submit: text('提交审批', 'Submit'),
  done: text('已审批 {no}', '{no} reviewed'),
};

/** A second person lets a clearing pass or rejects it. */
export default function CheckForm(props: {
  clearing: RowOf<typeof listClearings>;
  amount: string;
  onClose: () => void;
}) {
  const t = useText();
  const { clearing } = props;
  const { id, taskNo: no, currency } = clearing;
  const { fields } = listClearings;
  return (
    <FormDrawer
      endpoint={checkClearing}
      title={t(words.title, { no })}
      submit={words.submit}
      intro={
        <>
          <p>{t(words.intro, { n: countAmount(clearing.cards), amount: props.amount, currency })}</p>
          <FactsList
            facts={[
              ...(['paid', 'gift', 'preload'] as const).map((key) => ({
                label: fields[key].label,
                value: `${moneyAmount(clearing[key], currency)} ${currency}`,
              })),
              { label: fields.makerName.label, value: clearing.makerName },
              { label: fields.reason.label, value: clearing.reason },
            ]}
          />
        </>
      }
      initial={{ verdict: 'pass' }}
      fields={verdictFields(
        { verdict: words.verdict, pass: verbs.approve, reject: verbs.reject, reason: nouns.reason },
        [{ name: 'note', kind: 'remark', label: fields.checkNote.label, isRequired: false }],
      )}
      toBody={({ verdict, note, reason }) =>
        verdict === 'reject' ? { id, verdict, reason: reason ?? '' } : { id, verdict, ...(note ? { note } : {}) }
      }
      done={t(words.done, { no })}
      onClose={props.onClose}
    />
  );
}
