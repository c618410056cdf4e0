import { listMatched, MatchVerdict } from '@cardinal/contract/api/cardImports/importSources.ts';
import { verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { ToggleChip } from '@cardinal/ui/layout/Choices.tsx';
import { Inline, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { type StatusLook, StatusTag } from '@cardinal/ui/StatusTag.tsx';
import { useState } from 'react';
import { ExportLink } from '../../../kit/export/ExportLink.tsx';
import type { ColumnSpec } from '../../../kit/list/columns.tsx';
import { PagedTable } from '../../../kit/table/PagedTable.tsx';
import { useRead } from '../../../kit/useRead.ts';
import { ListFreshness, useInventory } from './ListFreshness.tsx';

const words = {
  heading: text('与「{account}」的卡清单比对', 'Compared with the card list of {account}'),
  unlisted: text(
    '该运营商的接口无法列出名下的卡，只能以逐张查询的结果为准。',
    'This carrier’s interface cannot list its cards; results come from querying cards one by one.',
  ),
  label: text('比对结果', 'Matched cards'),
  none: text('没有这样的卡', 'No such cards'),
  noneHint: text('换一个结果查看。', 'Choose another result.'),
  failed: text('比对结果加载失败', 'Failed to load the comparison'),
};
const LOOKS = {
  verdict: {
    has: { shape: 'disc', tone: 'good' },
    absent: { shape: 'cross', tone: 'bad' },
    elsewhere: { shape: 'half', tone: 'warning' },
    unknown: { shape: 'ring', tone: 'neutral' },
  },
} as const satisfies Record<'verdict', Record<MatchVerdict, StatusLook>>;
const COLUMNS: readonly ColumnSpec<typeof listMatched>[] = [
  { field: 'iccid', width: 214 },
  { field: 'verdict', width: 130 },
  { field: 'otherAccount', width: 130 },
  { field: 'status', width: 112 },
  'toldAt',
];

/** The match of one batch: its counts, the age of the list, and the cards. */
export default function MatchedCards({ batchId }: { batchId: string }) {
  const t = useText();
  const [verdict, setVerdict] = useState<MatchVerdict>();
  const filters = { batchId, ...(verdict ? { verdict } : {}) };
  const all = useRead(listMatched, { batchId, pageNum: 1, pageSize: 10 }, { staleTime: 0 });
  const summary = all.data?.summary;
  const inventory = useInventory(summary?.carrierAccountId, summary?.isListed ?? false);
  return (
    <Stack as="section" gap="s" aria-label={t(verbs.compareWithTheCarrier)}>
      {summary ? (
        <>
          <h2>{t(words.heading, { account: summary.carrierAccountName })}</h2>
          {summary.isListed ? null : <p className="field-help">{t(words.unlisted)}</p>}
          {inventory.data ? (
            <ListFreshness carrierAccountId={summary.carrierAccountId} inventory={inventory.data} />
          ) : null}
          <Inline>
            {MatchVerdict.options.map(({ value, label }) => (
              <ToggleChip
                key={value}
                isOn={verdict === value}
                onClick={() => setVerdict(verdict === value ? undefined : value)}
              >
                <StatusTag {...LOOKS.verdict[value]} word={t(label)} />
                <b>{countAmount(summary[value])}</b>
              </ToggleChip>
            ))}
            <ExportLink list={listMatched} query={filters} columns={COLUMNS}>
              {t(verbs.export)}
            </ExportLink>
          </Inline>
        </>
      ) : null}
      <PagedTable
        list={listMatched}
        filters={filters}
        columns={COLUMNS}
        looks={LOOKS}
        label={words.label}
        empty={{ title: words.none, hint: words.noneHint }}
        failed={words.failed}
      />
    </Stack>
  );
}
