import type { TileFigure, TileLink } from '@cardinal/contract/api/reports/dashboard.ts';
import { CardKind } from '@cardinal/contract/enumerations/card.ts';
import { CARD_LISTS, cardListQuery } from '@cardinal/contract/routes/cardLists.ts';
import { say, type Text } from '@cardinal/primitives/text.ts';
import { type Ctx, holds } from '../../framework/context.ts';

/** The card kinds included in the caller's figures. */
export const kindsSeen = (ctx: Pick<Ctx, 'actor'>): CardKind[] =>
  CardKind.options.map(({ value }) => value).filter((kind) => holds(ctx.actor, CARD_LISTS[kind].permission));

export const cardLink = (kind: CardKind, query: TileLink['query']): TileLink => ({
  path: CARD_LISTS[kind].path,
  query: { ...cardListQuery(kind, {}), ...query },
});

type Tone = TileFigure['tone'];

/** A card figure for each kind with cards; data cards always, so that a zero is visible. */
export function figuresOfKinds(
  ctx: Ctx,
  about: { key: string; words: Text; tone: Tone; query: TileLink['query'] },
  counts: ReadonlyMap<CardKind, number>,
): TileFigure[] {
  return kindsSeen(ctx)
    .filter((kind) => (counts.get(kind) ?? 0) > 0 || kind === CardKind.values.flow)
    .map((kind) => {
      const count = counts.get(kind) ?? 0;
      return {
        key: about.key,
        words: say(about.words, ctx.language),
        kind,
        count,
        tone: count > 0 ? about.tone : 'plain',
        link: cardLink(kind, about.query),
      };
    });
}
