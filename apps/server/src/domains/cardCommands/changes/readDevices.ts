import { iccidKey } from '@cardinal/primitives/iccid.ts';
import type { Ctx } from '../../../framework/context.ts';
import { mapConcurrently } from '../../../framework/mapConcurrently.ts';
import { addressOf, type CardRow } from '../../cards/face.ts';
import { type Capabilities, type CarrierDevice, callCarrier } from '../../carriers/face.ts';
import { answered } from '../commands/carrierUnavailable.ts';
import { applyReadings } from '../readings/applyReadings.ts';

/** What the carrier reported of cards, by `iccidKey`. */
export type Devices = ReadonlyMap<string, CarrierDevice>;
/** A card to read, and since when its request may appear in the list of changes; null: it has not appeared there. */
export type ToRead = { readonly card: CardRow; readonly listedSince: Date | null };
/** The account whose cards are read, and the operations it offers. */
export type ReadFrom = { readonly accountId: string; readonly can: Capabilities; readonly signal: AbortSignal };

/** Up to this many are read one by one, more from the carrier's list of changes. */
const FEW = 3;
const MOST_PAGES = 10;
/** Concurrent calls; the account's gate enforces its own limit. */
const MAX_CONCURRENT = 8;
/** The carrier's clock may be behind ours. */
const CLOCK_MARGIN_MS = 60_000;

/**
 * Reads these cards from the carrier and applies the readings: in batches if the carrier has them, otherwise from its list of
 * changes. Cards missing there are read one by one. Throws `CarrierUnavailable`.
 */
export async function readDevices(ctx: Ctx, from: ReadFrom, cards: readonly ToRead[]): Promise<Devices> {
  const { operations, batchSizes } = from.can;
  const batch = operations.includes('getDevices') ? (batchSizes.getDevices ?? 1) : 1;
  const since = cards.flatMap(({ listedSince }) => listedSince ?? []);
  const isListed = batch === 1 && since.length > FEW && operations.includes('listDevices');
  const single = isListed ? cards.filter(({ listedSince }) => listedSince === null) : cards;
  const found = isListed ? await readList(ctx, from, since) : [];
  const parts = Array.from({ length: Math.ceil(single.length / batch) }, (_, n) =>
    single.slice(n * batch, (n + 1) * batch).map(({ card }) => card),
  );
  const read = async (part: readonly CardRow[]) => found.push(...(await readPart(ctx, from, part, batch > 1)));
  await mapConcurrently(parts, MAX_CONCURRENT, read, () => !from.signal.aborted);
  return new Map(found.map((device) => [iccidKey(device.iccid), device]));
}

async function readPart(
  ctx: Ctx,
  from: ReadFrom,
  cards: readonly CardRow[],
  isMany: boolean,
): Promise<CarrierDevice[]> {
  const readAt = ctx.clock.now();
  const [one, ...others] = cards.map(addressOf);
  if (!one) return [];
  const { accountId, signal } = from;
  const outcome = isMany
    ? answered(await callCarrier(ctx, accountId, 'getDevices', { cards: [one, ...others] }, { signal }))
    : answered(await callCarrier(ctx, accountId, 'getDevice', one, { signal }));
  if (outcome.kind === 'refused' && isMany) {
    // A single card may be why the carrier refused the whole batch.
    const found: CarrierDevice[] = [];
    for (const card of cards) found.push(...(await readPart(ctx, from, [card], false)));
    return found;
  }
  if (outcome.kind !== 'ok') return [];
  const devices = 'found' in outcome.answer ? [...outcome.answer.found] : [outcome.answer];
  await ctx.transact((inside) => applyReadings(inside, accountId, devices, { readAt, isDirect: true }));
  return devices;
}

async function readList(ctx: Ctx, { accountId, signal }: ReadFrom, since: readonly Date[]): Promise<CarrierDevice[]> {
  const modifiedSince = new Date(Math.min(...since.map(Number)) - CLOCK_MARGIN_MS);
  const found: CarrierDevice[] = [];
  for (let page = 1; page <= MOST_PAGES && !signal.aborted; page++) {
    const readAt = ctx.clock.now();
    const args = { modifiedSince, page };
    const outcome = answered(await callCarrier(ctx, accountId, 'listDevices', args, { signal }));
    if (outcome.kind !== 'ok') break;
    const { devices, isLastPage } = outcome.answer;
    await ctx.transact((inside) => applyReadings(inside, accountId, devices, { readAt, isDirect: false }));
    found.push(...devices);
    if (isLastPage) break;
  }
  return found;
}
