import type { TileFigure, TileLink } from '@cardinal/contract/api/dashboard.ts';
import { CardKind } from '@cardinal/contract/enumerations/card.ts';
import { say, type Text } from '@cardinal/primitives/text.ts';
import { type Ctx, holds } from '../../framework/context.ts';

/** The list of each kind of card, and what opens it. */
const LISTS: Readonly<Record<CardKind, { path: string; permission: string }>> = {
  [CardKind.values.flow]: { path: '/cardsManagement/flowCardManagement', permission: 'flowCard.view' },
  [CardKind.values.voice]: { path: '/cardsManagement/voiceCardManagement', permission: 'voiceCard.view' },
  [CardKind.values.nb]: { path: '/cardsManagement/NBCardManagement', permission: 'nbCard.view' },
  [CardKind.values.esim]: { path: '/cardsManagement/flowCardManagement', permission: 'flowCard.view' },
};

/** The kinds of card the caller's figures count. */
export const kindsSeen = (ctx: Pick<Ctx, 'actor'>): CardKind[] =>
  CardKind.options.map(({ value }) => value).filter((kind) => holds(ctx.actor, LISTS[kind].permission));

/** The screen of a kind shows that kind; cards that have no screen of their own name theirs. */
export const cardLink = (kind: CardKind, query: Record<string, string>): TileLink => ({
  path: LISTS[kind].path,
  query: kind === CardKind.values.esim ? { kind: String(kind), ...query } : query,
});

type Tone = TileFigure['tone'];

/** A figure of cards, once for each kind that has any; flow cards always, so that a zero can be seen. */
export function figuresOfKinds(
  ctx: Ctx,
  about: { key: string; words: Text; tone: Tone; query: Record<string, string> },
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
