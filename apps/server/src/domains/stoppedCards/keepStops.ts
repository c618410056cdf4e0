import type { Ctx } from '../../framework/context.ts';
import type { NewCardEvent } from '../cards/face.ts';
import type { StopTable } from './stoppedTables.ts';
import { standingStops, stopMoves } from './stopRules.ts';
import {
  cardsBeside,
  type EndedStop,
  endStops,
  forgetCards,
  insertStops,
  noteStanding,
  reopenStops,
  type Seen,
} from './stopStore.ts';

/** What a command had moved is put back. */
const PUT_BACK: readonly string[] = ['refused', 'timedOut', 'expired'];

/** Keeps since when, by whom and why cards are stopped, from what is added to their history, in its transaction. */
export async function keepStops(ctx: Ctx, events: readonly NewCardEvent[]): Promise<void> {
  const last = new Map(events.map((event) => [event.cardId, event]));
  const cards = await cardsBeside(ctx, [...last.keys()]);
  const ended: EndedStop[] = [];
  const begun: StopTable[] = [];
  const putBack: StopTable[] = [];
  for (const card of cards) {
    const event = last.get(card.id);
    if (!event) continue;
    const at = event.at ?? ctx.clock.now();
    const { begin, end } = stopMoves(card.kept ?? [], standingStops(card));
    ended.push(...end.map((reason) => ({ cardId: card.id, reason, at })));
    const stops = begin.map((reason) => stopOf(ctx, card, { reason, event, at }));
    (PUT_BACK.includes(event.result) ? putBack : begun).push(...stops);
  }
  await endStops(ctx, ended);
  const reopened = await reopenStops(ctx, putBack);
  await insertStops(ctx, [...begun, ...putBack.filter(({ card_id, reason }) => !reopened.has(`${card_id} ${reason}`))]);
  await noteStanding(ctx, [
    ...ended.map(({ cardId }) => cardId),
    ...[...begun, ...putBack].map((stop) => stop.card_id),
  ]);
  const known = new Set(cards.map(({ id }) => id));
  await forgetCards(
    ctx,
    [...last.keys()].filter((id) => !known.has(id)),
  );
}

/** Who is behind it: of what the carrier did nobody of ours. */
function stopOf(
  ctx: Ctx,
  card: Seen,
  { reason, event, at }: { readonly reason: number; readonly event: NewCardEvent; readonly at: Date },
): StopTable {
  const { actor } = ctx;
  const acting =
    actor.kind === 'account'
      ? { source: 'console', customerId: actor.customerId, accountName: actor.account }
      : { source: 'schedule', customerId: null, accountName: '' };
  const source = event.source ?? acting.source;
  const by = source === 'carrier' ? undefined : (event.actor ?? acting);
  const words = event.reason ?? (source === 'carrier' ? event.carrierWords : null) ?? null;
  return {
    card_id: card.id,
    reason,
    customer_id: card.customer_id,
    since: at,
    until: null,
    source,
    actor_customer_id: by?.customerId ?? null,
    actor_name: by?.accountName || null,
    why_zh: typeof words === 'string' ? words : (words?.zh ?? null),
    why_en: typeof words === 'string' ? words : (words?.en ?? null),
    task_id: event.taskId ?? null,
    is_untraced: false,
  };
}
