import type { readCustomer as endpoint } from '@cardinal/contract/api/customers/customers.ts';
import type { AnswerOf, QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { maskedEmail } from '@cardinal/primitives/email.ts';
import type { Ctx } from '../../framework/context.ts';
import type { AnyQuery } from '../../framework/dataset.ts';
import { customerSteps } from './customerFacts.ts';
import { customerDataset, type ShownCustomer, withCounts } from './customerList.ts';

/** One customer within scope; contact data are complete only for callers who may edit it. */
export async function readCustomer(ctx: Ctx, query: QueryOf<typeof endpoint>): Promise<AnswerOf<typeof endpoint>> {
  const found = ctx.db
    .selectFrom('customers.customer as c')
    .leftJoin('customers.customer as p', 'p.id', 'c.parent_id')
    .selectAll('c')
    .select(['p.id as shown_parent_id', 'p.name as parent_name'])
    .where('c.id', '=', query.id);
  const whole = ctx.db.selectFrom(found.as('shown')).selectAll('shown') as unknown as AnyQuery;
  const row = (await withCounts(whole, ctx).executeTakeFirst()) as ShownCustomer | undefined;
  if (!row) throw new Refused(notFound);
  const [shown] = await customerDataset.present([row], ctx);
  if (!shown) throw new Refused(notFound);
  const licence = await ctx.db
    .selectFrom('customers.licence')
    .select('customer_id')
    .where('customer_id', '=', row.id)
    .executeTakeFirst();
  const isWhole = shown.offered.edit;
  return {
    ...shown,
    contactPhone: isWhole ? row.contact_phone : shown.contactPhone,
    contactEmail: row.contact_email && (isWhole ? row.contact_email : maskedEmail(row.contact_email)),
    contactAddress: row.contact_address,
    licenceName: row.licence_name,
    licenceCode: row.licence_code,
    hasLicence: licence !== undefined,
    version: row.version,
    path: await customerSteps(ctx.db, row.path),
    updatedAt: row.updated_at.toISOString(),
  };
}
