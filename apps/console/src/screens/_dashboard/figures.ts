import type { TileFigure, TileLink } from '@cardinal/contract/api/reports/dashboard.ts';
import type { CardKind } from '@cardinal/contract/enumerations/card.ts';

export type FigureTone = TileFigure['tone'];

/** One kind of card within a figure, with its list. */
export type FigurePart = { readonly kind: CardKind | null; readonly count: number; readonly link: TileLink | null };

/** A displayed number: over all card kinds, and by kind if there are several. */
export type ShownFigure = {
  readonly key: string;
  readonly words: string;
  readonly count: number;
  readonly tone: FigureTone;
  readonly parts: readonly FigurePart[];
};

const RANK: readonly FigureTone[] = ['plain', 'good', 'warning', 'bad'];
const worse = (one: FigureTone, other: FigureTone): FigureTone =>
  RANK.indexOf(one) >= RANK.indexOf(other) ? one : other;

/** Card figures arrive per kind; this merges them into one number each, in their order. */
export function shownFigures(figures: readonly TileFigure[]): ShownFigure[] {
  const shown = new Map<string, ShownFigure>();
  for (const { key, words, kind, count, tone, link } of figures) {
    const before = shown.get(key);
    const parts = [...(before?.parts ?? []), { kind, count, link }];
    shown.set(key, {
      key,
      words,
      count: (before?.count ?? 0) + count,
      tone: before ? worse(before.tone, tone) : tone,
      // Kinds without cards are omitted, unless none has any.
      parts: parts.some((part) => part.count > 0) ? parts.filter((part) => part.count > 0) : parts.slice(0, 1),
    });
  }
  return [...shown.values()];
}

const URGENCY: readonly FigureTone[] = ['warning', 'bad'];

/** What needs somebody comes first; what is nought is apart. */
export function byUrgency(figures: readonly ShownFigure[]) {
  const urgency = ({ tone }: ShownFigure) => URGENCY.indexOf(tone);
  return {
    some: figures.filter(({ count }) => count > 0).toSorted((a, b) => urgency(b) - urgency(a)),
    noughts: figures.filter(({ count }) => count === 0),
  };
}

/** The address of a list with its filter. */
export function addressOf(link: TileLink): string {
  const query = new URLSearchParams(
    Object.entries(link.query).flatMap(([key, value]) => [value].flat().map((each) => [key, each])),
  ).toString();
  return query ? `${link.path}?${query}` : link.path;
}
