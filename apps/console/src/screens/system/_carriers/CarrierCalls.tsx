import { CarrierOperation } from '@cardinal/contract/api/carriers/carrierCapabilities.ts';
import { CallOutcome, listCarrierCalls } from '@cardinal/contract/api/carriers/carriers.ts';
import { nouns, sentences, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Inline } from '@cardinal/ui/layout/Stack.tsx';
import type { StatusLook } from '@cardinal/ui/StatusTag.tsx';
import { Input, Select } from 'antd';
import { useState } from 'react';
import { ExportLink } from '../../../kit/export/ExportLink.tsx';
import type { ColumnSpec } from '../../../kit/list/columns.tsx';
import { WholeCode } from '../../../kit/table/cells.tsx';
import { PagedTable } from '../../../kit/table/PagedTable.tsx';

const words = {
  subject: text('卡号', 'Card number'),
  reference: text('流水号', 'Reference'),
  code: text('运营商代码', 'Carrier code'),
  by: text('按', 'By'),
  operation: text('全部操作', 'All operations'),
  outcome: text('全部结果', 'All outcomes'),
  none: text('没有调用记录', 'No calls'),
  noneHint: text('放宽条件，或先测试一次通道。', 'Widen the filters, or test the account once.'),
};

const LOOKS = {
  outcome: {
    ok: { shape: 'disc', tone: 'good' },
    refused: { shape: 'cross', tone: 'bad' },
    unclear: { shape: 'half', tone: 'warning' },
    unavailable: { shape: 'ring', tone: 'warning' },
  },
} as const satisfies Record<'outcome', Record<CallOutcome, StatusLook>>;
const BY = [
  { value: 'subject', label: words.subject },
  { value: 'reference', label: words.reference },
  { value: 'carrierCode', label: words.code },
] as const;
type By = (typeof BY)[number]['value'];
const COLUMNS: readonly ColumnSpec<typeof listCarrierCalls>[] = [
  'at',
  { field: 'operation', width: 124 },
  { field: 'outcome', width: 100 },
  { field: 'durationMs', width: 120 },
  { field: 'subject', width: 214 },
  { field: 'carrierCode', width: 104 },
  { field: 'carrierWords', width: 220 },
  { field: 'reference', width: 180, cell: (row) => <WholeCode value={row.reference} /> },
  { field: 'attempt', width: 80 },
];

/** Calls to the carrier in the last months: by card, reference, carrier code, operation and result. */
export function CarrierCalls({ accountId }: { accountId: string }) {
  const t = useText();
  const [by, setBy] = useState<By>('subject');
  const [typed, setTyped] = useState('');
  const [wanted, setWanted] = useState('');
  const [operation, setOperation] = useState<CarrierOperation>();
  const [outcome, setOutcome] = useState<CallOutcome>();
  const filters = {
    accountId,
    ...(wanted ? { [by]: wanted } : {}),
    ...(operation ? { operation } : {}),
    ...(outcome ? { outcome } : {}),
  };
  const { fields } = listCarrierCalls;
  return (
    <>
      <Inline below="m">
        <Select
          aria-label={t(words.by)}
          value={by}
          options={BY.map((each) => ({ value: each.value, label: t(each.label) }))}
          onChange={(next: By) => setBy(next)}
        />
        <Input.Search
          className="width-m"
          allowClear
          aria-label={t(verbs.find)}
          placeholder={t(verbs.find)}
          maxLength={64}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onSearch={(value) => setWanted(value.replace(/\s/g, ''))}
        />
        <Select
          allowClear
          aria-label={t(fields.operation.label)}
          placeholder={t(words.operation)}
          value={operation ?? null}
          options={CarrierOperation.options.map((each) => ({ value: each.value, label: t(each.label) }))}
          onChange={(next) => setOperation(next ?? undefined)}
        />
        <Select
          allowClear
          aria-label={t(fields.outcome.label)}
          placeholder={t(words.outcome)}
          value={outcome ?? null}
          options={CallOutcome.options.map((each) => ({ value: each.value, label: t(each.label) }))}
          onChange={(next) => setOutcome(next ?? undefined)}
        />
        <ExportLink list={listCarrierCalls} query={filters} columns={COLUMNS}>
          {t(verbs.export)}
        </ExportLink>
      </Inline>
      <PagedTable
        list={listCarrierCalls}
        filters={filters}
        columns={COLUMNS}
        looks={LOOKS}
        label={nouns.calls}
        empty={{ title: words.none, hint: words.noneHint }}
        failed={sentences.callsNotLoaded}
      />
    </>
  );
}
