import type { PushEvent } from '@cardinal/contract/enumerations/push.ts';
import { sql } from 'kysely';
import { accountOf, type Ctx } from '../../framework/context.ts';
import type { Database } from '../../framework/tables.ts';

const PLACING = 'places are given in the feed of one customer, whoever reads it';

/** The maximum of events that get their place at once; the rest waits for the next reading. */
const MOST_PLACED = 20_000;

/**
 * Gives the customer's events of committed transactions their places in the feed, one reader at a time. A place is never given
 * below one that was read, so a reader who goes on behind it misses nothing, however long a transaction took.
 */
async function placeEvents(ctx: Ctx, customerId: string): Promise<void> {
  const waiting = await ctx
    .beyondScope(PLACING)
    .selectFrom('customer_events.event')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('place', 'is', null)
    .limit(1)
    .executeTakeFirst();
  if (!waiting) return;
  await ctx.transact(async (inside) => {
    const db = inside.beyondScope(PLACING);
    await db
      .insertInto('customer_events.last_place')
      .values({ customer_id: customerId, place: '0' })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const { place } = await db
      .selectFrom('customer_events.last_place')
      .select('place')
      .where('customer_id', '=', customerId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    // A statement of its own: it sees what was committed before the lock was given.
    const { numAffectedRows = 0n } = await sql`
      update customer_events.event e set place = ${place}::bigint + w.number
      from (
        select id, at, row_number() over (order by told_at, id) as number from (
          select id, at, told_at from customer_events.event
          where customer_id = ${customerId} and place is null order by told_at, id limit ${MOST_PLACED}) first) w
      where e.id = w.id and e.at = w.at`.execute(db);
    await db
      .updateTable('customer_events.last_place')
      .set({ place: String(BigInt(place) + numAffectedRows) })
      .where('customer_id', '=', customerId)
      .execute();
  });
}

type Wanted = {
  readonly after: string;
  readonly limit: number;
  /** Leaves out what was told before. */
  readonly toldSince?: Date | undefined;
  readonly types?: readonly PushEvent[] | undefined;
  /** Leaves out events of cards of other carriers or products. */
  readonly platforms?: readonly number[] | undefined;
  readonly productCodes?: readonly string[] | undefined;
};

export type FeedEvent = {
  readonly place: string;
  readonly type: PushEvent;
  readonly iccid: string | null;
  readonly happenedAt: Date;
  readonly facts: Readonly<Record<string, unknown>>;
};

/** Events of the caller's customer behind a place, oldest first. The places are those of one customer, without gaps. */
export async function readFeed(ctx: Ctx, wanted: Wanted): Promise<readonly FeedEvent[]> {
  const { customerId } = accountOf(ctx);
  await placeEvents(ctx, customerId);
  return eventsOf(ctx.db, customerId, wanted);
}

/** The same for a customer in whose name no account acts, with the place behind which nothing was looked at. */
export async function feedOf(
  ctx: Ctx,
  customerId: string,
  wanted: Wanted,
): Promise<{ readonly events: readonly FeedEvent[]; readonly end: string }> {
  await placeEvents(ctx, customerId);
  const db = ctx.beyondScope('what sends events to customers acts for all of them');
  const last = await lastPlace(ctx, customerId);
  const events = await eventsOf(db, customerId, { ...wanted, upTo: last });
  return { events, end: events.length < wanted.limit ? last : (events.at(-1)?.place ?? last) };
}

/** The place of the customer's latest event that has one; `0`: none. */
export async function lastPlace(ctx: Ctx, customerId: string): Promise<string> {
  const row = await ctx
    .beyondScope('what sends events to customers acts for all of them')
    .selectFrom('customer_events.last_place')
    .select('place')
    .where('customer_id', '=', customerId)
    .executeTakeFirst();
  return row?.place ?? '0';
}

async function eventsOf(
  db: Database,
  customerId: string,
  { after, upTo, toldSince, limit, types, platforms, productCodes }: Wanted & { readonly upTo?: string },
): Promise<readonly FeedEvent[]> {
  const rows = await db
    .selectFrom('customer_events.event')
    .select(['place', 'type', 'iccid', 'happened_at', 'facts'])
    .where('customer_id', '=', customerId)
    .where('place', '>', after)
    .$if(upTo !== undefined, (some) => some.where('place', '<=', upTo ?? ''))
    .$if(toldSince !== undefined, (some) => some.where('at', '>=', toldSince as Date))
    .$if(types !== undefined, (some) => some.where('type', 'in', types ?? []))
    .$if(platforms !== undefined, (some) =>
      some.where(({ eb, or }) => or([eb('iccid', 'is', null), eb('platform', 'in', platforms ?? [])])),
    )
    .$if(productCodes !== undefined, (some) =>
      some.where(({ eb, or }) => or([eb('iccid', 'is', null), eb('product_code', 'in', productCodes ?? [])])),
    )
    .orderBy('place')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    place: row.place as string,
    type: row.type,
    iccid: row.iccid,
    happenedAt: row.happened_at,
    facts: row.facts,
  }));
}
