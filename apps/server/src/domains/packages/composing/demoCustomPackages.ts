import { say, type Text, text } from '@cardinal/primitives/text.ts';
import { DAY_MS } from '@cardinal/primitives/time.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { termsOfVersion, versionById } from '../definitions/packageStore.ts';
import { PACKAGES } from '../distributedPackages.ts';
import { customTerms } from './customRules.ts';

const MAKER = '10';
const CHILDREN = ['11', '12'];

type Line = {
  readonly code: string;
  readonly base: string;
  readonly name: Text;
  readonly units: number;
  readonly since: number;
};
/** The second was priced before its base grew dearer, so that its sale waits for new prices. */
const LINES: readonly Line[] = [
  { code: 'A-LT-Q3G', base: 'LT-M1G', name: text('联通1GB季包', 'Unicom 1 GB quarterly'), units: 3, since: 120 },
  { code: 'A-YD-H6G', base: 'YD-M1G', name: text('移动1GB半年包', 'Mobile 1 GB half-yearly'), units: 6, since: 40 },
];

/** What an agent put together from packages it has, and gave to its children a little dearer than it pays. */
export async function seedCustomPackages(ctx: Ctx): Promise<void> {
  for (const [at, { code, base, name, units, since }] of LINES.entries()) {
    const made = new Date(ctx.clock.now().getTime() - since * DAY_MS);
    const from = await ctx.db
      .selectFrom('packages.package')
      .selectAll()
      .where('code', '=', base)
      .executeTakeFirstOrThrow();
    const sold = await versionById(ctx, from.current_version_id);
    if (!sold) throw new Error(`Package ${base} has no version`);
    const [id, versionId] = [String(8_501 + at), String(85_001 + at)];
    await ctx.db
      .insertInto('packages.package')
      .values({
        ...from,
        id,
        customer_id: MAKER,
        code,
        name: say(name, ctx.language),
        origin: 'custom',
        carrier_package_code: null,
        cost_price: '0',
        base_package_id: from.id,
        current_version_id: versionId,
        version: 1,
        created_by: 'agent',
        created_at: made,
        updated_by: 'agent',
        updated_at: made,
      })
      .execute();
    await ctx.db.insertInto('packages.package_code').values({ code, package_id: id }).execute();
    await ctx.db
      .insertInto('packages.package_version')
      .values({
        ...customTerms(termsOfVersion(sold), units, null),
        id: versionId,
        package_id: id,
        number: 1,
        created_by: 'agent',
        created_at: made,
      })
      .execute();
    await distribute(ctx, { id, baseId: from.id, units, made, at });
  }
}

async function distribute(
  ctx: Ctx,
  { id, baseId, units, made, at }: { id: string; baseId: string; units: number; made: Date; at: number },
): Promise<void> {
  const own = await ctx.db
    .selectFrom('packages.package_distribution as d')
    .select(['d.id', PACKAGES.priceAt(sql`d.id`, 'reserve_price', made).as('price')])
    .select(PACKAGES.priceAt(sql`d.id`, 'currency', made).as('currency'))
    .where('d.package_id', '=', baseId)
    .where('d.customer_id', '=', MAKER)
    .executeTakeFirstOrThrow();
  const row = { package_id: id, state: 'on', given_at: made, recalled_at: null, updated_at: made } as const;
  await ctx.db
    .insertInto('packages.package_distribution')
    .values({ ...row, id, customer_id: MAKER, from_customer_id: null })
    .execute();
  for (const [nth, child] of CHILDREN.entries()) {
    const distributionId = String(819_001 + at * 10 + nth);
    const reserve = Number(own.price) * units + 300 * (nth + 1);
    await ctx.db
      .insertInto('packages.package_distribution')
      .values({ ...row, id: distributionId, customer_id: child, from_customer_id: MAKER })
      .execute();
    await ctx.db
      .insertInto('packages.package_price')
      .values({
        distribution_id: distributionId,
        effective_at: made,
        reserve_price: String(reserve),
        min_price: String(reserve),
        suggest_price: String(Math.ceil((reserve * 1.25) / 100) * 100),
        currency: own.currency ?? 'CNY',
        set_by: 'agent',
        created_at: made,
      })
      .execute();
  }
}
