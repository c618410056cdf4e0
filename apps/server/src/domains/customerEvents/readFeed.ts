import type { PushEvent } from '@cardinal/contract/enumerations/message.ts';
import { sql } from 'kysely';
import { accountOf, type Ctx } from '../../framework/context.ts';

/** The maximum of events that get their place at once; the rest waits for the next reading. */
const MOST_PLACED = 20_000;

/**
 * Gives the customer's events of committed transactions their places in the feed, one reader at a time. A place is never given
 * below one that was read, so a reader who goes on behind it misses nothing, however long a transaction took.
 */
async function placeEvents(ctx: Ctx, customerId: string): Promise<void> {
  const waiting = await ctx.db
    .selectFrom('customer_events.event')
    .select('id')
    .where('place', 'is', null)
    .limit(1)
    .executeTakeFirst();
  if (!waiting) return;
  await ctx.transact(async ({ db }) => {
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
  readonly types?: readonly PushEvent[] | undefined;
  /** Leaves out events of cards of other carriers or products. */
  readonly platforms?: readonly number[] | undefined;
  readonly productCodes?: readonly string[] | undefined;
};

/** Events of the caller's customer behind a place, oldest first. The places are those of one customer, without gaps. */
export async function readFeed(ctx: Ctx, { after, limit, types, platforms, productCodes }: Wanted) {
  await placeEvents(ctx, accountOf(ctx).customerId);
  const rows = await ctx.db
    .selectFrom('customer_events.event')
    .select(['place', 'type', 'iccid', 'happened_at', 'facts'])
    .where('place', '>', after)
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
