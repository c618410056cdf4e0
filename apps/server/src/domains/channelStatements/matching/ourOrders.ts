import type { ChannelOrderState } from '@cardinal/contract/enumerations/channelStatement.ts';
import { FulfilmentState, type SalesPlatform } from '@cardinal/contract/enumerations/order.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';

const { ordering, failed, closed } = FulfilmentState.values;

export const beyond = (ctx: Ctx) =>
  ctx.beyondScope('a seller compares its orders, which its buyers paid, with statements of its own');

/** Not delivered; `o` is the order. */
const isOff = sql<boolean>`o.fulfil_state in (${failed}, ${closed})`;
/** Its seller was paid outside, so that what the order gave back is not what the shop is owed. */
const isOwn = sql<boolean>`c.customer_id = c.seller_id`;
const settled = sql`c.settlement_price + c.corrected`;

/** How our order `o` of the channel order `c` stands, in the words of statements. */
export const ourState = sql<ChannelOrderState>`case when ${isOff} then 'closed'
  when o.refunded > 0 or (c.settlement_price > 0 and ${settled} = 0) then 'refunded' else 'paid' end`;

/** What is settled of it. */
export const ourSettlement = sql<string>`case when ${isOff} then 0
  when ${isOwn} then case when o.refunded > 0 then 0 else ${settled} end
  else greatest(${settled} - o.refunded, 0) end`;

export const isUnderWay = sql<boolean>`o.fulfil_state = ${ordering}`;

/** The orders of a seller that came through a sales platform. */
export const channelOrders = (ctx: Ctx, customerId: string, salesPlatform: SalesPlatform) =>
  beyond(ctx)
    .selectFrom('group_buys.v_channel_order as c')
    .innerJoin('orders.v_order as o', 'o.id', 'c.order_id')
    .where('c.seller_id', '=', customerId)
    .where('c.sales_platform', '=', salesPlatform);

/** One at a time decides about the statements of a customer; before any lock of orders and money. */
export const lockStatements = (ctx: Ctx, customerId: string): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`channel_statements:${customerId}`}, 0))`.execute(ctx.db);
