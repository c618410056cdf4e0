import type { readCardOffers as endpoint } from '@cardinal/contract/api/cardViews/cardOffers.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { say, type Text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import { channelOf } from '../../cardBatches/face.ts';
import { offersOn } from './cardView.ts';

type Answer = AnswerOf<typeof endpoint>;

/** How many of the cards can take each action now, and why where none can. */
export async function cardOffers(ctx: Ctx, ids: readonly string[]): Promise<Answer> {
  const cards = await ctx.db.selectFrom('cards.v_card').selectAll().where('id', 'in', ids).execute();
  const accounts = [...new Set(cards.map((card) => card.carrier_account_id))];
  const channels = new Map(await Promise.all(accounts.map(async (id) => [id, await channelOf(ctx, id)] as const)));
  const found = new Map<Answer['offers'][number]['action'], (Text | undefined)[]>();
  for (const card of cards) {
    const channel = channels.get(card.carrier_account_id) ?? { isConnected: false, capabilities: undefined };
    for (const { action, why } of offersOn(ctx, card, channel)) {
      found.set(action, [...(found.get(action) ?? []), why]);
    }
  }
  return {
    cards: cards.length,
    offers: [...found].map(([action, whys]) => {
      const able = whys.filter((why) => why === undefined).length;
      const why = able > 0 ? undefined : mostFrequent(whys.flatMap((each) => each ?? []));
      return { action, able, why: why ? say(why, ctx.language) : null };
    }),
  };
}

function mostFrequent(words: readonly Text[]): Text | undefined {
  const counts = Map.groupBy(words, ({ en }) => en);
  return [...counts.values()].toSorted((a, b) => b.length - a.length)[0]?.[0];
}
