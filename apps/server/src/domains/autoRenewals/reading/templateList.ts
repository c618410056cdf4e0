import { listTemplates } from '@cardinal/contract/api/autoRenewals/templates.ts';
import { sql } from 'kysely';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { dataset } from '../../../framework/dataset.ts';

type Use = { signed: number; ended: number; offers: number };

/** How far templates are used, whoever sells under them: a level above sees how its plans are used below. */
async function useOf(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, Use>> {
  const { rows } = await sql<Use & { id: string }>`
    select t.id::text as id,
      (select count(*)::int from auto_renewals.contract c where c.template_id = t.id and c.state > 0) as signed,
      (select count(*)::int from auto_renewals.contract c where c.template_id = t.id and c.signed_at is not null and c.ended_at is not null) as ended,
      (select count(*)::int from auto_renewals.package p where p.template_id = t.id) as offers
    from unnest(${[...ids]}::bigint[]) t (id)`.execute(ctx.beyondScope('the use of templates that were read in scope'));
  return new Map(rows.map((row) => [row.id, row]));
}

export const templateDataset = dataset(listTemplates, {
  isShort: true,
  from: (ctx) =>
    ctx.db
      .selectFrom('auto_renewals.template as t')
      .innerJoin('customers.v_customer as c', 'c.id', 't.customer_id')
      .leftJoin('payment_providers.v_merchant as m', 'm.id', 't.merchant_id'),
  table: 't',
  columns: { customerName: sql`c.name`, merchantName: sql`m.name` },
  select: (query) => query.selectAll('t').select(['c.name as customer_name', 'm.name as merchant_name']),
  present: async (rows, ctx) => {
    const uses = await useOf(
      ctx,
      rows.map(({ id }) => id),
    );
    const own = accountOf(ctx).customerId;
    return rows.map((row) => ({
      customerName: row.customer_name,
      merchantName: row.merchant_name ?? '—',
      signed: uses.get(row.id)?.signed ?? 0,
      ended: uses.get(row.id)?.ended ?? 0,
      offers: uses.get(row.id)?.offers ?? 0,
      isOwn: row.customer_id === own,
    }));
  },
});
