import type { Text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { type DetailTab, DetailTabs } from './DetailTabs.tsx';
import { NotLoaded } from './NotLoaded.tsx';
import { SheetActions } from './SheetActions.tsx';
import type { RowAction } from './table/RowActions.tsx';

/** The sheet of one object beside its list: its name, its actions and its parts. The address says which object it is. */
export function DetailSheet<T extends { readonly name: string }>(props: {
  isOpen: boolean;
  /** A TanStack query result satisfies it. */
  state: { readonly data: T | undefined; readonly error: Error | null; readonly refetch: () => unknown };
  /** Shown until the object is loaded. */
  title: Text;
  failed: Text;
  width: number;
  steps: (thing: T) => readonly RowAction[];
  tabs: (thing: T) => readonly DetailTab[];
  onClose: () => void;
}) {
  const t = useText();
  const { data, error } = props.state;
  return (
    <Sheet
      isOpen={props.isOpen}
      title={data?.name ?? t(props.title)}
      width={props.width}
      onClose={props.onClose}
      extra={data ? <SheetActions actions={props.steps(data)} /> : null}
    >
      {data ? (
        <DetailTabs label={data.name} tabs={props.tabs(data)} />
      ) : (
        <NotLoaded failed={props.failed} error={error} onRetry={props.state.refetch} />
      )}
    </Sheet>
  );
}
