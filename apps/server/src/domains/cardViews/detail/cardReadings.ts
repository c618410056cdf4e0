import type { readCard as endpoint } from '@cardinal/contract/api/cardViews/cardDetail.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import type { Ctx } from '../../../framework/context.ts';
import type { CardRow } from '../../cards/face.ts';
import { READING_KINDS, type ReadingKind, slotReadings } from '../../carrierSync/face.ts';
import { type CarrierAccountFacts, capabilitiesOf, wayOf } from '../../carriers/face.ts';

/**
 * The age of each of a card's figures, and the usual delay of its carrier. A card missing in a carrier's list of changes has
 * not changed, so it is as fresh as the list's last complete read.
 */
export async function cardReadings(
  ctx: Ctx,
  card: CardRow,
  account: CarrierAccountFacts | undefined,
  sessionAt: Date | null,
): Promise<AnswerOf<typeof endpoint>['carrier']['readings']> {
  const can = account && (await capabilitiesOf(ctx, account.id));
  if (!account || !can) return [];
  const slotOf = await slotReadings(ctx, card.id);
  const isListed = wayOf('status', can).way === 'list';
  const known: Readonly<Record<ReadingKind, Date | null>> = {
    status: isListed && card.last_sync_at ? latest(card.last_sync_at, account.lastSyncAt) : card.last_sync_at,
    usage: card.usage_at,
    session: latest(sessionAt, slotOf('session')),
    realName: slotOf('realName'),
  };
  return READING_KINDS.filter((kind) => wayOf(kind, can).way !== 'none').map((kind) => ({
    kind,
    readAt: known[kind]?.toISOString() ?? null,
    usualDelayMinutes: (kind === 'status' || kind === 'usage' ? can.usualDelayMinutes?.[kind] : undefined) ?? null,
  }));
}

const latest = (one: Date | null, other: Date | null): Date | null =>
  one && other ? (one > other ? one : other) : (one ?? other);
