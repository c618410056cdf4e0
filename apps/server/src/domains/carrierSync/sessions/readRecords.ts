import { cycleOf } from '@cardinal/primitives/cycle.ts';
import { dayText } from '@cardinal/primitives/time.ts';
import type { Ctx } from '../../../framework/context.ts';
import { addressOf } from '../../cards/face.ts';
import { type CallAbout, callCarrier, capabilitiesOf, carrierAccount, type UsageRecord } from '../../carriers/face.ts';
import { keepRecords } from './keepSessions.ts';

/** A card with more records in its cycle is read only up to this many pages. */
const MOST_PAGES = 5;

/**
 * Queries the session records of a card's running cycle, if its interface has them, and returns a function that stores them in
 * a transaction; undefined if there is nothing to store.
 */
export async function readRecords(
  ctx: Ctx,
  card: Parameters<typeof addressOf>[0] & { readonly id: string },
  accountId: string,
  about?: CallAbout,
): Promise<((inside: Ctx) => Promise<void>) | undefined> {
  const can = await capabilitiesOf(ctx, accountId);
  const account = await carrierAccount(ctx, accountId);
  if (!account || !can?.operations.includes('listUsageRecords')) return undefined;
  const at = ctx.clock.now();
  const { start } = cycleOf(at, { day: account.cycleDay, zone: account.zone });
  const cycleStart = dayText(start, account.zone);
  const records: UsageRecord[] = [];
  let isWhole = false;
  for (let page = 1; page <= MOST_PAGES && !isWhole; page++) {
    const asked = { ...addressOf(card), cycleStart, page };
    const outcome = await callCarrier(ctx, accountId, 'listUsageRecords', asked, about);
    if (outcome.kind !== 'ok') break;
    records.push(...outcome.answer.records);
    isWhole = outcome.answer.isLastPage;
  }
  return records.length === 0
    ? undefined
    : (inside) => keepRecords(inside, card, { since: start, isWhole, at }, records);
}
