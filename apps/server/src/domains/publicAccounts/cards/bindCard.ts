import type {
  bindCard as bindEndpoint,
  unbindCard as unbindEndpoint,
} from '@cardinal/contract/api/publicAccounts/endUsers.ts';
import {
  cardBoundByOthers,
  cardNotOfAccount,
  tooManyBindings,
  tooManyLookUps,
} from '@cardinal/contract/api/publicAccounts/publicAccounts.ts';
import { type AnswerOf, type BodyOf, DONE } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { sql } from 'kysely';
import { type Ctx, endUserOf } from '../../../framework/context.ts';
import type { Commit } from '../../../framework/domain.ts';
import { cardsNamedBy } from '../../cards/face.ts';
import { asSeller, cardOf } from './cardsOfEndUser.ts';

const MOST_CARDS = 20;
const MOST_USERS = 5;
/** Numbers stand in rows, so whoever tries is slowed down: so many misses in this time, then he waits. */
const MOST_MISSES = 8;
const MISSES_MS = 30 * 60_000;

const own = (ctx: Ctx) => ctx.beyondScope('an end user’s own bindings and misses');

/** Holds the end user, so that what he does at once is done one after the other. */
export const lockEndUser = (ctx: Ctx) =>
  own(ctx)
    .selectFrom('public_accounts.end_user')
    .select('id')
    .where('id', '=', endUserOf(ctx).endUserId)
    .forUpdate()
    .executeTakeFirstOrThrow();

/** Refuses who has missed too often; a miss is kept although its request is refused, so it is written before the change. */
async function slowDown(ctx: Ctx): Promise<void> {
  const { endUserId } = endUserOf(ctx);
  const now = ctx.clock.now();
  const misses = await own(ctx)
    .selectFrom('public_accounts.missed_number')
    .select('at')
    .where('end_user_id', '=', endUserId)
    .where('at', '>', new Date(now.getTime() - MISSES_MS))
    .orderBy('at')
    .execute();
  const first = misses.at(-MOST_MISSES);
  if (!first) return;
  const waits = first.at.getTime() + MISSES_MS - now.getTime();
  throw new Refused(tooManyLookUps, { minutes: String(Math.max(1, Math.ceil(waits / 60_000))) });
}

/** The card of a number in the tree of the account's owner. A whole number, and one card only. */
async function findByNumber(ctx: Ctx, number: string): Promise<string | undefined> {
  const seller = await asSeller(ctx, endUserOf(ctx).customerId);
  const found = await cardsNamedBy(seller, [number], ['iccid', 'business_number']);
  const ids = new Set(found.map(({ id }) => id));
  return ids.size === 1 ? [...ids][0] : undefined;
}

/**
 * Adds a card. A number that is wrong and one of somebody else's card are the same miss, counted in a transaction of its own before
 * the change is refused.
 */
export async function bindCard(
  ctx: Ctx,
  { number }: BodyOf<typeof bindEndpoint>,
): Promise<Commit<AnswerOf<typeof bindEndpoint>>> {
  const { endUserId, publicAccountId, customerId } = endUserOf(ctx);
  const cardId = await ctx.transact(async (inside) => {
    await lockEndUser(inside);
    await slowDown(inside);
    const found = await findByNumber(inside, number);
    if (!found)
      await own(inside)
        .insertInto('public_accounts.missed_number')
        .values({ id: inside.ids.next(), end_user_id: endUserId, at: inside.clock.now() })
        .execute();
    return found;
  });
  if (!cardId) throw new Refused(cardNotOfAccount);
  return async (inside) => {
    await lockEndUser(inside);
    const db = own(inside);
    // Two people who add one card at once are counted one after the other.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`binding ${cardId}`}, 0))`.execute(db);
    const open = await db
      .selectFrom('public_accounts.binding')
      .select(['end_user_id', 'card_id'])
      .where((where) => where.or([where('end_user_id', '=', endUserId), where('card_id', '=', cardId)]))
      .where('ended_at', 'is', null)
      .execute();
    if (open.some((each) => each.end_user_id === endUserId && each.card_id === cardId)) return { id: cardId };
    if (open.filter((each) => each.end_user_id === endUserId).length >= MOST_CARDS)
      throw new Refused(tooManyBindings, { most: String(MOST_CARDS) });
    if (open.filter((each) => each.card_id === cardId).length >= MOST_USERS) throw new Refused(cardBoundByOthers);
    await db
      .insertInto('public_accounts.binding')
      .values({
        id: inside.ids.next(),
        end_user_id: endUserId,
        account_id: publicAccountId,
        customer_id: customerId,
        card_id: cardId,
        created_at: inside.clock.now(),
        ended_at: null,
      })
      .execute();
    return { id: cardId };
  };
}

export async function unbindCard(
  ctx: Ctx,
  { cardId }: BodyOf<typeof unbindEndpoint>,
): Promise<AnswerOf<typeof unbindEndpoint>> {
  await cardOf(ctx, cardId);
  await own(ctx)
    .updateTable('public_accounts.binding')
    .set({ ended_at: ctx.clock.now() })
    .where('end_user_id', '=', endUserOf(ctx).endUserId)
    .where('card_id', '=', cardId)
    .where('ended_at', 'is', null)
    .execute();
  return DONE;
}
