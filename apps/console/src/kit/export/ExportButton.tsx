import { noDataToExport, orderExport, queryChanged, SheetFormat } from '@cardinal/contract/api/tasks/downloads.ts';
import type { Endpoint } from '@cardinal/contract/framework/endpoint.ts';
import type { ListEndpoint } from '@cardinal/contract/framework/list.ts';
import { SITE_LIMITS } from '@cardinal/contract/siteLimits.ts';
import { verbs } from '@cardinal/contract/words.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { ChevronDownIcon, DownloadIcon } from '@cardinal/ui/icons.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { TextButton } from '@cardinal/ui/layout/Choices.tsx';
import { MenuButton } from '@cardinal/ui/MenuButton.tsx';
import type { ReactNode } from 'react';
import { mayCall } from '../../shell/permissions.ts';
import { usePlace } from '../../shell/screenContext.ts';
import { toast } from '../../shell/toasts.ts';
import { useChange } from '../change.ts';
import type { Filters } from '../listState.ts';
import { awaitDownload } from './orderedExports.ts';

const words = {
  as: text('导出为 {format}', 'Export as {format}'),
  rowsAs: text('导出 {n} 行为 {format}', 'Export {n} {n|row|rows} as {format}'),
  about: text('约 {n}', 'about {n}'),
  making: text('正在生成 {n} 行，完成后自动下载', '{n} {n|row is|rows are} being made and then downloaded'),
  ordered: text('{no}：{n} 行，正在生成', '{no}: exporting {n} {n|row|rows}'),
  open: text('查看下载', 'Open downloads'),
};

const DOWNLOADS = '/taskManagement/downloadTask';

/** The permission to export a list is derived from the list's own. */
const exportGuard = (list: ListEndpoint): Pick<Endpoint, 'permission'> => ({
  permission: list.exportPermission ? [list.exportPermission] : ['authenticated'],
});

/** Starts the export of a list under a filter and says where its file will appear. */
function useExport(list: ListEndpoint) {
  const t = useText();
  const { path } = usePlace();
  const ordering = useChange(orderExport);
  const order = async (
    query: Readonly<Record<string, unknown>>,
    more: { format: 'xlsx' | 'csv'; columns?: string[]; total?: number },
  ) => {
    const answer = await ordering.run({
      body: { list: list.name, query: query as Record<string, string | string[]>, screen: path, ...more },
    });
    if (!answer) return;
    const n = countAmount(answer.rows);
    if (answer.rows <= SITE_LIMITS.exportAtOnceRows.initial) {
      awaitDownload(answer.downloadId);
      toast.success(t(words.making, { n }));
    } else {
      toast.success(t(words.ordered, { no: answer.downloadNo, n }), { label: t(words.open), to: DOWNLOADS });
    }
  };
  return { isRunning: ordering.isRunning, order };
}

type ExportedTable = {
  readonly draft: { readonly isChanged: boolean };
  readonly filtered: Filters;
  readonly page?: { readonly total: number; readonly totalIsEstimate: boolean } | undefined;
};

/**
 * Exports what the list shows: its applied filters, its columns in their order. Filters that are not applied yet and empty
 * lists are refused here; the server refuses the rest.
 */
export function ExportButton(props: { list: ListEndpoint; table: ExportedTable; columns: readonly { key: string }[] }) {
  const { list, table, columns } = props;
  const t = useText();
  const exporting = useExport(list);
  if (!mayCall(exportGuard(list))) return null;

  const start = (format: SheetFormat) => {
    if (exporting.isRunning) return;
    if (table.draft.isChanged) return toast.warning(t(queryChanged.text));
    if (table.page?.total === 0) return toast.warning(t(noDataToExport.text));
    const names = columns.map((column) => column.key).filter((key) => list.fields[key]?.exportable);
    void exporting.order(table.filtered, {
      format,
      ...(names.length > 0 ? { columns: names } : {}),
      ...(table.page && !table.page.totalIsEstimate ? { total: table.page.total } : {}),
    });
  };
  // Filters that are not applied yet would make the count wrong; an estimate is marked as one.
  const labelOf = (format: Text) => {
    if (!table.page || table.draft.isChanged) return t(words.as, { format });
    const n = countAmount(table.page.total);
    return t(words.rowsAs, { n: table.page.totalIsEstimate ? t(words.about, { n }) : n, format });
  };
  return (
    <MenuButton
      label={t(verbs.export)}
      className="button"
      items={SheetFormat.options.map((option) => ({
        key: option.key,
        label: labelOf(option.label),
        onPick: () => start(option.value),
      }))}
    >
      <DownloadIcon size={14} />
      {t(verbs.export)}
      <ChevronDownIcon size={12} />
    </MenuButton>
  );
}

/**
 * Exports the selected rows of a list with the columns it shows; renders nothing without the permission or without selection.
 */
export function useTickedExport(list: ListEndpoint, columns: readonly { key: string }[]) {
  const exporting = useExport(list);
  if (!list.exportPermission || !('ids' in list.extra) || !mayCall(exportGuard(list))) return undefined;
  return (ids: readonly string[]) => {
    if (exporting.isRunning) return;
    const names = columns.map((column) => column.key).filter((key) => list.fields[key]?.exportable);
    void exporting.order({ ids }, { format: 'xlsx', ...(names.length > 0 ? { columns: names } : {}) });
  };
}

/** A link that exports one list under a fixed query: the skipped cards of a preview, the result of a task. */
export function ExportLink(props: {
  list: ListEndpoint;
  query: Readonly<Record<string, unknown>>;
  children: ReactNode;
}) {
  const exporting = useExport(props.list);
  if (!mayCall(exportGuard(props.list))) return null;
  return (
    <TextButton disabled={exporting.isRunning} onClick={() => void exporting.order(props.query, { format: 'xlsx' })}>
      {props.children}
    </TextButton>
  );
}
