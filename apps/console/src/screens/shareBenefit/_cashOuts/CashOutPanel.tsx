import { listCashOuts, readCashOut } from '@cardinal/contract/api/cashOuts/cashOuts.ts';
import { readCashOutComposition, readPayoutVoucher } from '@cardinal/contract/api/cashOuts/checks.ts';
import { readTransaction } from '@cardinal/contract/api/customerAccounts/statement.ts';
import { CashOutMethod, CashOutWait } from '@cardinal/contract/enumerations/cashOut.ts';
import { CashOutState } from '@cardinal/contract/enumerations/payment.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { moneyWords } from '@cardinal/contract/moneyWords.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Heading, Paragraph } from '@cardinal/ui/layout/Text.tsx';
import { Money } from '@cardinal/ui/Quantity.tsx';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import { DetailSheet } from '../../../kit/DetailSheet.tsx';
import { FactsList } from '../../../kit/FactsList.tsx';
import { FigureCell, figures, LinesTable } from '../../../kit/LinesTable.tsx';
import { NotLoaded } from '../../../kit/NotLoaded.tsx';
import type { RowAction } from '../../../kit/table/RowActions.tsx';
import { usePicture } from '../../../kit/usePicture.ts';
import { useRead } from '../../../kit/useRead.ts';
import { Transaction } from '../../../parts/customerAccounts/TransactionSheet.tsx';
import { mayCall } from '../../../shell/permissions.ts';
import { useSignedIn } from '../../../shell/signedIn.ts';
import { cashOutWords } from './cashOutWords.ts';

const words = {
  title: text('提现单', 'Cash-out'),
  failed: text('提现单加载失败', 'Failed to load the cash-out'),
  provider: text('渠道往来', 'At the provider'),
  composition: text('分润来源', 'Where it comes from'),
  retryOf: text('重提自', 'In place of'),
  retriedBy: text('已重提为', 'Asked again as'),
  open: text('打开付款凭证', 'Open the payment voucher'),
  postings: text('资金流水', 'Ledger'),
  hold: text('申请冻结', 'Held'),
  settle: text('入账', 'Settled'),
  release: text('退回', 'Given back'),
  calls: text('请求', 'Calls'),
  notices: text('渠道通知', 'Provider notices'),
  nothing: text('还没有往来', 'Nothing yet'),
  what: text('内容', 'What'),
  result: text('返回结果', 'Returned'),
  words: text('渠道说明', 'Said'),
  came: text('次数', 'Times'),
  note: text('近 90 天', 'Of the last 90 days'),
  earned: text('销售分润', 'Earned'),
  reversed: text('退订冲回', 'Given back'),
  refundRate: text('冲回率', 'Refund rate'),
  orders: text('订单数', 'Orders'),
  past: text('历史提现', 'Cash-outs before'),
  pastSaid: text('成功 {done} 笔，失败 {failed} 笔', '{done} done, {failed} failed'),
  payers: text('付款客户', 'Payer'),
};

type CashOut = AnswerOf<typeof readCashOut>;

function Voucher({ id }: { id: string }) {
  const t = useText();
  const { address } = usePicture(readPayoutVoucher, id);
  if (!address) return null;
  return (
    <a href={address} target="_blank" rel="noreferrer">
      {t(words.open)}
    </a>
  );
}

function Story({ of }: { of: CashOut }) {
  const t = useText();
  const { fields } = listCashOuts;
  const amount = (minor: string) => <Money minor={minor} currency={of.currency} showCurrency />;
  return (
    <FactsList
      facts={[
        { label: nouns.customer, value: of.customerName },
        { label: fields.state.label, value: t(CashOutState.labelOf(of.state)) },
        ...(of.waitsFor === null ? [] : [{ label: fields.waitsFor.label, value: t(CashOutWait.labelOf(of.waitsFor)) }]),
        ...(of.reason === null ? [] : [{ label: fields.reason.label, value: of.reason }]),
        { label: fields.amount.label, value: amount(of.amount) },
        { label: fields.fee.label, value: amount(of.fee) },
        { label: fields.tax.label, value: amount(of.tax) },
        { label: fields.net.label, value: amount(of.net) },
        { label: fields.method.label, value: t(CashOutMethod.labelOf(of.method)) },
        { label: fields.receiver.label, value: of.receiver },
        { label: fields.holder.label, value: of.holder },
        { label: fields.createdAt.label, value: <TimeText at={of.createdAt} /> },
        { label: fields.endedAt.label, value: of.endedAt === null ? null : <TimeText at={of.endedAt} /> },
        { label: fields.providerNo.label, value: of.providerNo },
        ...(of.merchantName === null ? [] : [{ label: cashOutWords.merchant, value: of.merchantName }]),
        ...(of.voucherNo === null
          ? []
          : [{ label: cashOutWords.voucher, value: of.hasVoucher ? <Voucher id={of.id} /> : of.voucherNo }]),
        ...(of.retryOf === null ? [] : [{ label: words.retryOf, value: of.retryOf.cashOutNo }]),
        ...(of.retriedBy === null ? [] : [{ label: words.retriedBy, value: of.retriedBy.cashOutNo }]),
      ]}
    />
  );
}

function Provider({ of }: { of: CashOut }) {
  const t = useText();
  if (of.calls.length + of.notices.length === 0) return <Paragraph ink="secondary">{t(words.nothing)}</Paragraph>;
  return (
    <Stack>
      <LinesTable heads={[nouns.time, words.calls, words.result, words.words]}>
        {of.calls.map((call) => (
          <tr key={`${call.at} ${call.operation}`}>
            <td>
              <TimeText at={call.at} />
            </td>
            <td>{call.operation}</td>
            <td>{call.outcome}</td>
            <td>{call.said}</td>
          </tr>
        ))}
      </LinesTable>
      <LinesTable heads={[nouns.time, words.notices, words.result, figures(words.came)]}>
        {of.notices.map((notice) => (
          <tr key={`${notice.at} ${notice.event}`}>
            <td>
              <TimeText at={notice.at} />
            </td>
            <td>{notice.event}</td>
            <td>{notice.said}</td>
            <FigureCell>{notice.came}</FigureCell>
          </tr>
        ))}
      </LinesTable>
    </Stack>
  );
}

function Composition({ of }: { of: CashOut }) {
  const t = useText();
  const { data, error, refetch } = useRead(readCashOutComposition, { id: of.id });
  if (!data) return <NotLoaded error={error} onRetry={refetch} />;
  const amount = (minor: string) => <Money minor={minor} currency={of.currency} showCurrency />;
  const lines = (head: typeof words.payers, rows: readonly { name: string; amount: string }[]) => (
    <LinesTable heads={[head, figures(moneyWords.earned)]}>
      {rows.map((row) => (
        <tr key={row.name}>
          <td>{row.name}</td>
          <FigureCell>{amount(row.amount)}</FigureCell>
        </tr>
      ))}
    </LinesTable>
  );
  return (
    <Stack>
      <FactsList
        facts={[
          { label: moneyWords.profit, value: amount(data.profit) },
          { label: moneyWords.frozen, value: amount(data.frozen) },
          {
            label: words.past,
            value: (
              <>
                {amount(data.past.amount)} · {t(words.pastSaid, data.past)}
              </>
            ),
          },
        ]}
      />
      <Heading>{t(words.note)}</Heading>
      <FactsList
        facts={[
          { label: words.orders, value: String(data.orders) },
          { label: words.earned, value: amount(data.earned) },
          { label: words.reversed, value: amount(data.reversed) },
          { label: words.refundRate, value: `${data.refundPercent} %` },
        ]}
      />
      {lines(nouns.package, data.packages)}
      {lines(words.payers, data.payers)}
    </Stack>
  );
}

/** What a cash-out is, what it came from, and what proves it: the provider's calls and notices, and the postings. */
export function CashOutPanel(props: {
  id: string | undefined;
  steps: (cashOut: CashOut) => readonly RowAction[];
  onClose: () => void;
}) {
  const t = useText();
  const isPlatform = useSignedIn((state) => state.me?.customer.kind === 'PLATFORM');
  const state = useRead(readCashOut, props.id !== undefined && { id: props.id });
  return (
    <DetailSheet
      isOpen={props.id !== undefined}
      state={state}
      title={words.title}
      failed={words.failed}
      width={640}
      steps={props.steps}
      tabs={(cashOut) => [
        { key: 'money', title: t(moneyWords.money), content: () => <Story of={cashOut} /> },
        ...(isPlatform && mayCall(readCashOutComposition)
          ? [{ key: 'composition', title: t(words.composition), content: () => <Composition of={cashOut} /> }]
          : []),
        ...(isPlatform && cashOut.method !== CashOutMethod.values.bank
          ? [{ key: 'provider', title: t(words.provider), content: () => <Provider of={cashOut} /> }]
          : []),
        ...(mayCall(readTransaction)
          ? cashOut.transactions.map(({ id, step }) => ({
              key: step,
              title: `${t(words.postings)} · ${t(words[step])}`,
              content: () => <Transaction id={id} />,
            }))
          : []),
      ]}
      onClose={props.onClose}
    />
  );
}
