import { listOffers } from '@cardinal/contract/api/autoRenewals/offers.ts';
import { ValidityUnit } from '@cardinal/contract/enumerations/package.ts';
import { say, text } from '@cardinal/primitives/text.ts';
import { dayText } from '@cardinal/primitives/time.ts';
import { sql } from 'kysely';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { dataset } from '../../../framework/dataset.ts';
import { currentVersions } from '../../packages/face.ts';

const MONTHS = text('{n} 个月', '{n} months');
const DAYS = text('{n} 天', '{n} days');

type Use = { signed: number; renewed: number; failed: number; ended: number };

async function useOf(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, Use>> {
  const month = new Date(`${dayText(ctx.clock.now()).slice(0, 7)}-01T00:00:00+08:00`);
  const { rows } = await sql<Use & { id: string }>`
    select c.offer_id::text as id,
      (count(*) filter (where c.state > 0))::int as signed,
      (count(*) filter (where c.ended_at >= ${month} and c.signed_at is not null))::int as ended,
      coalesce(sum(h.paid), 0)::int as renewed, coalesce(sum(h.failed), 0)::int as failed
    from auto_renewals.contract c
    left join lateral (
      select count(*) filter (where state = 'paid' and paid_at >= ${month}) as paid,
        count(*) filter (where state = 'failed' and updated_at >= ${month}) as failed
      from auto_renewals.charge where contract_id = c.id
    ) h on true
    where c.offer_id = any(${[...ids]}::bigint[]) group by c.offer_id`.execute(
    ctx.beyondScope('contracts of offers that were read in scope'),
  );
  return new Map(rows.map((row) => [row.id, row]));
}

export const offerDataset = dataset(listOffers, {
  isShort: true,
  from: (ctx) =>
    ctx.db
      .selectFrom('auto_renewals.package as p')
      .innerJoin('retail_orders.v_listing as l', 'l.id', 'p.listing_id')
      .innerJoin('public_accounts.v_account as a', 'a.id', 'p.account_id')
      .innerJoin('packages.v_package as k', 'k.id', 'p.package_id'),
  table: 'p',
  columns: {
    title: sql`l.title`,
    accountName: sql`a.name`,
    packageName: sql`k.name`,
    firstPrice: sql`l.price`,
  },
  select: (query) =>
    query
      .selectAll('p')
      .select(['l.title as title', 'l.price as first_price', 'a.name as account_name', 'k.name as package_name']),
  present: async (rows, ctx) => {
    const uses = await useOf(
      ctx,
      rows.map(({ id }) => id),
    );
    const versions = await currentVersions(
      ctx,
      rows.map(({ package_id }) => package_id),
    );
    const templates = await ctx
      .beyondScope('the names of templates that offers in scope use')
      .selectFrom('auto_renewals.template')
      .select(['id', 'name'])
      .where(sql<boolean>`id = any(${rows.map(({ template_id }) => template_id)}::bigint[])`)
      .execute();
    const nameOf = new Map(templates.map(({ id, name }) => [id, name]));
    const own = accountOf(ctx).customerId;
    return rows.map((row) => {
      const version = versions.get(row.package_id);
      const n = String((version?.validity_count ?? 0) * (version?.units ?? 1));
      const words = version?.validity_unit === ValidityUnit.values.month ? MONTHS : DAYS;
      const use = uses.get(row.id);
      return {
        title: row.title,
        accountName: row.account_name,
        packageName: row.package_name,
        templateName: nameOf.get(row.template_id) ?? '—',
        firstPrice: row.first_price,
        period: say(words, ctx.language, { n }),
        signed: use?.signed ?? 0,
        renewed: use?.renewed ?? 0,
        failed: use?.failed ?? 0,
        ended: use?.ended ?? 0,
        isOwn: row.customer_id === own,
      };
    });
  },
});
