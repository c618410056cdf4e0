import * as z from 'zod';
import type { ReadyColumn } from './columns.tsx';

/** The user's choice: the order of the columns, and which of them are hidden. */
export const columnChoiceSchema = z.object({ order: z.array(z.string()).max(200), off: z.array(z.string()).max(200) });
export type ColumnChoice = z.output<typeof columnChoiceSchema>;

/** The customer's default columns for its accounts, in that order: only existing columns that it names. */
export const choiceOf = (wanted: readonly string[], keys: readonly string[]): ColumnChoice | undefined =>
  wanted.some((key) => keys.includes(key))
    ? { order: [...new Set([...wanted, ...keys])], off: keys.filter((key) => !wanted.includes(key)) }
    : undefined;

/** The properties of a column that its arrangement needs. */
export type Arrangeable = Pick<ReadyColumn<never>, 'key' | 'title' | 'pinned' | 'isOff'>;

/** The columns in the chosen order. New ones take the screen's position; pinned ones keep their side. */
export function arranged<C extends Arrangeable>(columns: readonly C[], choice: ColumnChoice | undefined): C[] {
  if (!choice) return [...columns];
  const place = (column: C, at: number) => {
    const chosen = choice.order.indexOf(column.key);
    return chosen < 0 ? at : chosen;
  };
  const side = (column: C) => (column.pinned === 'left' ? 0 : column.pinned === 'right' ? 2 : 1);
  return columns
    .map((column, at) => ({ column, at: place(column, at) }))
    .sort((a, b) => side(a.column) - side(b.column) || a.at - b.at)
    .map(({ column }) => column);
}

/** The choice after a column was dragged to another's place; undefined for a column that is not there. */
export function movedTo(
  columns: readonly Arrangeable[],
  choice: ColumnChoice | undefined,
  key: string,
  to: string,
): ColumnChoice | undefined {
  const ordered = arranged(columns, choice);
  const [from, at] = [key, to].map((each) => ordered.findIndex((column) => column.key === each)) as [number, number];
  const [moved] = from < 0 || at < 0 ? [] : ordered.splice(from, 1);
  if (!moved) return undefined;
  ordered.splice(at, 0, moved);
  return choiceFrom(ordered, (column) => isShown(column, choice));
}

/** The choice that shows these columns in this order. */
export const choiceFrom = (columns: readonly Arrangeable[], shown: (column: Arrangeable) => boolean): ColumnChoice => ({
  order: columns.map((column) => column.key),
  off: columns.filter((column) => !shown(column)).map((column) => column.key),
});

export const isShown = (column: Arrangeable, choice: ColumnChoice | undefined): boolean =>
  choice?.order.includes(column.key) ? !choice.off.includes(column.key) : !column.isOff;
