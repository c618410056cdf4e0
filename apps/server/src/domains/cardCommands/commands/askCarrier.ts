import { cardNotFound } from '@cardinal/contract/api/cards/cardRefusals.ts';
import type { Platform } from '@cardinal/contract/enumerations/card.ts';
import type { StatusAction } from '@cardinal/contract/statuses/statusTable.ts';
import { filled, isText, type Text, text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import { mapConcurrently } from '../../../framework/mapConcurrently.ts';
import { WriteBatcher } from '../../../framework/writeBatcher.ts';
import {
  accountOfLane,
  actionText,
  actorOfTask,
  addressOf,
  announceCards,
  askedAtOnce,
  type CardState,
  changeableItems,
  changeCard,
  type EventWords,
  lockCard,
  readState,
  standingValue,
  writeEvents,
} from '../../cards/face.ts';
import { type CardAddress, type CarrierOutcome, callCarrier, carrierAccount } from '../../carriers/face.ts';
import { type LaterWord, type LeasedBatch, type LeasedItem, laterWords, type Outcome } from '../../tasks/face.ts';
import { undoValueOf } from './backOf.ts';
import { decide, replaces, STATUS_ACTIONS } from './cardCommandRules.ts';
import {
  type CommandRow,
  closeCommand,
  forgetCommand,
  insertCommand,
  noteSent,
  openCommandOf,
  STATUS_FAMILY,
} from './commandStore.ts';
import { commandLine, noteOf } from './commandStory.ts';
import { nextCheckAfter } from './confirmRules.ts';
import { confirmSoon } from './confirmSchedule.ts';
import { hasExpired, holdForCarrier, isRuled } from './expireItems.ts';
import { forgetForcedStops, HELD_ABOVE, keepForcedStops, mayLiftOf } from './forcedStops.ts';
import { type Reasons, reasonsAfter, reasonsOf, without } from './reasonRules.ts';
import { revertPendingCommand } from './revertPendingCommand.ts';
import { decideBack, type Standing, standingOf } from './standing.ts';
import { replacedWords } from './waitingRules.ts';

/**
 * Asks the carrier for every card of the leased batch. The command is stored as queued before the call and as sent after it.
 * Commands of a dead worker are therefore found and followed up, and no card is asked twice for nothing.
 */
export async function askItems(ctx: Ctx, batch: LeasedBatch): Promise<void> {
  if (await hasExpired(ctx, batch)) return;
  const later = await laterWords(ctx, {
    taskId: batch.task.id,
    targets: batch.items.map((item) => item.target),
    actions: ([...STATUS_ACTIONS] as StatusAction[]).filter((action) => replaces(action, batch.task.action)),
  });
  const account = await carrierAccount(ctx, accountOfLane(batch.lane));
  let isHeld = false;
  let sent = 0;
  const notes = new WriteBatcher<Sent>((all) => ctx.transact((inside) => noteSentItems(inside, batch, all)));
  let waiting = 0;
  const ask = async (item: LeasedItem) => {
    const asked = await ctx.transact((inside) => prepare(inside, batch, item, later.get(item.target)));
    if (asked === 'waits') waiting += 1;
    if (!asked || asked === 'waits') return;
    const { carrier_account_id, to_status } = asked.command;
    const about = { taskId: batch.task.id, signal: batch.signal };
    const args = { ...asked.address, status: to_status };
    const outcome = await callCarrier(ctx, carrier_account_id, 'setStatus', args, about);
    if (outcome.kind === 'ok' || outcome.kind === 'unclear') {
      const reference = outcome.kind === 'ok' ? outcome.answer.reference : null;
      await notes.add({ item, asked, isUnclear: outcome.kind === 'unclear', reference });
      sent += 1;
      if (sent === 1) await confirmSoon(ctx, carrier_account_id);
      return;
    }
    await ctx.transact((inside) => noteNotSent(inside, batch, item, asked, outcome));
    if (outcome.kind === 'unavailable' && !outcome.isThisCard) {
      isHeld = true;
      await holdForCarrier(ctx, batch, outcome);
    }
  };
  const ready = await changeableItems(ctx, batch);
  await mapConcurrently(ready, askedAtOnce(account), ask, () => !isHeld && !batch.signal.aborted);
  if (waiting > 0 && waiting === ready.length) {
    batch.holdLane(new Date(ctx.clock.now().getTime() + OPEN_COMMAND_MS), OPEN_COMMAND);
  }
  // The follow-up job may have ended before the last ones were sent.
  if (sent > 1 && account) await confirmSoon(ctx, account.id);
}

/**
 * The worker died after starting these items. An open command may have been carried out and is followed up like one without an
 * answer. Without an open command nothing was asked.
 */
export async function recoverItems(ctx: Ctx, batch: LeasedBatch): Promise<void> {
  for (const item of batch.items) {
    await ctx.transact(async (inside) => {
      const card = item.targetId ? await lockCard(inside.db, item.targetId) : undefined;
      const command = card && (await openCommandOf(inside.db, card.id));
      if (!card || command?.task_id !== batch.task.id) return batch.settleIn(inside, [[item, { kind: 'again' }]]);
      if (command.state === 'queued') {
        await send(inside, [{ asked: { command, platform: card.platform }, isUnclear: true, reference: null }]);
      }
      await batch.settleIn(inside, [[item, { kind: 'confirming' }]]);
    });
  }
  await confirmSoon(ctx, accountOfLane(batch.lane));
}

type Asked = {
  readonly command: CommandRow;
  readonly platform: number;
  /** The card's state while pending; unknown when the command of a dead worker is recovered. */
  readonly state?: CardState;
};

/** How long the cards of a rule wait for the open commands in their way. */
const OPEN_COMMAND_MS = 5_000;
const OPEN_COMMAND = text('等待未完成的指令结束', 'Waiting for the open command to finish');

/** Decides again on the locked card; returns the queued command if the carrier has to be asked. */
async function prepare(
  within: Ctx,
  batch: LeasedBatch,
  item: LeasedItem,
  later: LaterWord | undefined,
): Promise<(Asked & { readonly address: CardAddress }) | 'waits' | undefined> {
  const ctx = isRuled(batch)
    ? { ...within, db: within.beyondScope('the reasons stand on the card, whoever has it') }
    : within;
  const settle = async (outcome: Outcome) => {
    await batch.settleIn(ctx, [[item, outcome]]);
    return undefined;
  };
  const card = item.targetId ? await lockCard(ctx.db, item.targetId) : undefined;
  if (!card) return settle({ kind: 'failed', code: cardNotFound.name, words: cardNotFound.text });
  if (later) {
    const words = replacedWords(actionText(later.action), later.taskNo);
    return settle({ kind: 'skipped', code: 'replaced', words });
  }
  const action = batch.task.action as StatusAction;
  const stopReasons = card.stop_reasons as Reasons;
  const facts = {
    platform: card.platform as Platform,
    carrierStatus: card.carrier_status,
    stopReasons,
    pendingAction: card.pending_action,
  };
  const back = undoValueOf<Standing>(item);
  const reasons = reasonsOf(action, batch.task.parameters);
  const decision = back
    ? decideBack(facts, action, reasons, back)
    : decide(facts, action, { reasons, isRuled: isRuled(batch) });
  if (decision.kind === 'skip') {
    // A rule's wish outlasts the open command, which may end against it.
    if (isRuled(batch) && decision.why === 'commandOpen') {
      await settle({ kind: 'again' });
      return 'waits';
    }
    if (isRuled(batch)) await forgetForcedStops(ctx.db, card.id, without(reasons, stopReasons));
    return settle({ kind: 'skipped', code: decision.why, words: filled(decision.words, decision.facts) });
  }
  // The task of an undo is its customer's, whoever asked.
  const isAllowed = isRuled(batch) || action !== 'lift_forced_stop' || batch.task.parameters['byPlatform'] === true;
  if (!isAllowed && !(await mayLiftOf(ctx, card.id, decision.move.lifts))) {
    return settle({ kind: 'skipped', code: HELD_ABOVE.key, words: HELD_ABOVE.words });
  }
  if (!isRuled(batch) && action === 'forced_stop_card') {
    await keepForcedStops(ctx.db, card.id, decision.move.adds, batch.task.customerId);
  }
  const now = ctx.clock.now();
  const stop_reasons = reasonsAfter(stopReasons, decision.move);
  if (decision.kind === 'reasonsOnly') {
    await forgetForcedStops(ctx.db, card.id, decision.move.lifts);
    const after = await changeCard(ctx.db, card, { stop_reasons }, now);
    await writeEvents(ctx, [
      {
        cardId: card.id,
        iccid: card.iccid,
        customerId: card.customer_id,
        action,
        result: 'done',
        from: standingValue(card),
        to: standingValue(after),
        source: sourceOf(batch),
        actor: actorOfTask(batch.task),
        taskId: batch.task.id,
        reason: reasonOf(batch),
      },
    ]);
    await announceCards(ctx, [after]);
    const standings = { before: standingOf(card, reasons), after: standingOf(after, reasons) };
    return settle({ kind: 'done', words: filled(decision.words, decision.facts), ...standings });
  }
  const command: CommandRow = {
    id: ctx.ids.next(),
    card_id: card.id,
    iccid: card.iccid,
    customer_id: card.customer_id,
    carrier_account_id: card.carrier_account_id,
    family: STATUS_FAMILY,
    action,
    from_status: card.carrier_status,
    to_status: decision.to,
    added_reasons: [...decision.move.adds],
    lifted_reasons: [...decision.move.lifts],
    task_id: batch.task.id,
    carrier_ref: null,
    state: 'queued',
    asked_account_id: batch.task.accountId,
    asked_name: batch.task.accountName,
    asked_customer_id: batch.task.customerId,
    source: sourceOf(batch),
    asked_at: now,
    sent_at: null,
    next_check_at: null,
    checks: 0,
    tries: 0,
    is_unclear: false,
    closed_at: null,
    carrier_words: null,
    ...noteOf(reasonOf(batch)),
  };
  await insertCommand(ctx.db, command);
  const pending = { pending_action: action, pending_to: decision.to, pending_since: now };
  const after = await changeCard(ctx.db, card, { ...pending, stop_reasons }, now);
  await announceCards(ctx, [after]);
  return { command, platform: card.platform, address: addressOf(card), state: await readState(ctx, card.id) };
}

/** Unless the task says otherwise: with an account it came from the console, without one from the schedule. */
const sourceOf = (batch: LeasedBatch) => (batch.task.accountId ? 'console' : 'schedule');
const reasonOf = (batch: LeasedBatch): EventWords | null => {
  const reason: unknown = batch.task.parameters['reason'];
  return typeof reason === 'string' || isText(reason) ? reason : null;
};

/** A call that may take effect from now on; without a clear answer the effect is unknown. */
type Sent = {
  readonly item: LeasedItem;
  readonly asked: Asked;
  readonly isUnclear: boolean;
  readonly reference: string | null;
};

/** Records the requests and their items' states in one transaction. */
async function noteSentItems(ctx: Ctx, batch: LeasedBatch, all: readonly Sent[]): Promise<void> {
  await send(ctx, all);
  await batch.settleIn(
    ctx,
    all.map(({ item, reference }) => [item, { kind: 'confirming', reference: reference ?? undefined }]),
  );
}

/** Records why the carrier refused and the item's state in one transaction. */
async function noteNotSent(
  ctx: Ctx,
  batch: LeasedBatch,
  item: LeasedItem,
  asked: Asked,
  outcome: Exclude<CarrierOutcome<unknown>, { kind: 'ok' | 'unclear' }>,
): Promise<void> {
  const settle = (settled: Outcome) => batch.settleIn(ctx, [[item, settled]]);
  switch (outcome.kind) {
    case 'refused': {
      await refuse(ctx, asked, outcome.words);
      return settle({ kind: 'failed', code: 'refused', words: outcome.words });
    }
    case 'unavailable': {
      const db = ctx.beyondScope(GIVEN_AWAY);
      const card = await lockCard(db, asked.command.card_id);
      await forgetCommand(db, asked.command);
      if (card) {
        await announceCards(ctx, [await revertPendingCommand(ctx, card, asked.command)]);
        await tellTakenBack(ctx, asked, outcome.words);
      }
      return settle({ kind: 'again' });
    }
  }
}

/** A command that is taken back leaves no history record, unless a record written in the meantime shows the card as pending. */
async function tellTakenBack(ctx: Ctx, { command, platform }: Asked, words: Text): Promise<void> {
  const kept = await ctx
    .beyondScope(GIVEN_AWAY)
    .selectFrom('cards.v_card_event')
    .select('id')
    .where('card_id', '=', command.card_id)
    .where('at', '>=', command.asked_at)
    .executeTakeFirst();
  if (!kept) return;
  await writeEvents(ctx, [
    { ...commandLine(command, platform), commandId: null, result: 'timedOut', carrierWords: words },
  ]);
}

const GIVEN_AWAY = 'the card may have been given to somebody else while the carrier was asked';

/**
 * From here on the carrier may act at any moment, so the command is followed up until it is confirmed or abandoned. The history
 * record carries the time from which the card was pending.
 */
async function send(ctx: Ctx, all: readonly Omit<Sent, 'item'>[]): Promise<void> {
  const at = ctx.clock.now();
  const db = ctx.beyondScope(GIVEN_AWAY);
  const nextCheckAt = nextCheckAfter(0, at);
  for (const { asked, isUnclear, reference } of all) {
    await noteSent(db, asked.command, { isUnclear, reference, at, nextCheckAt });
  }
  await writeEvents(
    ctx,
    all.map(({ asked, reference }) => ({
      ...commandLine(asked.command, asked.platform),
      ...(asked.state ? { at: asked.command.asked_at, state: asked.state } : {}),
      result: 'asked',
      carrierRef: reference,
    })),
  );
}

async function refuse(ctx: Ctx, asked: Asked, words: Text): Promise<void> {
  const db = ctx.beyondScope(GIVEN_AWAY);
  const card = await lockCard(db, asked.command.card_id);
  await closeCommand(db, asked.command, { state: 'refused', at: ctx.clock.now(), words: words.zh });
  const after = card && (await revertPendingCommand(ctx, card, asked.command));
  const line = commandLine(asked.command, asked.platform);
  await writeEvents(ctx, [{ ...line, result: 'refused', carrierWords: words }]);
  if (after) await announceCards(ctx, [after]);
}
