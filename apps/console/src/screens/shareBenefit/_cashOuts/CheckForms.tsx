import {
  checkCashOuts,
  confirmBankPayout,
  listCashOutChecks,
  MOST_CHECKED,
  recordBankPayout,
} from '@cardinal/contract/api/cashOuts/checks.ts';
import { VOUCHER } from '@cardinal/contract/api/customerAccounts/recharges.ts';
import { CashOutRisk } from '@cardinal/contract/enumerations/cashOut.ts';
import { nouns, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount, moneyAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { FormDrawer } from '../../../kit/form/FormDrawer.tsx';
import { bodyOf, type FormFields, type Values } from '../../../kit/form/formFields.ts';
import { verdictFields } from '../../../kit/form/verdictFields.ts';
import { FigureCell, figures, LinesTable } from '../../../kit/LinesTable.tsx';
import { NotLoaded } from '../../../kit/NotLoaded.tsx';
import { UploadField } from '../../../kit/UploadField.tsx';
import type { CheckedFile } from '../../../kit/upload/checkFile.ts';
import { useRead } from '../../../kit/useRead.ts';
import { cashOutWords } from './cashOutWords.ts';

const words = {
  check: text('审核 {n} 笔提现', 'Review {n} {n|cash-out|cash-outs}'),
  note: text('通过后进入转账，驳回后款项退回分润。', 'Passed, they are paid; rejected, the money is profit again.'),
  done: text('已处理 {done} 笔', '{done} handled'),
  half: text('其中 {n} 笔待第二人审核', '{n} of them wait for a second reviewer'),
  partly: text('已处理 {done} 笔，未处理 {left} 笔：{why}', '{done} handled, {left} not: {why}'),
  record: text('登记银行付款 {no}', 'Record the bank payment of {no}'),
  recordNote: text(
    '应付 {sum} 给 {holder}（{receiver}）。登记后由另一人复核。',
    'Pay {sum} to {holder} ({receiver}). Another person confirms it.',
  ),
  voucherNo: text('银行凭证号', 'Bank voucher number'),
  recorded: text('已登记，待复核', 'Recorded; to be confirmed'),
  second: text('复核银行付款 {no}', 'Confirm the bank payment of {no}'),
  confirmed: text('已付款', 'Paid'),
  wrong: text('有误，退回待付款', 'Wrong: to be paid again'),
  secondDone: text('已复核', 'Confirmed'),
};

export type Checked = {
  readonly step: 'check' | 'record' | 'second';
  readonly ids: readonly string[];
  readonly no: string;
  readonly sum: string;
  readonly holder: string;
  readonly receiver: string;
};

const { receiver, net, risks } = listCashOutChecks.fields;

/** What is decided about: who gets how much where, what is unusual about it, and the sum. */
function ToReview({ ids }: { ids: readonly string[] }) {
  const t = useText();
  const { data, error, refetch } = useRead(listCashOutChecks, { ids: [...ids], pageSize: MOST_CHECKED });
  const rows = data?.list ?? [];
  if (!data) return <NotLoaded error={error} onRetry={refetch} />;
  return (
    <LinesTable heads={[nouns.customer, receiver.label, figures(net.label), risks.label]}>
      {rows.map((row) => (
        <tr key={row.id}>
          <td>{row.customerName}</td>
          <td>
            {row.receiver} {row.holder}
          </td>
          <FigureCell>
            {moneyAmount(row.net, row.currency)} {row.currency}
          </FigureCell>
          <td>{row.risks.map((risk) => t(CashOutRisk.labelOf(risk))).join(' · ') || '—'}</td>
        </tr>
      ))}
      {rows.length > 1 ? (
        <tr>
          <td colSpan={2}>{t(nouns.total)}</td>
          <FigureCell>{sumsOf(rows).join(' · ')}</FigureCell>
          <td />
        </tr>
      ) : null}
    </LinesTable>
  );
}

function sumsOf(rows: readonly { readonly net: string; readonly currency: string }[]): string[] {
  const sums = new Map<string, bigint>();
  for (const { net, currency } of rows) sums.set(currency, (sums.get(currency) ?? 0n) + BigInt(net));
  return [...sums].map(([currency, sum]) => `${moneyAmount(String(sum), currency)} ${currency}`);
}

/** Decides about one or many, records what was paid at the bank, or confirms it as the second person. */
export default function CheckForm(props: { of: Checked; onDone?: () => void; onClose: () => void }) {
  const t = useText();
  const { of, onClose, onDone } = props;
  const [id = ''] = of.ids;
  if (of.step === 'record') {
    const fields: FormFields = [
      { name: 'voucherNo', kind: 'text', maxLength: 60, label: words.voucherNo },
      {
        name: 'file',
        kind: 'own',
        label: cashOutWords.voucher,
        isRequired: true,
        control: ({ id: control, value, onChange }) => (
          <UploadField
            id={control}
            demand={{ ...VOUCHER, content: 'image' }}
            value={value as CheckedFile | undefined}
            onValue={onChange}
          />
        ),
      },
    ];
    return (
      <FormDrawer
        endpoint={recordBankPayout}
        title={t(words.record, { no: of.no })}
        intro={t(words.recordNote, { sum: of.sum, holder: of.holder, receiver: of.receiver })}
        initial={{ id }}
        fields={fields}
        toBody={({ file: _, ...values }) => ({ ...bodyOf(recordBankPayout.body, fields, values), id })}
        fileOf={({ file }: Values) => (file as CheckedFile | undefined)?.file}
        submit={cashOutWords.record}
        done={t(words.recorded)}
        onClose={onClose}
      />
    );
  }
  if (of.step === 'second')
    return (
      <FormDrawer
        endpoint={confirmBankPayout}
        title={t(words.second, { no: of.no })}
        initial={{ id, verdict: 'confirm' }}
        fields={[
          {
            name: 'verdict',
            kind: 'select',
            label: nouns.verdict,
            isRequired: true,
            options: [
              { value: 'confirm', label: words.confirmed },
              { value: 'reject', label: words.wrong },
            ],
          },
          {
            name: 'reason',
            kind: 'remark',
            label: nouns.reason,
            isRequired: true,
            isHidden: ({ verdict }) => verdict !== 'reject',
          },
        ]}
        submit={verbs.review}
        done={t(words.secondDone)}
        onClose={onClose}
      />
    );
  return (
    <FormDrawer
      endpoint={checkCashOuts}
      title={t(words.check, { n: countAmount(of.ids.length) })}
      width={640}
      intro={
        <>
          {t(words.note)}
          <ToReview ids={of.ids} />
        </>
      }
      initial={{ ids: [...of.ids], verdict: 'pass' }}
      fields={verdictFields({ pass: verbs.pass, reject: verbs.reject, reason: nouns.reason })}
      submit={verbs.review}
      done={({ done, waiting, refused }) => {
        const half = waiting === 0 ? [] : [t(words.half, { n: countAmount(waiting) })];
        const handled =
          refused.length === 0
            ? t(words.done, { done: countAmount(done) })
            : t(words.partly, {
                done: countAmount(done),
                left: countAmount(refused.length),
                why: refused
                  .slice(0, 3)
                  .map(({ cashOutNo, why }) => `${cashOutNo} ${why}`)
                  .join('; '),
              });
        return [handled, ...half].join(' · ');
      }}
      {...(onDone ? { onDone } : {})}
      onClose={onClose}
    />
  );
}
