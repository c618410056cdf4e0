import type { CSSProperties } from 'react';
import { textWidth } from '../textWidth.ts';

/** The properties of a column that its width needs; in pixels. */
export type WideColumn = {
  readonly key: string;
  readonly title: string;
  readonly width: number;
  /** Wider content is cut; without it never. */
  readonly most?: number | undefined;
  readonly pinned?: 'left' | 'right';
  readonly canSort?: boolean;
};

export const TICK_WIDTH = 40;
/** The space around a cell's content, in pixels, as in table.css: its padding, the line of a pinned column and some slack. */
export const CELL_PADDING = 27;
/** The arrows of a column that sorts, with the gap before them. */
const SORT_WIDTH = 14;

/** No column is narrower than its title. */
export function roomy<C extends WideColumn>(columns: readonly C[], sorts: boolean): readonly C[] {
  return columns.map((column) => {
    const arrows = column.canSort && sorts ? SORT_WIDTH : 0;
    const least = textWidth(column.title, 'strong') + arrows + CELL_PADDING;
    return least > column.width ? { ...column, width: least } : column;
  });
}

/** As wide as their content where that is known, and as wide as given until then. */
export const fitted = <C extends WideColumn>(
  columns: readonly C[],
  content: ReadonlyMap<string, number>,
): readonly C[] =>
  columns.map((column) => {
    const width = Math.min(content.get(column.key) ?? column.width, column.most ?? Number.POSITIVE_INFINITY);
    return width === column.width ? column : { ...column, width };
  });

export const widthOfAll = (columns: readonly WideColumn[]): number =>
  columns.reduce((sum, column) => sum + column.width, 0);

/**
 * Where not all columns fit, those that fit are stretched to the edge of the view: none is cut there, and the next one begins
 * beyond it. `room` is the available width, 0 while unknown.
 */
export function folded<C extends WideColumn>(columns: readonly C[], room: number): readonly C[] {
  if (room <= 0 || widthOfAll(columns) <= room) return columns;
  const moving = columns.filter((column) => !column.pinned);
  let left = room - widthOfAll(columns.filter((column) => column.pinned));
  let count = 0;
  for (const { width } of moving) {
    if (width > left) break;
    left -= width;
    count += 1;
  }
  const shown = moving.slice(0, count);
  const inSight = widthOfAll(shown);
  const wider = new Map<string, number>();
  let given = 0;
  for (const { key, width } of shown) {
    const share = key === shown.at(-1)?.key ? left - given : Math.floor((left * width) / inSight);
    given += share;
    wider.set(key, share);
  }
  return columns.map((column) => {
    const more = wider.get(column.key);
    return more ? { ...column, width: column.width + more } : column;
  });
}

/** The offsets of pinned columns: each follows those pinned before it. */
export function pins(columns: readonly WideColumn[], hasTicks: boolean): Map<string, CSSProperties> {
  const places = new Map<string, CSSProperties>();
  let left = hasTicks ? TICK_WIDTH : 0;
  for (const column of columns) {
    if (column.pinned !== 'left') continue;
    places.set(column.key, { left });
    left += column.width;
  }
  let right = 0;
  for (const column of columns.toReversed()) {
    if (column.pinned !== 'right') continue;
    places.set(column.key, { right });
    right += column.width;
  }
  return places;
}

export const samePlaces = (one: Map<string, CSSProperties>, other: Map<string, CSSProperties>): boolean =>
  one.size === other.size &&
  [...one].every(([key, { left, right }]) => other.get(key)?.left === left && other.get(key)?.right === right);
