import { overlapping, priceBelowOwn } from '@cardinal/contract/api/deductions/refusals.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
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

/** What a version says that differs from the one in force. */
export const saysTheSame = (
  one: Pick<VersionRow, 'unit_price' | 'free_bytes' | 'rounding'>,
  other: typeof one,
): boolean =>
  priceOf(one.unit_price ?? '0') === priceOf(other.unit_price ?? '0') &&
  one.free_bytes === other.free_bytes &&
  one.rounding === other.rounding;
