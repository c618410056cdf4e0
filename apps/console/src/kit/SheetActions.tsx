import { type RowAction, RowActions } from './table/RowActions.tsx';
import './factsList.css';

/** The actions on the object in a panel: at its top, the first three as buttons. */
export const SheetActions = (props: { actions: readonly RowAction[] }) => (
  <span className="sheet-head-actions">
    <RowActions actions={props.actions} shown={3} />
  </span>
);
