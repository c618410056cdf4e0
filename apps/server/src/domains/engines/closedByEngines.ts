import { ENGINE_PAGES } from '@cardinal/contract/api/engines/engines.ts';
import { CustomerKind } from '@cardinal/contract/enumerations/customer.ts';
import { accountOf, type Ctx } from '../../framework/context.ts';
import { customerOf } from '../customers/face.ts';
import { running } from './engineStore.ts';

/** Pages hidden because their engine is off for the customer. The platform sees all pages. */
export async function closedByEngines(ctx: Ctx): Promise<readonly string[]> {
  const { customerId } = accountOf(ctx);
  const db = ctx.beyondScope('my own customer, whatever my data scope');
  const sold = await db
    .selectFrom('engines.engine')
    .select(['id', 'code'])
    .where('access', '=', 'subscription')
    .execute();
  const withPages = sold.filter(({ code }) => ENGINE_PAGES[code].length > 0);
  if (withPages.length === 0) return [];
  const customer = await customerOf(db, customerId);
  if (customer?.kind === CustomerKind.values.PLATFORM) return [];
  const held = await running({ ...ctx, db }, ctx.clock.now())
    .select('s.engine_id')
    .where('s.customer_id', '=', customerId)
    .execute();
  const runs = new Set(held.map((row) => row.engine_id));
  return withPages.filter(({ id }) => !runs.has(id)).flatMap(({ code }) => ENGINE_PAGES[code]);
}
