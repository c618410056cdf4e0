import {
  listAllocationItems,
  listAllocations,
  previewReverse,
  readAllocation,
} from '@cardinal/contract/api/cardAllocations/allocations.ts';
import { readTransaction } from '@cardinal/contract/api/customerAccounts/statement.ts';
import { AllocationDirection, AllocationResult, AllocationState } from '@cardinal/contract/enumerations/allocation.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { moneyWords } from '@cardinal/contract/moneyWords.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { Identifier } from '@cardinal/ui/Identifier.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { TextButton } from '@cardinal/ui/layout/Choices.tsx';
import { Inline, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Heading, Note, Paragraph } from '@cardinal/ui/layout/Text.tsx';
import { Money } from '@cardinal/ui/Quantity.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { StatusTag } from '@cardinal/ui/StatusTag.tsx';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import { lazy, Suspense, useState } from 'react';
import { ExportLink } from '../../../kit/export/ExportLink.tsx';
import { FactsList } from '../../../kit/FactsList.tsx';
import { FigureCell, figures, LinesTable } from '../../../kit/LinesTable.tsx';
import { NotLoaded } from '../../../kit/NotLoaded.tsx';
import { SheetActions } from '../../../kit/SheetActions.tsx';
import { useRead } from '../../../kit/useRead.ts';
import { CardNumber } from '../../../parts/cards/CardNumber.tsx';
import { Link } from '../../../shell/Link.tsx';
import { mayCall } from '../../../shell/permissions.ts';
import { ALLOCATION_LOOKS, allocationPath, allocationWords } from './allocationLooks.ts';

const ReverseSheet = lazy(() => import('./ReverseSheet.tsx'));
const TransactionSheet = lazy(() => import('../../../parts/customerAccounts/TransactionSheet.tsx'));

const words = {
  failed: text('划拨单加载失败', 'Failed to load the allocation'),
  sides: text('划出 → 划入', 'From → to'),
  between: text('途经', 'By way of'),
  counts: text('{done} / {asked} 张', '{done} of {asked}'),
  putBack: text('其中 {n} 张已冲回', '{n} put back since'),
  sum: text('{n} 张 × {price} = ', '{n} × {price} = '),
  repeats: text('重跑任务', 'Repeats task'),
  reverses: text('冲回的单', 'Reverses'),
  reversedBy: text('冲回单', 'Reversed by'),
  more: text('只列出前 200 段，其余请导出。', 'The first 200 runs only; export the cards for the rest.'),
  none: text('没有卡划出。', 'No card moved.'),
  notMoved: text('未划出的卡', 'Cards that did not move'),
  moreCards: text('共 {n} 张，只列出前 20 张。', '{n} in all; the first 20 are listed.'),
  download: text('导出全部明细', 'Export all cards'),
  posting: text('卡款入账', 'Posted'),
};
const MOST_ITEMS = 20;
const SHORTEST = 5;
/** The end of a run without the digits it shares with its beginning. */
const tailOf = (first: string, last: string): string => {
  const shared = [...first].findIndex((digit, at) => digit !== last[at]);
  return last.slice(Math.max(0, Math.min(shared, last.length - SHORTEST)));
};

type Allocation = AnswerOf<typeof readAllocation>;

const Documents = (props: { of: Allocation['reversedBy'] }) =>
  props.of.map(({ id, allocationNo }) => (
    <Link key={id} to={allocationPath(id)}>
      {allocationNo}
    </Link>
  ));

function Facts({ of }: { of: Allocation }) {
  const t = useText();
  const { fields } = listAllocations;
  const { unitPrice, amount, currency } = of;
  const state = <StatusTag {...ALLOCATION_LOOKS.state[of.state]} word={t(AllocationState.labelOf(of.state))} />;
  const counts = t(words.counts, { done: countAmount(of.done), asked: countAmount(of.asked) });
  return (
    <FactsList
      facts={[
        { label: nouns.state, value: state },
        { label: AllocationDirection.title, value: t(AllocationDirection.labelOf(of.direction)) },
        { label: words.sides, value: `${of.fromName} → ${of.toName}` },
        ...(of.between.length > 0 ? [{ label: words.between, value: of.between.join(' → ') }] : []),
        { label: fields.productCode.label, value: of.productCode },
        {
          label: nouns.cardCount,
          value: of.reversed === 0 ? counts : `${counts}，${t(words.putBack, { n: countAmount(of.reversed) })}`,
        },
        ...(unitPrice === null || amount === null || currency === null
          ? []
          : [
              {
                label: moneyWords.amount,
                value: (
                  <>
                    {countAmount(of.done)} × <Money minor={unitPrice} currency={currency} /> ={' '}
                    <Money minor={amount} currency={currency} showCurrency />
                  </>
                ),
              },
            ]),
        { label: nouns.operator, value: of.madeBy },
        { label: nouns.createdAt, value: <TimeText at={of.createdAt} /> },
        { label: fields.finishedAt.label, value: of.finishedAt && <TimeText at={of.finishedAt} /> },
        ...(of.taskId === null
          ? []
          : [
              {
                label: nouns.task,
                value: <Link to={`/taskManagement/systemTask?id=${of.taskId}`}>{of.taskNo}</Link>,
              },
            ]),
        ...(of.repeatsNo === null ? [] : [{ label: words.repeats, value: of.repeatsNo }]),
        ...(of.reverses === null ? [] : [{ label: words.reverses, value: <Documents of={[of.reverses]} /> }]),
        ...(of.reversedBy.length === 0 ? [] : [{ label: words.reversedBy, value: <Documents of={of.reversedBy} /> }]),
        { label: nouns.remark, value: of.remark },
      ]}
    />
  );
}

/** The numbers of the cards that moved, in runs. */
function Numbers({ of }: { of: Allocation }) {
  const t = useText();
  return (
    <Stack gap="m">
      <Heading>{t(nouns.cardNumbers)}</Heading>
      {of.segments.length === 0 ? (
        <Paragraph ink="secondary">{t(words.none)}</Paragraph>
      ) : (
        <LinesTable heads={[nouns.segment, figures(nouns.cardCount)]}>
          {of.segments.map(({ first, last, cards }) => (
            <tr key={first}>
              <td>
                <Identifier value={first} />
                {cards > 1 ? <code title={last}> – {tailOf(first, last)}</code> : null}
              </td>
              <FigureCell>{countAmount(cards)}</FigureCell>
            </tr>
          ))}
        </LinesTable>
      )}
      {of.areAllSegments ? null : <Note tone="plain">{t(words.more)}</Note>}
      <Inline>
        <ExportLink list={listAllocationItems} query={{ allocationId: of.id }} count={of.asked}>
          {t(words.download)}
        </ExportLink>
      </Inline>
    </Stack>
  );
}

function NotMoved({ of }: { of: Allocation }) {
  const t = useText();
  const results = (['skipped', 'failed', 'dropped'] as const).map((each) => AllocationResult.values[each]);
  const { data, error, refetch } = useRead(
    listAllocationItems,
    of.state !== 'running' && of.done < of.asked && { allocationId: of.id, result: results, pageSize: MOST_ITEMS },
  );
  if (of.state === 'running' || of.done === of.asked) return null;
  return (
    <Stack gap="m">
      <Heading>{t(words.notMoved)}</Heading>
      {data ? (
        <LinesTable
          heads={[nouns.iccid, listAllocationItems.fields.result.label, listAllocationItems.fields.words.label]}
        >
          {data.list.map((item) => (
            <tr key={item.id}>
              <td>
                <CardNumber iccid={item.iccid} />
              </td>
              <td>{t(AllocationResult.labelOf(item.result))}</td>
              <td className="is-prose">{item.words}</td>
            </tr>
          ))}
        </LinesTable>
      ) : (
        <NotLoaded error={error} onRetry={refetch} />
      )}
      {data && data.total > MOST_ITEMS ? (
        <Note tone="plain">{t(words.moreCards, { n: countAmount(data.total) })}</Note>
      ) : null}
    </Stack>
  );
}

function Postings({ of }: { of: Allocation }) {
  const t = useText();
  const [opened, open] = useState<string>();
  if (of.postings.length === 0 || of.currency === null) return null;
  const { currency } = of;
  return (
    <Stack gap="m">
      <Heading>{t(words.posting)}</Heading>
      <LinesTable heads={[nouns.customer, figures(moneyWords.amount), nouns.time]}>
        {of.postings.map(({ customerName, amount, at, transactionId }) => (
          <tr key={customerName}>
            <td>{customerName}</td>
            <FigureCell>
              {mayCall(readTransaction) ? (
                <TextButton onClick={() => open(transactionId)}>
                  <Money minor={amount} currency={currency} />
                </TextButton>
              ) : (
                <Money minor={amount} currency={currency} />
              )}
            </FigureCell>
            <td>
              <TimeText at={at} />
            </td>
          </tr>
        ))}
      </LinesTable>
      <Suspense fallback={null}>
        {opened ? <TransactionSheet id={opened} onClose={() => open(undefined)} /> : null}
      </Suspense>
    </Stack>
  );
}

/** A document of cards between two customers: what one prints and argues about. */
export default function AllocationPanel(props: { id: string; onClose: () => void }) {
  const t = useText();
  const [isReversing, setReversing] = useState(false);
  const { data, error, refetch } = useRead(readAllocation, { allocationId: props.id });
  const steps = data
    ? [
        { key: 'print', label: t(allocationWords.print), onPick: () => window.print() },
        ...(data.isReversible && mayCall(previewReverse)
          ? [{ key: 'reverse', label: t(allocationWords.reverse), isDanger: true, onPick: () => setReversing(true) }]
          : []),
      ]
    : [];
  return (
    <Sheet
      isOpen
      title={data ? `${t(readAllocation.summary)} ${data.allocationNo}` : t(readAllocation.summary)}
      width={720}
      onClose={props.onClose}
      extra={<SheetActions actions={steps} />}
    >
      {data ? (
        <Stack gap="l">
          <Facts of={data} />
          <Postings of={data} />
          <Numbers of={data} />
          <NotMoved of={data} />
        </Stack>
      ) : (
        <NotLoaded failed={words.failed} error={error} onRetry={refetch} />
      )}
      <Suspense fallback={null}>
        {isReversing && data ? <ReverseSheet of={data} onClose={() => setReversing(false)} /> : null}
      </Suspense>
    </Sheet>
  );
}
