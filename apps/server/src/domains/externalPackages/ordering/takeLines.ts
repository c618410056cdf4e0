import type { DeliveredElsewhere } from '../../orders/face.ts';
import { beyond, sourceById } from '../sources/sourceStore.ts';
import { mostFor } from './orderRules.ts';
import { placeOrdersJob } from './placeOrders.ts';

/** Orders of external packages: each card is an order at the source, under a number of ours. */
export const deliveredBySources: DeliveredElsewhere = {
  take: async (ctx, { order, lines, periods }) => {
    const offer = await beyond(ctx)
      .selectFrom('external_packages.offer')
      .selectAll()
      .where('package_id', '=', order.package_id)
      .executeTakeFirst();
    const source = offer && (await sourceById(ctx, offer.source_id));
    if (!offer || !source) return false;
    const now = ctx.clock.now();
    const times = BigInt(periods);
    const rows = lines.map(({ id: lineId, iccid }) => {
      const id = ctx.ids.next();
      return {
        id,
        out_order_no: `${order.order_no}-${id}`,
        source_id: source.id,
        customer_id: source.customer_id,
        offer_id: offer.id,
        package_id: order.package_id,
        code: offer.code,
        order_id: order.id,
        order_no: order.order_no,
        line_id: lineId,
        iccid,
        periods,
        effective_type: order.effective_type,
        postpone_days: order.postpone_days,
        agreed: String(BigInt(offer.accepted_price ?? 0) * times),
        most: String(mostFor(BigInt(offer.agreed_price ?? 0), source.tolerance, periods)),
        currency: offer.accepted_currency ?? offer.currency,
        state: 'waiting' as const,
        charged: null,
        charged_currency: null,
        their_order_no: null,
        sent_at: null,
        next_at: now,
        told_at: null,
        words_zh: null,
        words_en: null,
        created_at: now,
        settled_at: null,
      };
    });
    await beyond(ctx).insertInto('external_packages.source_order').values(rows).execute();
    await ctx.enqueue(placeOrdersJob, { sourceId: source.id }, { key: source.id });
    return true;
  },
};
