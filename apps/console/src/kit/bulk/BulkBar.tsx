import type { Endpoint } from '@cardinal/contract/framework/endpoint.ts';
import { MOST_TICKED } from '@cardinal/contract/framework/paging.ts';
import type { Text } from '@cardinal/primitives/text.ts';
import { lazy, Suspense, useEffect } from 'react';
import type { Filters } from '../listState.ts';
import { countSelected, type Selection } from '../table/selection.ts';

/** The limit for rows picked one by one; more are selected by filters, a list or a file. */
export const MAX_PICKED = MOST_TICKED;

/** What was selected when an action is started. */
export type Picked =
  | { readonly kind: 'ids'; readonly ids: readonly string[]; readonly count: number }
  | { readonly kind: 'filter'; readonly query: Filters; readonly count: number };

/** An action on many rows; it begins with a preview, never with the effect. */
export type BulkAction = {
  readonly key: string;
  readonly label: Text;
  readonly call?: Pick<Endpoint, 'permission'>;
  readonly isDanger?: boolean;
  /** `done` clears the selection. */
  readonly onPick: (picked: Picked, done: () => void) => void;
};

export type BulkBarProps = {
  actions: readonly BulkAction[];
  /** A hook: why an action cannot be taken on any of these rows, by key. */
  useReasons?: ((ids: readonly string[]) => ReadonlyMap<string, string>) | undefined;
  selection: Selection;
  onSelect: (selection: Selection) => void;
  total: number;
  isEstimate: boolean;
  pageIds: readonly string[];
  filters: Filters;
  unit: Text;
  /** Exports rows that are ticked one by one; «all filtered» is what the list's own export does. */
  onExport?: ((ids: readonly string[]) => void) | undefined;
};

const load = () => import('./FilledBar.tsx');
const FilledBar = lazy(load);

/** Slides in at the bottom when rows are selected, and says which in a sentence. No list waits for it. */
export function BulkBar(props: BulkBarProps) {
  const count = countSelected(props.selection, props.total);
  // Before a row is ticked: the first Enter on a checkbox must find the bar.
  useEffect(() => void load().catch(() => {}), []);
  return count === 0 ? null : (
    <Suspense fallback={null}>
      <FilledBar {...props} count={count} />
    </Suspense>
  );
}
