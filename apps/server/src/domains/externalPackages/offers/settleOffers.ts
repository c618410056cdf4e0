import type { SuspendReason } from '@cardinal/contract/enumerations/externalPackage.ts';
import { CNY } from '@cardinal/primitives/money.ts';
import type { Ctx } from '../../../framework/context.ts';
import { followSource, pricesBelow } from '../../packages/face.ts';
import { packagesSuspended } from '../events.ts';
import type { OfferRow, SourceRow } from '../externalTables.ts';
import { beyond } from '../sources/sourceStore.ts';
import { costAfter, judge, mayAcceptItself } from './offerRules.ts';
import { acceptedOf, seenOf } from './offerStore.ts';

const NAMED = 5;

/** A rise within the tolerance, where the source accepts by itself and nobody's price falls below the new cost. */
async function acceptedItself(ctx: Ctx, source: SourceRow, row: OfferRow): Promise<Partial<OfferRow>> {
  const accepted = acceptedOf(row);
  if (!source.auto_accept || !accepted || row.package_id === null || row.cost === null) return {};
  // A cost in another currency is a person's to work out.
  if (accepted.currency !== CNY) return {};
  const seen = seenOf(row);
  if (!mayAcceptItself(seen, accepted, source.tolerance)) return {};
  const cost = costAfter(BigInt(row.cost), accepted.price, seen.price);
  if ((await pricesBelow(ctx, row.package_id, cost)).length > 0) return {};
  return { accepted_price: row.price, cost: String(cost), accepted_at: ctx.clock.now(), accepted_by: null };
}

/**
 * Brings offers, and what of our packages depends on them, to what their source and their owner have said; whatever is so already
 * is not written, so that it may be repeated. Those who may accept are told of what goes off the shelf, once for all of it. The
 * source is locked.
 */
export async function settleOffers(ctx: Ctx, source: SourceRow, rows: readonly OfferRow[]): Promise<void> {
  const off: { readonly name: string; readonly reason: SuspendReason }[] = [];
  const now = ctx.clock.now();
  const policy = { isEnabled: source.is_enabled, tolerance: source.tolerance };
  for (const before of rows) {
    const row: OfferRow = { ...before, ...(await acceptedItself(ctx, source, before)) };
    const { state, suspended } = judge(seenOf(row), acceptedOf(row), policy, row.unit_base ?? 1_024);
    if (state === before.state && suspended === before.suspended && row.cost === before.cost) continue;
    await beyond(ctx)
      .updateTable('external_packages.offer')
      .set({
        state,
        suspended,
        accepted_price: row.accepted_price,
        cost: row.cost,
        accepted_at: row.accepted_at,
        accepted_by: row.accepted_by,
        ...(state === before.state ? {} : { changed_at: now }),
      })
      .where('id', '=', row.id)
      .execute();
    if (row.package_id === null || row.cost === null) continue;
    await followSource(ctx, row.package_id, { cost: BigInt(row.cost), isOn: suspended === null });
    if (suspended && before.suspended === null) off.push({ name: row.name, reason: suspended });
  }
  if (off.length > 0)
    await ctx.emit(packagesSuspended, {
      id: ctx.ids.next(),
      customerId: source.customer_id,
      sourceId: source.id,
      sourceName: source.name,
      packages: off.slice(0, NAMED),
      count: off.length,
    });
}
