/** The selected rows: some by id, on any page, or all that the filters find. */
export type Selection = { readonly kind: 'rows'; readonly ids: ReadonlySet<string> } | { readonly kind: 'filtered' };

export const NOTHING: Selection = { kind: 'rows', ids: new Set() };

export const countSelected = (selection: Selection, total: number): number =>
  selection.kind === 'filtered' ? total : selection.ids.size;

export const isSelected = (selection: Selection, id: string): boolean =>
  selection.kind === 'filtered' || selection.ids.has(id);

/** Selects or deselects rows. Deselecting one of «all filtered» leaves the others of the page. */
export function select(
  selection: Selection,
  ids: readonly string[],
  isPicked: boolean,
  page: readonly string[],
): Selection {
  const kept = new Set(selection.kind === 'filtered' ? page : selection.ids);
  for (const id of ids) {
    if (isPicked) kept.add(id);
    else kept.delete(id);
  }
  return { kind: 'rows', ids: kept };
}

/** The range of a click with Shift: from the row selected last to this one. */
export function rangeOf(page: readonly string[], from: string | undefined, to: string): string[] {
  const start = from === undefined ? -1 : page.indexOf(from);
  const end = page.indexOf(to);
  if (start < 0 || end < 0) return [to];
  return page.slice(Math.min(start, end), Math.max(start, end) + 1);
}

export type PageTick = 'none' | 'some' | 'all';
export function pageTick(selection: Selection, page: readonly string[]): PageTick {
  const picked = page.filter((id) => isSelected(selection, id)).length;
  if (picked === 0) return 'none';
  return picked === page.length ? 'all' : 'some';
}
