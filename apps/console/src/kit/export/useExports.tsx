import { noDataToExport, queryChanged } from '@cardinal/contract/api/tasks/downloads.ts';
import type { ListEndpoint } from '@cardinal/contract/framework/list.ts';
import { verbs } from '@cardinal/contract/words.ts';
import { DownloadIcon } from '@cardinal/ui/icons.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { type ReactNode, useState } from 'react';
import { mayCall } from '../../shell/permissions.ts';
import { toast } from '../../shell/toasts.ts';
import type { Filters } from '../listState.ts';
import type { ExportedRows } from './ExportSheet.tsx';
import { exportGuard } from './exportGuard.ts';
import { LaterExportSheet } from './LaterExportSheet.tsx';

type ExportedTable = {
  readonly draft: { readonly isChanged: boolean };
  readonly filtered: Filters;
  readonly page?: { readonly total: number; readonly totalIsEstimate: boolean } | undefined;
};

/**
 * Exports a list: what it shows under its applied filters, or ticked rows. Filters that are not applied yet and empty lists
 * are refused here; the server refuses the rest. `button` and `ticked` are absent without the permission.
 */
export function useExports(
  list: ListEndpoint,
  name: string,
  table: ExportedTable,
  columns: readonly { readonly key: string }[],
): { readonly button?: ReactNode; readonly sheet?: ReactNode; readonly ticked?: (ids: readonly string[]) => void } {
  const t = useText();
  const [rows, setRows] = useState<ExportedRows>();
  if (!list.exportPermission || !mayCall(exportGuard(list))) return {};
  const { page } = table;
  const open = () => {
    if (table.draft.isChanged) return toast.warning(t(queryChanged.text));
    if (page?.total === 0) return toast.warning(t(noDataToExport.text));
    const isEstimate = page?.totalIsEstimate ?? false;
    setRows({
      query: table.filtered,
      count: page?.total,
      isEstimate,
      ...(page && !isEstimate ? { total: page.total } : {}),
    });
  };
  return {
    button: (
      <button type="button" className="button" aria-haspopup="dialog" onClick={open}>
        <DownloadIcon size={14} />
        {t(verbs.export)}
      </button>
    ),
    ...('ids' in list.extra
      ? {
          ticked: (ids: readonly string[]) => setRows({ query: { ids }, count: ids.length, isEstimate: false }),
        }
      : {}),
    sheet: rows ? (
      <LaterExportSheet
        list={list}
        name={name}
        shown={columns.map(({ key }) => key)}
        rows={rows}
        onClose={() => setRows(undefined)}
      />
    ) : null,
  };
}
