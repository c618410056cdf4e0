import type { PackageRow, PackageVersionRow } from '@cardinal/server/domains/packages/packageTables.ts';
import type { Ctx } from '@cardinal/server/framework/context.ts';

type Wanted = Partial<PackageRow> & {
  readonly terms?: Partial<PackageVersionRow>;
  /** The products whose cards may order it. */
  readonly products?: readonly string[];
  /** Who has it beside its maker, from whom, at which price: parents before children. */
  readonly given?: readonly {
    readonly to: string;
    readonly from: string;
    readonly reserve: number;
    readonly min?: number;
  }[];
};

/** Creates a package of the platform on the shelf, directly in its room's tables: 1 GB for a month. */
export async function makePackage(
  ctx: Ctx,
  { terms, products, given, ...row }: Wanted = {},
): Promise<{ id: string; versionId: string }> {
  const now = ctx.clock.now();
  const [id, versionId] = [ctx.ids.next(), ctx.ids.next()];
  await ctx.db
    .insertInto('packages.package')
    .values({
      id,
      customer_id: '1',
      code: `PACK-${id}`,
      name: '测试套餐',
      origin: 'system',
      platform: 1,
      sub_type: null,
      carrier_account_id: null,
      carrier_package_code: null,
      type: 'month',
      label: 'none',
      mode: 1,
      scope: 0,
      shelf_state: 1,
      channels: ['platform', 'api'],
      current_version_id: versionId,
      cost_price: '500',
      currency: 'CNY',
      created_by: null,
      created_at: now,
      updated_by: null,
      updated_at: now,
      deleted_at: null,
      ...row,
    })
    .execute();
  await ctx.db
    .insertInto('packages.package_version')
    .values({
      id: versionId,
      package_id: id,
      number: 1,
      flow_bytes: String(1024 ** 3),
      flow_direction: 'general',
      voice_seconds: null,
      voice_step: null,
      sms_count: null,
      validity_unit: 1,
      validity_count: 1,
      boundary: 1,
      reset: 1,
      effective_type: 0,
      postpone_days: 0,
      follow_main: null,
      real_name_required: false,
      renewable: true,
      max_renewals: null,
      refund_rule: 'wholeUnstarted',
      enforcement: null,
      max_reading_age_minutes: null,
      flow_spec_id: null,
      voice_spec_id: null,
      period_spec_id: null,
      created_by: null,
      created_at: now,
      ...terms,
    })
    .execute();
  const bound = (products ?? []).map((code) => ({ product_code: code, package_id: id, bound_by: null, bound_at: now }));
  if (bound.length > 0) await ctx.db.insertInto('packages.product_package').values(bound).execute();
  const maker = { to: row.customer_id ?? '1', from: null, reserve: null };
  for (const each of [maker, ...(given ?? [])]) {
    const distributionId = ctx.ids.next();
    await ctx.db
      .insertInto('packages.package_distribution')
      .values({
        id: distributionId,
        package_id: id,
        customer_id: each.to,
        from_customer_id: each.from,
        state: 'on',
        given_at: now,
        recalled_at: null,
        updated_at: now,
      })
      .execute();
    if (each.reserve === null) continue;
    const min = String(('min' in each && each.min) || each.reserve);
    await ctx.db
      .insertInto('packages.package_price')
      .values({
        distribution_id: distributionId,
        effective_at: now,
        reserve_price: String(each.reserve),
        min_price: min,
        suggest_price: min,
        currency: 'CNY',
        set_by: null,
        created_at: now,
      })
      .execute();
  }
  return { id, versionId };
}
