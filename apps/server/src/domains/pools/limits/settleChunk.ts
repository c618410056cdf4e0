import { StopReason } from '@cardinal/contract/enumerations/card.ts';
import { say, type Text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import { liftReasons, raiseReasons } from '../../cardCommands/face.ts';
import { type LockedCard, lockCards } from '../../cards/face.ts';
import { ofPools } from '../cycles/poolStore.ts';

/** Cards that are settled in one transaction. */
export const AT_ONCE = 500;

/** What a pool of whatever kind does to its cards, and what becomes of that: `D` is a card that is due, `H` the held pool. */
export type Settling<H, D extends { readonly cardId: string }> = {
  /** Some that are due, in the order of their cards; asked again once cards and pool are held. */
  readonly due: (ctx: Ctx, held: H) => Promise<readonly D[]>;
  /** Holds the pool, after its cards. */
  readonly hold: (ctx: Ctx) => Promise<H | undefined>;
  readonly settle: (ctx: Ctx, held: H, due: readonly D[], cards: ReadonlyMap<string, LockedCard>) => Promise<void>;
  /** Nothing is due any more. */
  readonly end: (ctx: Ctx, held: H) => Promise<void>;
};

/** Settles some cards in one transaction, locked before their pool. Whether there may be more. */
export async function settleChunk<H, D extends { readonly cardId: string }>(
  ctx: Ctx,
  seen: H,
  of: Settling<H, D>,
): Promise<boolean> {
  const ids = new Set((await of.due(ctx, seen)).map(({ cardId }) => cardId));
  return ctx.transact(async (inside) => {
    const cards = new Map((await lockCards(ofPools(inside), [...ids])).map((card) => [card.id, card]));
    const held = await of.hold(inside);
    if (!held) return false;
    const due = await of.due(inside, held);
    const mine = due.filter(({ cardId }) => cards.has(cardId));
    if (mine.length > 0) await of.settle(inside, held, mine, cards);
    const isDone = mine.length === due.length && due.length < AT_ONCE;
    if (isDone) await of.end(inside, held);
    return !isDone && ids.size > 0;
  });
}

const { arrears } = StopReason.values;

/** Raises or lifts arrears on locked cards, for a reason that their owners may read. */
export async function ruleCards(
  ctx: Ctx,
  how: 'raise' | 'lift',
  cards: readonly LockedCard[],
  why: (card: LockedCard) => Text,
): Promise<void> {
  const act = how === 'raise' ? raiseReasons : liftReasons;
  for (const same of Map.groupBy(cards, (card) => say(why(card), 'en')).values())
    await act(ctx, { cardIds: same.map(({ id }) => id), reasons: [arrears], why: why(same[0] as LockedCard) });
}
