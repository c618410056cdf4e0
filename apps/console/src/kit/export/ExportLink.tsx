import type { ListEndpoint } from '@cardinal/contract/framework/list.ts';
import { TextButton } from '@cardinal/ui/layout/Choices.tsx';
import { type ReactNode, useState } from 'react';
import { mayCall } from '../../shell/permissions.ts';
import type { ColumnSpec } from '../list/columns.tsx';
import { exportGuard } from './exportGuard.ts';
import { LaterExportSheet } from './LaterExportSheet.tsx';

/** Exports one list under a fixed query, asking for columns as every list does: the skipped cards of a preview, the result of a task. */
export function ExportLink<E extends ListEndpoint>(props: {
  list: E;
  query: Readonly<Record<string, unknown>>;
  /** The columns shown beside it; without them all are offered. */
  columns?: readonly ColumnSpec<E>[];
  count?: number | undefined;
  children: ReactNode;
}) {
  const [isOpen, setOpen] = useState(false);
  const { list, query, columns = [] } = props;
  if (!mayCall(exportGuard(list))) return null;
  return (
    <>
      <TextButton aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {props.children}
      </TextButton>
      {isOpen ? (
        <LaterExportSheet
          list={list}
          name={list.name}
          shown={columns.map((spec) => (typeof spec === 'object' ? ('field' in spec ? spec.field : spec.key) : spec))}
          rows={{ query, count: props.count, isEstimate: false }}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}
