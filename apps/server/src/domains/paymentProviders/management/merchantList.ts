import type { MerchantEndpoints } from '@cardinal/contract/api/paymentProviders/merchants.ts';
import type { PaymentProvider } from '@cardinal/contract/enumerations/paymentRoute.ts';
import { say, text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { dataset } from '../../../framework/dataset.ts';
import type { MerchantRow } from '../merchants/merchantTables.ts';

const DAY_MS = 86_400_000;

/** Merchants of one provider in the caller's scope. */
export const merchantDataset = (endpoint: MerchantEndpoints['list'], provider: PaymentProvider) =>
  dataset(endpoint, {
    isShort: true,
    from: (ctx) =>
      ctx.db
        .selectFrom('payment_providers.merchant as m')
        .innerJoin('customers.v_customer as c', 'c.id', 'm.customer_id')
        .where('m.provider', '=', provider)
        .where('m.state', '!=', 'off'),
    table: 'm',
    columns: { customerName: sql`c.name`, feePercent: sql`m.fee_percent` },
    select: (query) => query.selectAll('m').select(['c.name as customer_name', 'c.kind as owner_kind']),
    present: (rows, ctx) => presentMerchants(rows, ctx),
    extra: (query, { expiringWithinDays }, ctx) =>
      expiringWithinDays === undefined
        ? query
        : query.where('m.certificate_ends', '<=', new Date(ctx.clock.now().getTime() + expiringWithinDays * DAY_MS)),
  });

type Health = {
  merchant_id: string;
  is_open: boolean | null;
  open_zh: string | null;
  open_en: string | null;
  calls: string;
  answered: string;
};

type Shown = MerchantRow & { readonly customer_name: string; readonly owner_kind: string };

export async function presentMerchants(rows: readonly Shown[], ctx: Ctx) {
  const health = await healthOf(
    ctx,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => {
    const found = health.get(row.id);
    const calls = Number(found?.calls ?? 0);
    return {
      customerName: row.customer_name,
      collectedBy: row.owner_kind === 'PLATFORM' ? ('platform' as const) : ('self' as const),
      breaker:
        found?.is_open === null || !found
          ? ('closed' as const)
          : found.is_open
            ? ('open' as const)
            : ('probing' as const),
      breakerWords: found?.open_zh ? say(text(found.open_zh, found.open_en ?? found.open_zh), ctx.language) : null,
      successPercent: calls > 0 ? Math.floor((Number(found?.answered) * 1_000) / calls) / 10 : null,
      feePercent: row.fee_percent.replace(/\.?0+$/, '') || '0',
    };
  });
}

async function healthOf(ctx: Ctx, ids: readonly string[]): Promise<Map<string, Health>> {
  if (ids.length === 0) return new Map();
  const since = new Date(ctx.clock.now().getTime() - DAY_MS);
  const { rows } = await sql<Health>`
    select g.account_id as merchant_id, g.open_until > clock_timestamp() as is_open, g.open_zh, g.open_en, c.calls, c.answered
    from payment_providers.gate g cross join lateral (
      select count(*) as calls, count(*) filter (where c.outcome in ('ok', 'refused')) as answered
      from payment_providers.call c where c.merchant_id = g.account_id and c.at >= ${since}
    ) c
    where g.account_id = any(${[...ids]}::bigint[])`.execute(
    ctx.beyondScope('health of merchants already read in scope'),
  );
  return new Map(rows.map((row) => [row.merchant_id, row]));
}
