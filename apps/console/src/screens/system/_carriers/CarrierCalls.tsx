import { CallOutcome, CarrierOperation, listCarrierCalls } from '@cardinal/contract/api/carriers.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { Identifier } from '@cardinal/ui/Identifier.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { EmptyState, ErrorState, TableSkeleton } from '@cardinal/ui/States.tsx';
import { type StatusLook, StatusTag } from '@cardinal/ui/StatusTag.tsx';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Input, Pagination, Select } from 'antd';
import { useState } from 'react';
import { call } from '../../../http/call.ts';
import { ExportLink } from '../../../kit/export/ExportButton.tsx';
import { Nothing } from '../../../kit/table/cells.tsx';
import { DataTable, type TableColumn } from '../../../kit/table/DataTable.tsx';
import './carriers.css';

const words = {
  calls: text('调用记录', 'Calls'),
  subject: text('卡号', 'Card number'),
  reference: text('流水号', 'Reference'),
  code: text('运营商代码', 'Carrier code'),
  find: text('查找', 'Find'),
  by: text('按', 'By'),
  operation: text('全部操作', 'All operations'),
  outcome: text('全部结果', 'All outcomes'),
  none: text('没有调用记录', 'No calls'),
  noneHint: text('放宽条件，或先测试一次通道。', 'Loosen the search, or test the account once.'),
  failed: text('调用记录加载失败', 'The calls could not be loaded'),
  export: text('导出', 'Export'),
};

const LOOKS: Readonly<Record<CallOutcome, StatusLook>> = {
  ok: { shape: 'disc', tone: 'good' },
  refused: { shape: 'cross', tone: 'bad' },
  unclear: { shape: 'half', tone: 'warning' },
  unavailable: { shape: 'ring', tone: 'warning' },
};
const BY = [
  { value: 'subject', label: words.subject },
  { value: 'reference', label: words.reference },
  { value: 'carrierCode', label: words.code },
] as const;
type By = (typeof BY)[number]['value'];
const PAGE = 20 as const;

/** Every call to the carrier of the last months: by card, reference, the carrier's code, what was asked and how it ended. */
export function CarrierCalls({ accountId }: { accountId: string }) {
  const t = useText();
  const [by, setBy] = useState<By>('subject');
  const [typed, setTyped] = useState('');
  const [wanted, setWanted] = useState('');
  const [operation, setOperation] = useState<CarrierOperation>();
  const [outcome, setOutcome] = useState<CallOutcome>();
  const [pageNum, setPageNum] = useState(1);
  const filters = {
    accountId,
    ...(wanted ? { [by]: wanted } : {}),
    ...(operation ? { operation } : {}),
    ...(outcome ? { outcome } : {}),
  };
  const query = { ...filters, pageNum, pageSize: PAGE };
  const { data, error, isFetching } = useQuery({
    queryKey: ['list', listCarrierCalls.name, query],
    queryFn: ({ signal }) => call(listCarrierCalls, { query }, { signal, isSilent: true }),
    placeholderData: keepPreviousData,
  });
  const first = (change: () => void) => {
    change();
    setPageNum(1);
  };
  if (error && !data) return <ErrorState title={t(words.failed)} hint={error.message} />;
  const { fields } = listCarrierCalls;
  type Row = NonNullable<typeof data>['list'][number];
  const columns: readonly TableColumn<Row>[] = [
    { key: 'at', title: t(fields.at.label), width: 164, cell: (row) => <TimeText at={row.at} /> },
    {
      key: 'operation',
      title: t(fields.operation.label),
      width: 96,
      cell: (row) => t(CarrierOperation.labelOf(row.operation)),
    },
    {
      key: 'outcome',
      title: t(fields.outcome.label),
      width: 100,
      cell: (row) => <StatusTag {...LOOKS[row.outcome]} word={t(CallOutcome.labelOf(row.outcome))} />,
    },
    {
      key: 'durationMs',
      title: t(fields.durationMs.label),
      width: 104,
      isNumeric: true,
      cell: (row) => countAmount(row.durationMs),
    },
    {
      key: 'subject',
      title: t(fields.subject.label),
      width: 214,
      cell: (row) => (row.subject ? <Identifier value={row.subject} /> : <Nothing />),
    },
    {
      key: 'carrierCode',
      title: t(fields.carrierCode.label),
      width: 104,
      cell: (row) => row.carrierCode ?? <Nothing />,
    },
    {
      key: 'carrierWords',
      title: t(fields.carrierWords.label),
      width: 220,
      cell: (row) => (row.carrierWords ? <span title={row.carrierWords}>{row.carrierWords}</span> : <Nothing />),
    },
    {
      key: 'reference',
      title: t(fields.reference.label),
      width: 180,
      cell: (row) => (row.reference ? <Identifier value={row.reference} groupOf={64} /> : <Nothing />),
    },
    { key: 'attempt', title: t(fields.attempt.label), width: 80, isNumeric: true, cell: (row) => row.attempt },
  ];
  return (
    <>
      <div className="carrier-find">
        <Select
          aria-label={t(words.by)}
          value={by}
          options={BY.map((each) => ({ value: each.value, label: t(each.label) }))}
          onChange={(next: By) => first(() => setBy(next))}
        />
        <Input.Search
          className="is-wide"
          allowClear
          aria-label={t(words.find)}
          placeholder={t(words.find)}
          maxLength={64}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onSearch={(value) => first(() => setWanted(value.replace(/\s/g, '')))}
        />
        <Select
          allowClear
          aria-label={t(fields.operation.label)}
          placeholder={t(words.operation)}
          value={operation ?? null}
          options={CarrierOperation.options.map((each) => ({ value: each.value, label: t(each.label) }))}
          onChange={(next) => first(() => setOperation(next ?? undefined))}
        />
        <Select
          allowClear
          aria-label={t(fields.outcome.label)}
          placeholder={t(words.outcome)}
          value={outcome ?? null}
          options={CallOutcome.options.map((each) => ({ value: each.value, label: t(each.label) }))}
          onChange={(next) => first(() => setOutcome(next ?? undefined))}
        />
        {data && data.total > 0 ? (
          <ExportLink list={listCarrierCalls} query={filters}>
            {t(words.export)}
          </ExportLink>
        ) : null}
      </div>
      {data ? (
        <>
          <DataTable
            label={t(words.calls)}
            columns={columns}
            rows={data.list}
            rowId={(row) => row.id}
            isBusy={isFetching}
            empty={<EmptyState title={t(words.none)} hint={t(words.noneHint)} />}
          />
          {data.total > PAGE ? (
            <Pagination
              className="carrier-pages"
              size="small"
              align="end"
              current={pageNum}
              pageSize={PAGE}
              total={data.total}
              showSizeChanger={false}
              onChange={setPageNum}
            />
          ) : null}
        </>
      ) : (
        <TableSkeleton rows={8} columns={5} />
      )}
    </>
  );
}
