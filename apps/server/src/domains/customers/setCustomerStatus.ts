import { type setCustomerStatus as endpoint, notYourself } from '@cardinal/contract/api/customers/customers.ts';
import { type BodyOf, DONE } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { accountOf, type Ctx } from '../../framework/context.ts';
import { lockCustomer } from './customerStore.ts';

/**
 * Disabling rejects every account of the customer from its next request on. Earlier sessions do not come back when it is
 * enabled again. Cards and children are not affected; stopping the cards is a separate task.
 */
export async function setCustomerStatus(ctx: Ctx, body: BodyOf<typeof endpoint>) {
  const customer = await lockCustomer(ctx.db, body.id);
  if (!customer) throw new Refused(notFound);
  if (customer.id === accountOf(ctx).customerId) throw new Refused(notYourself);
  if (customer.status !== body.status) {
    const now = ctx.clock.now();
    await ctx.db
      .updateTable('customers.customer')
      .set({
        status: body.status,
        version: customer.version + 1,
        updated_at: now,
        ...(body.status === 0 ? { sessions_from: now } : {}),
      })
      .where('id', '=', customer.id)
      .execute();
  }
  ctx.note({
    objectKind: 'customer',
    objectId: customer.id,
    summary: customer.name,
    before: { status: customer.status },
    after: { status: body.status },
  });
  return DONE;
}
