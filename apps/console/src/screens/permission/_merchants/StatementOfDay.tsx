import { readTransaction } from '@cardinal/contract/api/customerAccounts/statement.ts';
import { readPayment } from '@cardinal/contract/api/payments/onlinePayments.ts';
import {
  explainDifference,
  fetchStatement,
  listStatementDifferences,
  listStatementLines,
  type readStatementMonth,
  type StatementDay,
} from '@cardinal/contract/api/statements/statements.ts';
import { PaymentState, RefundState } from '@cardinal/contract/enumerations/onlinePayment.ts';
import { StatementState } from '@cardinal/contract/enumerations/statement.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount, moneyAmount } from '@cardinal/ui/amounts.ts';
import { FiguresStrip } from '@cardinal/ui/FiguresStrip.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { TextButton } from '@cardinal/ui/layout/Choices.tsx';
import { Inline, Spacer, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Heading, Note, Span } from '@cardinal/ui/layout/Text.tsx';
import { wallTime } from '@cardinal/ui/moments.ts';
import { Money } from '@cardinal/ui/Quantity.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { StatusTag } from '@cardinal/ui/StatusTag.tsx';
import { lazy, Suspense, useState } from 'react';
import { CallButton } from '../../../kit/CallButton.tsx';
import { useChange } from '../../../kit/change.ts';
import { FormDrawer } from '../../../kit/form/FormDrawer.tsx';
import type { ColumnSpec } from '../../../kit/list/columns.tsx';
import { type Looks, Nothing, WholeCode } from '../../../kit/table/cells.tsx';
import { PagedTable } from '../../../kit/table/PagedTable.tsx';
import { mayCall } from '../../../shell/permissions.ts';
import { toast } from '../../../shell/toasts.ts';
import { DAY_LOOKS, statementWords } from './statementWords.ts';

const PaymentStory = lazy(() => import('../../../parts/payments/PaymentStory.tsx'));
const TransactionSheet = lazy(() => import('../../../parts/customerAccounts/TransactionSheet.tsx'));

const words = {
  again: text('重新对账', 'Fetch again'),
  done: text('{day}：{state}', '{day}: {state}'),
  theirs: text('渠道收款', 'Theirs: payments'),
  returned: text('渠道退款', 'Theirs: refunds'),
  fee: text('手续费', 'Fee'),
  net: text('渠道净额', 'Theirs: net'),
  ours: text('平台净额', 'Ours: net'),
  gap: text('差额', 'Theirs − ours'),
  facts: text('{n} 笔明细，{at} 读取', '{n} {n|line|lines}, read {at}'),
  changed: text('渠道于 {at} 更换过账单。', 'The provider gave another file {at}.'),
  due: text('{at} 获取', 'Fetched {at}'),
  postedFee: text('手续费 {amount} 已入账', 'Fee of {amount} posted'),
  unposted: text(
    '自收商户的手续费由其自行承担，平台不入账。',
    'The fee of an own merchant is its owner’s; nothing is posted.',
  ),
  none: text('当日无差异', 'Nothing differs'),
  noneHint: text('渠道账单与平台一致。', 'The statement agrees with our records.'),
  lines: text('账单明细', 'Lines'),
  noLines: text('当天没有交易', 'Nothing happened that day'),
  noLinesHint: text('渠道账单里没有这一天的收款和退款。', 'The statement lists no payments and no refunds.'),
  failed: text('账单加载失败', 'Failed to load the statement'),
  question: text('说明差异 {no}', 'Explain the difference {no}'),
  note: text(
    '说明后不再计为差异；金额再变化时会重新提示。',
    'It no longer counts as a difference, until its amounts change.',
  ),
  explained: text('已说明', 'Explained'),
  payment: text('查看支付单', 'Open the payment'),
};

type Month = AnswerOf<typeof readStatementMonth>;
type Row = RowOf<typeof listStatementDifferences>;

const LOOKS: Readonly<Record<string, Looks>> = {
  kind: {
    missingHere: { shape: 'cross', tone: 'bad' },
    missingThere: { shape: 'ring', tone: 'bad' },
    amount: { shape: 'half', tone: 'warning' },
    currency: { shape: 'half', tone: 'warning' },
    state: { shape: 'square', tone: 'warning' },
    twice: { shape: 'disc', tone: 'bad' },
  },
};

const LINES: readonly ColumnSpec<typeof listStatementLines>[] = [
  'at',
  { field: 'kind', width: 70 },
  { field: 'amount', width: 110 },
  { field: 'fee', width: 90 },
  { field: 'ourNo', width: 150, cell: (row) => <WholeCode value={row.ourNo} /> },
  { field: 'providerNo', width: 240, cell: (row) => <WholeCode value={row.providerNo} /> },
];

const side = (amount: string | null, currency: string | null) =>
  amount === null ? <Nothing /> : <Money minor={amount} currency={currency ?? 'CNY'} showCurrency />;

/** What is ours of it, in its own words. */
function OurState({ row }: { row: Row }) {
  const t = useText();
  if (row.ourState === null) return <Nothing />;
  const words = row.lineKind === 'payment' ? PaymentState : RefundState;
  return t(words.labelOf(row.ourState));
}

function Differences(props: { month: Month; day: string; open: (paymentId: string) => void }) {
  const t = useText();
  const [explaining, setExplaining] = useState<Row>();
  const columns: readonly ColumnSpec<typeof listStatementDifferences>[] = [
    { field: 'kind', width: 120 },
    { field: 'theirAmount', width: 120, cell: (row) => side(row.theirAmount, row.theirCurrency) },
    { field: 'ourAmount', width: 120, cell: (row) => side(row.ourAmount, row.ourCurrency) },
    { field: 'ourState', width: 90, cell: (row) => <OurState row={row} /> },
    {
      field: 'ourNo',
      width: 150,
      cell: (row) =>
        row.paymentId && mayCall(readPayment) ? (
          <TextButton title={t(words.payment)} onClick={() => props.open(row.paymentId ?? '')}>
            {row.ourNo || row.providerNo}
          </TextButton>
        ) : (
          <Span isMono>{row.ourNo || row.providerNo}</Span>
        ),
    },
    {
      field: 'solution',
      width: 200,
      cell: (row) =>
        row.solution !== null ? (
          <DifferenceEnd row={row} />
        ) : props.month.mayDecide ? (
          <TextButton onClick={() => setExplaining(row)}>{t(statementWords.explain)}</TextButton>
        ) : (
          <Nothing />
        ),
    },
  ];
  return (
    <>
      <PagedTable
        list={listStatementDifferences}
        filters={{ merchantId: props.month.merchantId, dayFrom: props.day, dayTo: props.day }}
        columns={columns}
        looks={LOOKS}
        label={nouns.differences}
        empty={{ title: words.none, hint: words.noneHint }}
        failed={words.failed}
      />
      {explaining ? (
        <FormDrawer
          endpoint={explainDifference}
          title={t(words.question, { no: explaining.ourNo || explaining.providerNo })}
          intro={<p>{t(words.note)}</p>}
          submit={statementWords.explain}
          initial={{}}
          fields={[{ name: 'reason', kind: 'remark', label: nouns.reason, isRequired: true }]}
          toBody={({ reason }) => ({ id: explaining.id, reason: reason ?? '' })}
          done={t(words.explained)}
          onClose={() => setExplaining(undefined)}
        />
      ) : null}
    </>
  );
}

function DifferenceEnd({ row }: { row: Row }) {
  const t = useText();
  const { fields } = listStatementDifferences;
  const label = fields.solution.choices?.find(({ value }) => value === row.solution)?.label;
  return (
    <Stack gap="none">
      <StatusTag shape="disc" tone="good" word={label ? t(label) : ''} />
      {row.reason ? (
        <Span ink="secondary" size="s">
          {row.reason} · {row.decidedBy}
        </Span>
      ) : null}
    </Stack>
  );
}

/** Theirs against ours on one day. */
export function StatementOfDay(props: { month: Month; day: StatementDay; currency: string }) {
  const t = useText();
  const { month, day, currency } = props;
  const [payment, setPayment] = useState<string>();
  const [transaction, setTransaction] = useState<string>();
  const fetching = useChange(fetchStatement);
  const sum = day.sums.find((each) => each.currency === currency);
  const minor = (amount: string | undefined) => BigInt(amount ?? 0);
  const [theirs, ours] = [minor(sum?.came) - minor(sum?.returned), minor(sum?.ourCame) - minor(sum?.ourReturned)];
  const figure = (key: string, label: string, amount: bigint) => ({
    key,
    label,
    value: moneyAmount(amount, currency),
    unit: currency,
  });
  const fetchAgain = async () => {
    const answer = await fetching.run({ body: { merchantId: month.merchantId, day: day.day } });
    if (!answer) return;
    const said = t(words.done, { day: day.day, state: answer.words ?? t(StatementState.labelOf(answer.state)) });
    if (answer.words) toast.warning(said);
    else toast.success(said);
  };
  return (
    <Stack gap="m">
      <Inline align="center">
        <Heading above="none" below="none">
          {day.day}
        </Heading>
        <StatusTag {...DAY_LOOKS[day.state]} word={t(StatementState.labelOf(day.state))} />
        <Span ink="secondary" size="s">
          {day.readAt
            ? t(words.facts, { n: day.lines, at: wallTime(day.readAt) })
            : day.nextAt
              ? t(words.due, { at: wallTime(day.nextAt) })
              : ''}
        </Span>
        <Spacer />
        {month.mayDecide ? (
          <CallButton call={fetchStatement} size="small" loading={fetching.isRunning} onClick={() => void fetchAgain()}>
            {t(words.again)}
          </CallButton>
        ) : null}
      </Inline>
      {day.words ? <Note>{day.words}</Note> : null}
      {day.changedAt ? <Note tone="plain">{t(words.changed, { at: wallTime(day.changedAt) })}</Note> : null}
      {sum ? (
        <FiguresStrip
          label={day.day}
          figures={[
            figure('came', t(words.theirs), minor(sum.came)),
            figure('returned', t(words.returned), minor(sum.returned)),
            figure('fee', t(words.fee), minor(sum.fee)),
            figure('net', t(words.net), theirs - minor(sum.fee)),
            figure('ours', t(words.ours), ours - minor(sum.fee)),
            figure('gap', t(words.gap), theirs - ours),
          ]}
        />
      ) : null}
      {sum?.transactionId && mayCall(readTransaction) ? (
        <span>
          <TextButton onClick={() => setTransaction(sum.transactionId ?? undefined)}>
            {t(words.postedFee, { amount: `${moneyAmount(sum.feePosted ?? '0', currency)} ${currency}` })}
          </TextButton>
        </span>
      ) : null}
      {month.isPosted || !sum || sum.fee === '0' ? null : <Span ink="secondary">{t(words.unposted)}</Span>}
      {day.readAt ? (
        <>
          <Heading>
            {t(nouns.differences)}
            {day.open > 0 ? <Span ink="danger"> {countAmount(day.open)}</Span> : null}
          </Heading>
          <Differences month={month} day={day.day} open={setPayment} />
          <Heading>{t(words.lines)}</Heading>
          <PagedTable
            list={listStatementLines}
            filters={{ merchantId: month.merchantId, dayFrom: day.day, dayTo: day.day }}
            columns={LINES}
            label={words.lines}
            empty={{ title: words.noLines, hint: words.noLinesHint }}
            failed={words.failed}
          />
        </>
      ) : null}
      <Suspense fallback={null}>
        {payment ? (
          <Sheet isOpen title={t(words.payment)} width={640} onClose={() => setPayment(undefined)}>
            <PaymentStory id={payment} />
          </Sheet>
        ) : null}
        {transaction ? <TransactionSheet id={transaction} onClose={() => setTransaction(undefined)} /> : null}
      </Suspense>
    </Stack>
  );
}
