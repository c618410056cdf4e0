import {
  overlapping,
  priceBelowOwn,
  walletPaysAlone,
  walletPaysAlready,
} from '@cardinal/contract/api/deductions/refusals.ts';
import { DeductionSource, DeductionType } from '@cardinal/contract/enumerations/settlement.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { refusedAt } from '../../../framework/duplicates.ts';
import { customerNames } from '../../customers/face.ts';
import type { TariffRow, VersionRow } from '../deductionTables.ts';
import { priceOf, trimmed } from '../rating/chargeRules.ts';
import { beyond, overlap, versionAt, versionsOf } from './tariffStore.ts';

/** Tariffs a customer pays by. */
const paidBy = (ctx: Ctx, customerId: string) =>
  beyond(ctx)
    .selectFrom('deductions.tariff')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('state', '=', 'on')
    .orderBy('id')
    .execute();

/** Nobody charges less than is charged for the same cards by the level above. */
export async function refuseBelowOwn(
  ctx: Ctx,
  tariff: Pick<TariffRow, 'owner_id' | 'account_ids' | 'product_codes' | 'unit_price'>,
): Promise<void> {
  if (tariff.unit_price === null) return;
  const own = (await paidBy(ctx, tariff.owner_id)).filter((each) => overlap(each, tariff));
  const versions = await versionsOf(
    ctx,
    own.map(({ id }) => id),
  );
  const now = ctx.clock.now();
  // A price that is to come counts too.
  const prices = own.flatMap(({ id }) => {
    const all = versions.get(id) ?? [];
    const current = versionAt(all, now);
    return all
      .filter((each) => each === current || each.valid_from > now)
      .flatMap(({ unit_price }) => unit_price ?? []);
  });
  const least = prices.reduce((most, price) => (priceOf(price) > priceOf(most) ? price : most), '0');
  if (priceOf(tariff.unit_price) < priceOf(least))
    throw refusedAt('unitPrice', priceBelowOwn, { least: trimmed(least) });
}

/** One card is charged by one tariff of its customer. */
export async function refuseOverlap(ctx: Ctx, tariff: TariffRow): Promise<void> {
  const other = (await paidBy(ctx, tariff.customer_id)).find((each) => each.id !== tariff.id && overlap(each, tariff));
  if (!other) return;
  const name = (await customerNames(ctx.db, [other.customer_id])).get(other.customer_id) ?? '';
  throw new Refused(overlapping, { name });
}

/** A wallet pays for one card and has a price: an account's amount is nobody's alone. */
export function refusePayer({ payer, type, source }: Pick<TariffRow, 'payer' | 'type' | 'source'>): void {
  if (
    payer === 'wallet' &&
    (type !== DeductionType.values.CardPayByQuantity || source === DeductionSource.values.package)
  )
    throw refusedAt('payer', walletPaysAlone);
}

/** A card's wallet pays one level only, of those above it. */
export async function refuseSecondPayer(ctx: Ctx, tariff: TariffRow): Promise<void> {
  if (tariff.payer !== 'wallet') return;
  const { rows } = await sql<TariffRow>`
    select t.* from deductions.tariff t
    join customers.v_customer k on k.id = t.customer_id join customers.v_customer o on o.id = ${tariff.customer_id}::bigint
    where t.state = 'on' and t.payer = 'wallet' and t.id <> ${tariff.id}::bigint
      and ('/' || k.path like '%/' || o.id || '/%' or '/' || o.path like '%/' || k.id || '/%')`.execute(beyond(ctx));
  if (rows.some((each) => overlap(each, tariff))) throw new Refused(walletPaysAlready);
}

/** What a version says that differs from the one in force. */
export const saysTheSame = (
  one: Pick<VersionRow, 'unit_price' | 'free_bytes' | 'rounding'>,
  other: typeof one,
): boolean =>
  priceOf(one.unit_price ?? '0') === priceOf(other.unit_price ?? '0') &&
  one.free_bytes === other.free_bytes &&
  one.rounding === other.rounding;
