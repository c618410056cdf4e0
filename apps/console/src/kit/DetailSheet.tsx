import type { Text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { type DetailTab, DetailTabs } from './DetailTabs.tsx';
import { NotLoaded } from './NotLoaded.tsx';
import { SheetActions } from './SheetActions.tsx';
import type { RowAction } from './table/RowActions.tsx';

/** One thing beside its list: its name, what can be done with it, and its parts; what it is stands in the address. */
export function DetailSheet<T extends { readonly name: string }>(props: {
  isOpen: boolean;
  /** TanStack's result fits. */
  state: { readonly data: T | undefined; readonly error: Error | null; readonly refetch: () => unknown };
  /** Until it is loaded. */
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
