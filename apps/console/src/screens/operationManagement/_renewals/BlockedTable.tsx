import { listBlocked } from '@cardinal/contract/api/renewals/blocked.ts';
import { SalesChannel } from '@cardinal/contract/enumerations/package.ts';
import { nouns, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Inline } from '@cardinal/ui/layout/Stack.tsx';
import { Select } from 'antd';
import { useState } from 'react';
import { ExportLink } from '../../../kit/export/ExportLink.tsx';
import type { ColumnSpec } from '../../../kit/list/columns.tsx';
import { PagedTable } from '../../../kit/table/PagedTable.tsx';
import { CardNumber } from '../../../parts/cards/CardNumber.tsx';

const words = {
  none: text('还没有拦截', 'Nothing was refused yet'),
  noneHint: text(
    '试运行或启用后，每次不符合规则的续费都记录在这里；预览不算。',
    'Once in shadow or on, every renewal against the rule is recorded here. A preview is none.',
  ),
  failed: text('拦截记录加载失败', 'Failed to load what was refused'),
};

const COLUMNS: readonly ColumnSpec<typeof listBlocked>[] = [
  { field: 'at', width: 160 },
  { field: 'iccid', width: 210, cell: ({ iccid }) => <CardNumber iccid={iccid} /> },
  { field: 'packageName', width: 150 },
  { field: 'channel', width: 100 },
  { field: 'triedBy', width: 120 },
  { field: 'ruleName', width: 150 },
  { field: 'revision', width: 70 },
  { field: 'isShadow', width: 100 },
  { field: 'message', width: 240 },
  { field: 'replacement', width: 130 },
  { field: 'customerName', width: 130 },
];

/** Renewals that rules refused: of one, or of all that bind the caller's cards. */
export function BlockedTable({ ruleId }: { ruleId?: string }) {
  const t = useText();
  const [channel, setChannel] = useState<SalesChannel>();
  const filters = { ...(ruleId ? { ruleId } : {}), ...(channel ? { channel: [channel] } : {}) };
  return (
    <>
      <Inline below="m">
        <Select
          allowClear
          aria-label={t(SalesChannel.title)}
          placeholder={t(nouns.all)}
          value={channel ?? null}
          options={SalesChannel.options.map(({ value, label }) => ({ value, label: t(label) }))}
          onChange={(next) => setChannel(next ?? undefined)}
        />
        <ExportLink list={listBlocked} query={filters} columns={COLUMNS}>
          {t(verbs.export)}
        </ExportLink>
      </Inline>
      <PagedTable
        list={listBlocked}
        filters={filters}
        columns={COLUMNS}
        label={listBlocked.summary}
        empty={{ title: words.none, hint: words.noneHint }}
        failed={words.failed}
        isLive
      />
    </>
  );
}
