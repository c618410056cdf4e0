import { notDirectChild } from '@cardinal/contract/api/esim/refusals.ts';
import { type FieldProblem, Refused } from '@cardinal/contract/framework/refusal.ts';
import { invalid } from '@cardinal/contract/framework/standardRefusals.ts';
import { problem } from '@cardinal/primitives/problem.ts';
import { accountOf, type Ctx } from '../../framework/context.ts';
import { type CustomerFacts, customerOf } from '../customers/face.ts';

/** A direct child of the caller's customer, as the receiver of something. */
export async function directChild(ctx: Ctx, customerId: string): Promise<CustomerFacts> {
  const customer = await customerOf(ctx.db, customerId);
  if (!customer) {
    const unknown = { field: 'customerId', ...problem('客户不存在', 'Customer not found') } as FieldProblem;
    throw new Refused(invalid, {}, [unknown]);
  }
  if (customer.parentId !== accountOf(ctx).customerId) throw new Refused(notDirectChild);
  return customer;
}

/** The caller's own customer, as the receiver of recovered things. */
export async function ownCustomer(ctx: Ctx): Promise<CustomerFacts> {
  const own = await customerOf(ctx.db, accountOf(ctx).customerId);
  if (!own) throw new Error('The acting customer does not exist');
  return own;
}
