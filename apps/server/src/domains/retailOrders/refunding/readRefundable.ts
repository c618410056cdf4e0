import type { readRefundable as endpoint } from '@cardinal/contract/api/retailOrders/refunding.ts';
import { retailOrderNotFound } from '@cardinal/contract/api/retailOrders/refusals.ts';
import type { AnswerOf, QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { say } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import { shownTitle } from '../buying/shownTitle.ts';
import { refundableOf } from './refundable.ts';
import { latestRequest, shownRequest } from './requests.ts';

export async function readRefundable(ctx: Ctx, { id }: QueryOf<typeof endpoint>): Promise<AnswerOf<typeof endpoint>> {
  const row = await ctx.db.selectFrom('retail_orders.retail_order').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw new Refused(retailOrderNotFound);
  const { lines, most, whyNot, note } = await refundableOf(ctx, row);
  const request = await latestRequest(ctx, id);
  return {
    name: row.order_no,
    title: shownTitle(ctx, row),
    currency: row.currency,
    price: row.price,
    refunded: row.refunded,
    most: { all: String(most.all), waiting: String(most.waiting) },
    isSetUp: lines.length > 0 || note !== undefined,
    note: note ? say(note, ctx.language) : null,
    lines: lines.map((line) => ({
      id: line.lineId,
      name: line.name,
      isUsing: line.isUsing,
      startsAt: line.startsAt.toISOString(),
      endsAt: line.endsAt.toISOString(),
      price: String(line.price),
      refundable: String(line.refundable),
      why: say(line.why, ctx.language),
    })),
    whyNot: whyNot ? say(whyNot, ctx.language) : null,
    request: request?.state === 'asked' ? shownRequest(request) : null,
  };
}
