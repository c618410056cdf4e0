import type { CardKind, Platform } from '@cardinal/contract/enumerations/card.ts';
import type { ImeiLock } from '@cardinal/contract/enumerations/product.ts';
import type { Ctx } from '@cardinal/server/framework/context.ts';

type Wanted = {
  readonly code?: string;
  readonly carrierAccountId: string;
  readonly platform?: Platform;
  readonly kind?: CardKind;
  readonly imeiLock?: ImeiLock;
  /** Who has it beside its maker for nothing: from the platform, or from whom is named. */
  readonly customerIds?: readonly (string | { readonly to: string; readonly from: string })[];
};

/** Creates a complete product of the platform on the shelf, directly in its room's tables. Returns its code. */
export async function sellProduct(ctx: Ctx, wanted: Wanted): Promise<string> {
  const now = ctx.clock.now();
  const id = ctx.ids.next();
  const code = wanted.code ?? `TEST-${id}`;
  await ctx.db.insertInto('catalogue.product_code').values({ code: code.toUpperCase(), product_id: id }).execute();
  await ctx.db
    .insertInto('catalogue.product')
    .values({
      id,
      customer_id: '1',
      base_id: null,
      code,
      name: '测试产品',
      platform: wanted.platform ?? 1,
      carrier_account_id: wanted.carrierAccountId,
      kind: wanted.kind ?? 1,
      sizes: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
      communication_plan: 'TEST',
      rate_plan: null,
      apn: null,
      business_mode: 2,
      real_name_mode: null,
      real_name_channel: null,
      imei_lock: wanted.imeiLock ?? 'none',
      test_days: 0,
      silent_days: 0,
      service_years: null,
      card_price: null,
      state: 'on',
      created_at: now,
      updated_at: now,
    })
    .execute();
  const terms = JSON.stringify({ imeiLock: wanted.imeiLock ?? 'none', testDays: 0, silentDays: 0 });
  await ctx.db
    .insertInto('catalogue.product_version')
    .values({ product_id: id, version: 1, terms, changed_by: null, created_at: now })
    .execute();
  const given = (wanted.customerIds ?? []).map((each) => (typeof each === 'string' ? { to: each, from: '1' } : each));
  const held = [{ to: '1', from: null }, ...given].map(({ to, from }) => ({
    id: ctx.ids.next(),
    product_id: id,
    customer_id: to,
    from_customer_id: from,
    state: 'on' as const,
    given_at: now,
    recalled_at: null,
    updated_at: now,
  }));
  await ctx.db.insertInto('catalogue.product_distribution').values(held).execute();
  const prices = held
    .filter((each) => each.from_customer_id !== null)
    .map(({ id }) => ({
      distribution_id: id,
      effective_at: now,
      reserve_price: '0',
      min_price: '0',
      currency: 'CNY',
      set_by: null,
      created_at: now,
    }));
  if (prices.length > 0) await ctx.db.insertInto('catalogue.card_price').values(prices).execute();
  return code;
}
