import { CARD_ACTIONS } from '@cardinal/contract/api/cardBatches/cardActions.ts';
import { cardNotFound } from '@cardinal/contract/api/cards/cardRefusals.ts';
import { OnlineState, type Platform } from '@cardinal/contract/enumerations/card.ts';
import type { Text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import { applyReadings } from '../../cardCommands/face.ts';
import { accountOfLane, addressOf, type CardRow } from '../../cards/face.ts';
import { keepSession, keptReading } from '../../carrierSync/face.ts';
import {
  type AnswerOf,
  type ArgsOf,
  type CarrierOutcome,
  type CarrierSession,
  callCarrier,
  capabilitiesOf,
  carrierAccount,
  type OperationName,
} from '../../carriers/face.ts';
import { itemAction, type LeasedBatch, type LeasedItem } from '../../tasks/face.ts';
import { cycleUsedOf, keptDiagnosis } from './keptDiagnosis.ts';
import {
  capStep,
  carrierSteps,
  concluded,
  deviceStep,
  filledText,
  onlineStateOf,
  powerStep,
  realNameStep,
  reasonsStep,
  type Step,
  servicesStep,
  sessionStep,
  statusStep,
  whyUnknown,
} from './lookupRules.ts';

/** An answer younger than this is reused instead of asking again. */
const RECENT_MS = 30_000;
/** Concurrent batches of one account; its budget decides how many calls are really made. */
const TURNS = 2;

/**
 * Queries carriers about single cards while somebody waits. What cannot be learnt is «unknown» with a reason, never «offline».
 */
export const lookupAction = itemAction({
  action: 'query_online',
  permissions: CARD_ACTIONS.query_online,
  chunkSize: 5,
  batchesPerLane: TURNS,
  pace: async (ctx, lane) => (await carrierAccount(ctx, accountOfLane(lane)))?.callsPerSecond,
  run: async (ctx, batch) => {
    for (const item of batch.items) {
      if (batch.signal.aborted) return;
      await lookUp(ctx, batch, item);
    }
  },
});

/** What was learnt about a card, for the row of its look-up. */
type Learnt = {
  readonly session: CarrierOutcome<CarrierSession>;
  readonly steps: readonly Step[];
  readonly askedAt: Date;
};

async function lookUp(ctx: Ctx, batch: LeasedBatch, item: LeasedItem): Promise<void> {
  const card = await ctx.db
    .selectFrom('cards.v_card')
    .selectAll()
    .where('id', '=', item.targetId ?? '0')
    .executeTakeFirst();
  if (!card) {
    await write(ctx, batch, item, { state: 'done', online_state: 2, words: JSON.stringify(cardNotFound.text) });
    return batch.settle(item, { kind: 'failed', code: cardNotFound.name, words: cardNotFound.text });
  }
  const isDiagnosis = batch.task.parameters['depth'] === 'diagnosis';
  if (!isDiagnosis && (await giveRecent(ctx, batch, item))) return;
  await write(ctx, batch, item, { state: 'asking' });
  const learnt = isDiagnosis ? await diagnose(ctx, batch, item, card) : await onlyOnline(ctx, batch, card);
  await takeOver(ctx, batch, item, card, learnt);
}

/** A query answered a moment ago is not repeated, provided it was asked within the asker's own scope. */
async function giveRecent(ctx: Ctx, batch: LeasedBatch, item: LeasedItem): Promise<boolean> {
  const recent = await ctx.db
    .selectFrom('card_lookups.online_lookup')
    .selectAll()
    .where('card_id', '=', item.targetId ?? '0')
    .where('state', '=', 'done')
    .where('online_state', 'in', [OnlineState.values.online, OnlineState.values.offline])
    .where('asked_at', '>', new Date(ctx.clock.now().getTime() - RECENT_MS))
    .orderBy('asked_at', 'desc')
    .executeTakeFirst();
  if (!recent) return false;
  const { online_state, ip_address, apn, rat, imei, started_at, ended_at, asked_at, known_at } = recent;
  const { used_today, usage_at } = recent;
  const same = {
    online_state,
    ip_address,
    apn,
    rat,
    imei,
    started_at,
    ended_at,
    asked_at,
    known_at,
    used_today,
    usage_at,
  };
  await write(ctx, batch, item, { state: 'done', source: 'recent', ...same });
  batch.settle(item, { kind: 'done', after: { onlineState: online_state ?? 2 } });
  return true;
}

type Ask = <O extends OperationName>(operation: O, args: ArgsOf<O>) => Promise<CarrierOutcome<AnswerOf<O>>>;

const asking =
  (ctx: Ctx, batch: LeasedBatch, card: CardRow): Ask =>
  (operation, args) =>
    callCarrier(ctx, card.carrier_account_id, operation, args, { taskId: batch.task.id, signal: batch.signal });

async function onlyOnline(ctx: Ctx, batch: LeasedBatch, card: CardRow): Promise<Learnt> {
  const askedAt = ctx.clock.now();
  return { askedAt, steps: [], session: await asking(ctx, batch, card)('getSession', addressOf(card)) };
}

/** Runs every query the account offers, one after another; each step is shown as soon as it is known. */
async function diagnose(ctx: Ctx, batch: LeasedBatch, item: LeasedItem, card: CardRow): Promise<Learnt> {
  const ask = asking(ctx, batch, card);
  const address = addressOf(card);
  const askedAt = ctx.clock.now();
  const offered = new Set((await capabilitiesOf(ctx, card.carrier_account_id))?.operations ?? []);
  const steps: Step[] = [];
  const keep = async (...found: Step[]) => {
    steps.push(...found);
    await write(ctx, batch, item, { steps: JSON.stringify(steps) });
  };

  const device = await ask('getDevice', address);
  await keep(statusStep(card.platform as Platform, card.carrier_status, device));
  if (device.kind === 'ok') {
    await ctx.transact((inside) =>
      applyReadings(inside, card.carrier_account_id, [device.answer], { readAt: askedAt, isDirect: true }),
    );
  }
  if (offered.has('getStopReasons')) await keep(reasonsStep(await ask('getStopReasons', address)));
  if (offered.has('getPower')) await keep(powerStep(await ask('getPower', address)));
  if (offered.has('getServices')) await keep(servicesStep(await ask('getServices', address)));
  if (card.usage_cap_mb !== null) await keep(capStep(card.usage_cap_mb, await cycleUsedOf(ctx, card)));
  const session = await ask('getSession', address);
  await keep(sessionStep(session));
  if (offered.has('getBinding')) await keep(deviceStep(await ask('getBinding', address)));
  if (offered.has('getRealName')) await keep(realNameStep(await ask('getRealName', address)));
  if (offered.has('diagnose')) await keep(...carrierSteps(await ask('diagnose', address)));
  return { askedAt, steps, session };
}

/** Writes the answer to the row, the card and the task together. */
async function takeOver(
  ctx: Ctx,
  batch: LeasedBatch,
  item: LeasedItem,
  card: CardRow,
  { session, steps, askedAt }: Learnt,
): Promise<void> {
  const state = onlineStateOf(session);
  const why = whyUnknown(session);
  await ctx.transact(async (inside) => {
    if (session.kind === 'ok') await keepSession(inside, card, session.answer, askedAt);
    const conclusion = steps.length > 0 ? concluded(await diagnosisNow(inside, card.id), steps) : null;
    await write(inside, batch, item, {
      state: 'done',
      asked_at: askedAt,
      used_today: card.used_today,
      usage_at: card.usage_at,
      online_state: state,
      words: words(why ?? conclusion?.words),
      conclusion: conclusion && JSON.stringify(conclusion),
      ...(session.kind === 'ok'
        ? { source: 'live', known_at: askedAt, ...sessionColumns(session.answer) }
        : await lastSynced(inside, card.id)),
    });
    const outcome = why
      ? ({ kind: 'failed', code: session.kind, words: why } as const)
      : ({ kind: 'done', after: { onlineState: state } } as const);
    await batch.settleIn(inside, [[item, outcome]]);
  });
}

/** From the card's state after the carrier's answer was applied. */
async function diagnosisNow(ctx: Ctx, cardId: string) {
  const card = await ctx.db.selectFrom('cards.v_card').selectAll().where('id', '=', cardId).executeTakeFirstOrThrow();
  const { state, words, facts } = await keptDiagnosis(ctx, card);
  return { state, words: filledText(words, facts) };
}

/** The session of the last sync, if any: used when the carrier does not report one. */
async function lastSynced(ctx: Ctx, cardId: string) {
  const { session } = await keptReading(ctx, cardId);
  if (!session) return { source: 'live' };
  const { ipAddress, apn, rat, startedAt, endedAt, readAt } = session;
  return {
    source: 'sync',
    known_at: readAt,
    ip_address: ipAddress,
    apn,
    rat,
    started_at: startedAt,
    ended_at: endedAt,
  };
}

const words = (said: Text | undefined): string | null => (said ? JSON.stringify(said) : null);

const sessionColumns = ({ ipAddress, apn, rat, imei, startedAt, endedAt }: CarrierSession) => ({
  ip_address: ipAddress,
  apn,
  rat: rat ?? null,
  imei: imei ?? null,
  started_at: startedAt,
  ended_at: endedAt,
});

const write = (ctx: Ctx, batch: LeasedBatch, item: LeasedItem, change: Record<string, unknown>): Promise<unknown> =>
  ctx.db
    .updateTable('card_lookups.online_lookup')
    .set(change)
    .where('card_id', '=', item.targetId ?? '0')
    .where('task_id', '=', batch.task.id)
    .execute();
