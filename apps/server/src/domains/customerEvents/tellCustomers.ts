import type { PushEvent } from '@cardinal/contract/enumerations/push.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../framework/context.ts';
import { extensionList } from '../../framework/contributions.ts';

/** `facts` are what the event's type declares in the open interface, in JSON. */
export type CustomerEvent = {
  readonly customerId: string;
  readonly type: PushEvent;
  /** The card it is about, as it is now. */
  readonly card?: { readonly iccid: string; readonly platform: number; readonly productCode: string | null };
  readonly happenedAt: Date;
  readonly facts: Readonly<Record<string, unknown>>;
};

/**
 * Later rooms hear whose events were written, in the transaction that wrote them. They must not wait for a lock: whoever tells
 * holds those of money and cards.
 */
export const eventHearers =
  extensionList<(ctx: Ctx, customerIds: readonly string[]) => Promise<void>>('customerEvents.eventHearers');

/**
 * Writes what happened for the systems of these customers, within the transaction in which it happens. Events of one card stand in
 * the order in which they were told, as long as whoever tells holds the card.
 */
export async function tellCustomers(ctx: Ctx, events: readonly CustomerEvent[]): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map(({ customerId, type, card, happenedAt, facts }) => ({
    id: ctx.ids.next(),
    customer_id: customerId,
    type,
    iccid: card?.iccid ?? null,
    platform: card?.platform ?? null,
    product_code: card?.productCode ?? null,
    happened_at: happenedAt,
    facts,
  }));
  await sql`
    insert into customer_events.event (id, at, happened_at, customer_id, type, iccid, platform, product_code, facts)
    select r.id, ${ctx.clock.now()}, r.happened_at, r.customer_id, r.type, r.iccid, r.platform, r.product_code, r.facts
    from rows from (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as (id bigint, customer_id bigint, type text, iccid text, platform smallint, product_code text, happened_at timestamptz, facts jsonb)) with ordinality r
    order by r.ordinality`.execute(ctx.beyondScope('customers are told by whoever changes their cards and orders'));
  const customerIds = [...new Set(events.map(({ customerId }) => customerId))];
  for (const hear of ctx.contributed(eventHearers)) await hear(ctx, customerIds);
}
