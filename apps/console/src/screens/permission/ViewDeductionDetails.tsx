import { listDeductionCards, listDeductions, readDeduction } from '@cardinal/contract/api/deductions/records.ts';
import { DeductionKind, DeductionPayer, DeductionState } from '@cardinal/contract/enumerations/deduction.ts';
import { DeductionSource, DeductionType } from '@cardinal/contract/enumerations/settlement.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { moneyWords } from '@cardinal/contract/moneyWords.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { byteAmount, countAmount, moneyAmount } from '@cardinal/ui/amounts.ts';
import { FiguresStrip } from '@cardinal/ui/FiguresStrip.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { TextButton } from '@cardinal/ui/layout/Choices.tsx';
import { Inline, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Badge, Paragraph, Span } from '@cardinal/ui/layout/Text.tsx';
import { Money, Volume } from '@cardinal/ui/Quantity.tsx';
import { DetailSkeleton, EmptyState } from '@cardinal/ui/States.tsx';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import { lazy, Suspense, useState } from 'react';
import { InTab } from '../../kit/inTab.ts';
import { FigureCell, figures, LinesTable } from '../../kit/LinesTable.tsx';
import { ListScreen } from '../../kit/list/ListScreen.tsx';
import { NotLoaded } from '../../kit/NotLoaded.tsx';
import { Panel } from '../../kit/Panel.tsx';
import { useRead } from '../../kit/useRead.ts';
import { CardNumber } from '../../parts/cards/CardNumber.tsx';
import { Link } from '../../shell/Link.tsx';
import { usePlace, useSearch } from '../../shell/screenContext.ts';
import { deductionWords } from './_deductions/deductionLooks.ts';

const FiguresOfCard = lazy(() => import('./_deductions/FiguresOfCard.tsx'));
const TransactionSheet = lazy(() => import('../../parts/customerAccounts/TransactionSheet.tsx'));

const words = {
  which: text('要看哪一条扣费？', 'Which deduction?'),
  whichHint: text('从扣费记录中选择。', 'Choose it in the list of deductions.'),
  failed: text('扣费明细加载失败', 'Failed to load the deduction'),
  formula: text('怎样算出', 'How it comes about'),
  sentence: text(
    '{cycle} 累计 {total}，此前已扣 {before}，本次 {amount}',
    '{cycle} comes to {total} so far; {before} was charged before, {amount} now',
  ),
  rounding: text(
    '各卡分别取整后相差 {amount}，合计只在整个账期上四舍五入一次。',
    'The cards, each rounded alone, differ by {amount}: the cycle is rounded once as a whole.',
  ),
  account: text(
    '账户按量：全部卡先汇总再计费，单卡没有金额。',
    'The account is charged as a whole: no card has an amount of its own.',
  ),
  posting: text('记账', 'Posting'),
  price: text('单价（每GB）', 'Price a GB'),
  balance: text('扣后余额', 'Balance after'),
};

type Deduction = AnswerOf<typeof readDeduction>;

function Formula({ of }: { of: Deduction }) {
  const t = useText();
  const [isOpen, setIsOpen] = useState(false);
  const said = (minor: string) => moneyAmount(minor, of.currency);
  return (
    <Panel
      title={t(words.formula)}
      aside={
        of.transactionId === null ? undefined : (
          <TextButton onClick={() => setIsOpen(true)}>{of.transactionNo}</TextButton>
        )
      }
    >
      <Stack gap="m">
        <Paragraph>
          {t(words.sentence, {
            cycle: of.cycle,
            total: said(of.total),
            before: said(of.before),
            amount: said(of.amount),
          })}
        </Paragraph>
        <LinesTable
          heads={[
            deductionWords.revision,
            figures(deductionWords.charged),
            figures(words.price),
            figures(moneyWords.amount),
          ]}
        >
          {of.parts.map((part) => (
            <tr key={part.revision}>
              <td>{part.revision}</td>
              <FigureCell>
                <Volume bytes={part.bytes} />
              </FigureCell>
              <FigureCell>{part.unitPrice}</FigureCell>
              <FigureCell>{part.amount}</FigureCell>
            </tr>
          ))}
        </LinesTable>
        {of.rounding === null ? (
          <Span ink="secondary">{t(words.account)}</Span>
        ) : of.rounding === '0' ? null : (
          <Span ink="secondary">{t(words.rounding, { amount: said(of.rounding) })}</Span>
        )}
      </Stack>
      <Suspense fallback={null}>
        {isOpen && of.transactionId !== null ? (
          <TransactionSheet id={of.transactionId} onClose={() => setIsOpen(false)} />
        ) : null}
      </Suspense>
    </Panel>
  );
}

function Cards({ of }: { of: Deduction }) {
  const [cardId, setCardId] = useState<string>();
  const t = useText();
  return (
    <>
      <ListScreen
        list={listDeductionCards}
        title={nouns.cardItems}
        fixed={{ deductionId: of.id }}
        columns={[
          { field: 'iccid', pinned: 'left', width: 220, cell: (row) => <CardNumber iccid={row.iccid} /> },
          { field: 'customerName', width: 150 },
          { field: 'bytes', width: 110 },
          { field: 'packageBytes', width: 110 },
          { field: 'chargedBytes', width: 110 },
          {
            field: 'amount',
            width: 110,
            cell: ({ amount }) => (amount === null ? null : <Money minor={amount} currency={of.currency} />),
          },
          { field: 'isCorrected', width: 90 },
        ]}
        filters={['iccid', 'amount', 'isCorrected']}
        rowName={(row) => row.iccid}
        rowActions={(row) => [{ key: 'figures', label: t(nouns.details), onPick: () => setCardId(row.cardId) }]}
      />
      <Suspense fallback={null}>
        {cardId ? <FiguresOfCard deductionId={of.id} cardId={cardId} onClose={() => setCardId(undefined)} /> : null}
      </Suspense>
    </>
  );
}

function Opened({ of }: { of: Deduction }) {
  const t = useText();
  const volume = (key: string, label: string, bytes: string) => ({ key, label, ...byteAmount(bytes) });
  return (
    <Stack gap="l">
      <Inline>
        <h1>{of.customerName}</h1>
        <Badge>{t(DeductionState.labelOf(of.state))}</Badge>
        {of.kind === 'adjustment' ? <Badge>{t(DeductionKind.labelOf(of.kind))}</Badge> : null}
      </Inline>
      <Paragraph ink="secondary">
        <TimeText at={of.at} /> · {t(DeductionType.labelOf(of.type))} · {t(DeductionSource.labelOf(of.source))} ·{' '}
        {t(DeductionPayer.labelOf(of.payer))} · {t(deductionWords.version, { n: of.revision })}
      </Paragraph>
      <FiguresStrip
        label={of.customerName}
        figures={[
          {
            key: 'amount',
            label: `${t(moneyWords.amount)} (${of.currency})`,
            value: moneyAmount(of.amount, of.currency),
          },
          { key: 'cards', label: t(nouns.cardCount), value: countAmount(of.cards) },
          volume('bytes', t(nouns.dataUsed), of.bytes),
          volume('package', t(deductionWords.inPackages), of.packageBytes),
          volume('charged', t(deductionWords.charged), of.chargedBytes),
          {
            key: 'balance',
            label: t(words.balance),
            value: of.balance === null ? '—' : moneyAmount(of.balance, of.currency),
          },
        ]}
      />
      <Formula of={of} />
      <InTab value={true}>
        <Cards of={of} />
      </InTab>
    </Stack>
  );
}

/** One deduction down to its cards and the figures they were charged by. */
export default function ViewDeductionDetails() {
  const t = useText();
  const { match } = usePlace();
  const [search] = useSearch();
  const id = search.get('id')?.trim() ?? '';
  const { data, error, refetch } = useRead(readDeduction, id !== '' && { id });
  if (data) return <Opened key={data.id} of={data} />;
  const title = <h1>{t(match.route.title)}</h1>;
  if (id === '')
    return (
      <>
        {title}
        <EmptyState
          title={t(words.which)}
          hint={t(words.whichHint)}
          action={<Link to="/permission/RealTimeDeductionRecords">{t(listDeductions.summary)}</Link>}
        />
      </>
    );
  if (!error) return <DetailSkeleton />;
  return (
    <>
      {title}
      <NotLoaded failed={words.failed} error={error} onRetry={refetch} asked={id} />
    </>
  );
}
