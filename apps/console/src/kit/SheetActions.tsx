import { type RowAction, RowActions } from './table/RowActions.tsx';
import './factsList.css';

/** What can be done with the thing a panel shows: at its top, the first three as words. */
export const SheetActions = (props: { actions: readonly RowAction[] }) => (
  <span className="sheet-head-actions">
    <RowActions actions={props.actions} shown={3} />
  </span>
);
