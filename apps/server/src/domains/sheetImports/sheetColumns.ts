import type { Text } from '@cardinal/primitives/text.ts';

/** A column of a sheet: its title, alternative titles, and whether Excel's rounding makes it invalid. */
export type SheetColumn = {
  readonly title: Text;
  readonly also: readonly string[];
  readonly isRequired?: true;
  readonly isNumber?: true;
  /** Never stored in the cells that are returned. */
  readonly isSecret?: true;
  /** What the template's example row shows; left out, its cell is empty. */
  readonly example?: Text | string;
};
export type SheetColumns<N extends string = string> = Readonly<Record<N, SheetColumn>>;
export type Places<N extends string = string> = Readonly<Partial<Record<N, number>>>;

/** Normalises a title: without a star for «required», hints in brackets, blanks and capitals. */
const bare = (title: string): string =>
  title
    .replace(/[（(【[].*$/, '')
    .replace(/[\s*＊:：_-]/g, '')
    .toLowerCase();

export type FoundColumns<N extends string> =
  | { readonly places: Places<N> }
  | { readonly missing: Text }
  | { readonly twice: Text };

/** Finds the columns by their titles, in either language; unknown titles are ignored. */
export function findColumns<N extends string>(columns: SheetColumns<N>, titles: readonly string[]): FoundColumns<N> {
  const names = Object.keys(columns) as N[];
  const known = new Map(
    names.flatMap((name) =>
      [columns[name].title.zh, columns[name].title.en, name, ...columns[name].also].map((word) => [bare(word), name]),
    ),
  );
  const places: Partial<Record<N, number>> = {};
  for (const [index, title] of titles.entries()) {
    const name = known.get(bare(title)) as N | undefined;
    if (!name) continue;
    if (places[name] !== undefined) return { twice: columns[name].title };
    places[name] = index;
  }
  const missing = names.find((name) => columns[name].isRequired && places[name] === undefined);
  return missing ? { missing: columns[missing].title } : { places };
}
