import {
  customerCodeExists,
  editionsBeyondParent,
  editionsUsedBelow,
  type editCustomer as endpoint,
  notYourself,
} from '@cardinal/contract/api/customers/customers.ts';
import type { Edition } from '@cardinal/contract/enumerations/customer.ts';
import type { BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { changedByAnother, notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { sql } from 'kysely';
import { accountOf, type Ctx } from '../../framework/context.ts';
import { refuseDuplicate, refusedAt } from '../../framework/duplicates.ts';
import { editionsBeyond, mayBeWrittenBy } from './customerRules.ts';
import { type CustomerRow, findCustomer, lockCustomer } from './customerStore.ts';
import { profileColumns } from './openCustomer.ts';

/** Changes a customer's name and terms; its kind and place stay. */
export async function editCustomer(ctx: Ctx, body: BodyOf<typeof endpoint>) {
  const customer = await lockCustomer(ctx.db, body.id);
  if (!customer) throw new Refused(notFound);
  if (!mayBeWrittenBy(customer, accountOf(ctx).customerId)) throw new Refused(notYourself);
  if (customer.version !== body.version) throw new Refused(changedByAnother);
  await checkEditions(ctx, customer, body.editions);
  const columns = profileColumns(body);
  const version = customer.version + 1;
  await refuseDuplicate(
    'customer_code',
    refusedAt('code', customerCodeExists),
    ctx.db
      .updateTable('customers.customer')
      .set({ ...columns, version, updated_at: ctx.clock.now() })
      .where('id', '=', customer.id)
      .execute(),
  );
  ctx.note({
    objectKind: 'customer',
    objectId: customer.id,
    summary: customer.name,
    before: Object.fromEntries(Object.keys(columns).map((name) => [name, customer[name as keyof CustomerRow]])),
    after: columns,
  });
  return { id: customer.id, version };
}

/** Editions stay within the parent's and cannot be removed while a child has them. */
async function checkEditions(ctx: Ctx, customer: CustomerRow, wanted: readonly Edition[]): Promise<void> {
  if (customer.parent_id) {
    const parent = await findCustomer(
      ctx.beyondScope('the parent of the top of my scope bounds its editions too'),
      customer.parent_id,
    );
    if (!parent || editionsBeyond(wanted, parent.editions).length > 0) {
      throw refusedAt('editions', editionsBeyondParent);
    }
  }
  const lost = customer.editions.filter((each) => !wanted.includes(each));
  if (lost.length === 0) return;
  const { n } = await ctx.db
    .selectFrom('customers.customer')
    .select((column) => column.fn.countAll<string>().as('n'))
    .where('parent_id', '=', customer.id)
    .where(sql<boolean>`editions && ${lost}::text[]`)
    .executeTakeFirstOrThrow();
  if (n !== '0') throw refusedAt('editions', editionsUsedBelow, { n });
}
