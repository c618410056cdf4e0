import type { ListEndpoint } from '@cardinal/contract/framework/list.ts';
import { TextButton } from '@cardinal/ui/layout/Choices.tsx';
import type { ReactNode } from 'react';
import { mayCall } from '../../shell/permissions.ts';
import { exportGuard } from './exportGuard.ts';
import { useExport } from './useExport.ts';

/** Exports all columns of one list under a fixed query: the skipped cards of a preview, the result of a task. */
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
