import { setTimeout as wait } from 'node:timers/promises';
import { spellingsOf } from '@cardinal/primitives/iccid.ts';
import { text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import { mapConcurrently } from '../../../framework/mapConcurrently.ts';
import { announceCards, lockCard, writeEvents } from '../../cards/face.ts';
import { callCarrier, capabilitiesOf } from '../../carriers/face.ts';
import { settleItems } from '../../tasks/face.ts';
import { answered, CarrierUnavailable } from '../commands/carrierUnavailable.ts';
import {
  addressOfCommand,
  type CommandRow,
  closeCommand,
  dueCommands,
  noteChecked,
  noteSent,
  openCommandsOf,
  outlookOf,
  postponeChecks,
} from '../commands/commandStore.ts';
import { commandLine } from '../commands/commandStory.ts';
import { nextCheckAfter, whenStillAsBefore } from '../commands/confirmRules.ts';
import { confirmLater, confirmSoon } from '../commands/confirmSchedule.ts';
import { revertPendingCommand } from '../commands/revertPendingCommand.ts';
import { applyReadings } from '../readings/applyReadings.ts';
import { endLease, keepLease, takeLease } from './confirmLease.ts';

/** Maximum run time of the job; another run follows while there is work. */
const RUN_MS = 60_000;
/** A check further away than this is left to a later job. */
const SOON_MS = 8_000;
const PAUSE_MS = 250;
/** Up to this many open commands are read one by one, more from the carrier's list of changes. */
const FEW = 3;
/** Minimum interval between reads of the list: checks and requests share the account's budget. */
const LIST_EVERY_MS = 3_000;
const MOST_AT_ONCE = 200;
/** After this many checks, a card missing in the list is queried on its own. */
const LIST_LOOKS = 3;
/** Maximum number of missing cards queried one by one per check; the others stay due. */
const MOST_SINGLES = 20;
/** Maximum duration of one check: the lease is renewed between checks. */
const LOOK_MS = 5_000;
/** Concurrent single reads; the account's gate enforces its own limit. */
const MAX_CONCURRENT = 8;
/** The carrier's clock may be behind ours. */
const CLOCK_MARGIN_MS = 60_000;

/**
 * The position in the list of changes. The list is read in passes: a card that changes again moves to the end and those behind
 * it move up, so a reader that stays on the last page can miss some. After a pass has reached the end, the next one covers what
 * changed since it began.
 */
export type Cursor = { since: Date; page: number; beganAt: Date | undefined };

const GIVEN_UP = text(
  '多次下发后运营商侧状态仍未改变，请稍后刷新核实',
  'Sent several times, but the carrier’s status has not changed. Refresh later to check.',
);

/**
 * Checks the open commands of one account while the next check is near; later checks are scheduled. If another process is
 * already doing so there is nothing to do: it sees every newly sent command.
 */
export async function confirmCommands(ctx: Ctx, accountId: string, signal: AbortSignal): Promise<void> {
  const token = await takeLease(ctx, accountId);
  if (!token) return;
  try {
    await watch(ctx, accountId, token, signal);
  } finally {
    await endLease(ctx, accountId, token);
  }
  // A command sent between the last check and the release of the lease found the lease taken.
  const outlook = await outlookOf(ctx.db, accountId);
  if (!outlook) return;
  const isNear = outlook.nextAt.getTime() - ctx.clock.now().getTime() <= SOON_MS;
  await (isNear ? confirmSoon(ctx, accountId) : confirmLater(ctx, accountId, outlook.nextAt));
}

async function watch(ctx: Ctx, accountId: string, token: string, signal: AbortSignal): Promise<void> {
  const end = performance.now() + RUN_MS;
  const lists = await listsChanges(ctx, accountId);
  let cursor: Cursor | undefined;
  let lastLook = Number.NEGATIVE_INFINITY;
  while (!signal.aborted && performance.now() < end) {
    const outlook = await outlookOf(ctx.db, accountId);
    if (!outlook) return;
    const waitMs = outlook.nextAt.getTime() - ctx.clock.now().getTime();
    if (waitMs > SOON_MS || !(await keepLease(ctx, accountId, token))) return;
    const isTooSoon = lists && outlook.open > FEW && performance.now() - lastLook < LIST_EVERY_MS;
    if (waitMs > 0 || isTooSoon) {
      await wait(isTooSoon ? PAUSE_MS : Math.min(waitMs, PAUSE_MS), undefined, { signal }).catch(() => {});
    } else {
      lastLook = performance.now();
      cursor ??= cursorFrom(outlook.oldestAskedAt);
      await confirmDue(ctx, accountId, cursor, signal);
    }
  }
}

export const cursorFrom = (oldestAskedAt: Date): Cursor => ({
  since: new Date(oldestAskedAt.getTime() - CLOCK_MARGIN_MS),
  page: 1,
  beganAt: undefined,
});

/** Checks everything that is due once: reads the carrier, confirms, and asks again if a request had no effect. */
export async function confirmDue(ctx: Ctx, accountId: string, cursor: Cursor, signal: AbortSignal): Promise<void> {
  try {
    await look(ctx, accountId, cursor, signal);
  } catch (error) {
    if (!(error instanceof CarrierUnavailable)) throw error;
    await postponeChecks(ctx.db, accountId, error.until);
  }
}

async function look(ctx: Ctx, accountId: string, cursor: Cursor, signal: AbortSignal): Promise<void> {
  const due = await dueCommands(ctx.db, accountId, ctx.clock.now(), MOST_AT_ONCE);
  const open = (await outlookOf(ctx.db, accountId))?.open ?? 0;
  const isList = open > FEW && (await listsChanges(ctx, accountId));
  if (isList) await readList(ctx, accountId, cursor, signal);
  const left = await stillSent(ctx, due);
  const wasListed = (command: CommandRow) => isList && command.checks < LIST_LOOKS;
  for (const command of left.filter(wasListed)) {
    await noteChecked(ctx.db, command, nextCheckAfter(command.checks + 1, ctx.clock.now()));
  }
  const singles = left.filter((each) => !wasListed(each)).slice(0, isList ? MOST_SINGLES : MOST_AT_ONCE);
  const batch = singles.length > FEW ? await batchOf(ctx, accountId) : 1;
  await (batch > 1 ? lookAtMany(ctx, singles, { accountId, batch, signal }) : lookAtEach(ctx, singles, signal));
}

/** How many cards the carrier reports with one call. */
async function batchOf(ctx: Ctx, accountId: string): Promise<number> {
  const can = await capabilitiesOf(ctx, accountId);
  return can?.operations.includes('getDevices') ? (can.batchSizes.getDevices ?? 1) : 1;
}

/** Reads in the carrier's batches; a card missing in an answer stays unknown. */
async function lookAtMany(
  ctx: Ctx,
  commands: readonly CommandRow[],
  of: { readonly accountId: string; readonly batch: number; readonly signal: AbortSignal },
): Promise<void> {
  const { accountId, batch, signal } = of;
  const end = performance.now() + LOOK_MS;
  for (let from = 0; from < commands.length && !signal.aborted && performance.now() < end; from += batch) {
    const asked = commands.slice(from, from + batch);
    const readAt = ctx.clock.now();
    const cards = await Promise.all(asked.map((command) => addressOfCommand(ctx.db, command)));
    const outcome = answered(await callCarrier(ctx, accountId, 'getDevices', { cards }, { signal }));
    // A single card may be why the carrier refused the whole batch.
    if (outcome.kind === 'refused') await lookAtEach(ctx, asked, signal);
    else {
      const { found, unknown } = outcome.kind === 'ok' ? outcome.answer : { found: [], unknown: [] };
      if (found.length > 0) {
        await ctx.transact((inside) => applyReadings(inside, accountId, found, { readAt, isDirect: true }));
      }
      const told = new Set([...found.map((device) => device.iccid), ...unknown].flatMap(spellingsOf));
      for (const command of asked) {
        const isTold = told.has(command.iccid);
        // A card that batches leave out repeatedly is queried on its own.
        await (isTold || command.checks < LIST_LOOKS ? goOn(ctx, command, isTold) : lookAtOne(ctx, command));
      }
    }
  }
}

/** Several at a time. If the carrier cannot be asked, the first failure ends the round. */
async function lookAtEach(ctx: Ctx, commands: readonly CommandRow[], signal: AbortSignal): Promise<void> {
  const end = performance.now() + LOOK_MS;
  const goesOn = () => !signal.aborted && performance.now() < end;
  await mapConcurrently(commands, MAX_CONCURRENT, (command) => lookAtOne(ctx, command), goesOn);
}

const listsChanges = async (ctx: Ctx, accountId: string): Promise<boolean> =>
  (await capabilitiesOf(ctx, accountId))?.operations.includes('listDevices') ?? false;

async function stillSent(ctx: Ctx, commands: readonly CommandRow[]): Promise<CommandRow[]> {
  const open = await openCommandsOf(
    ctx.db,
    commands.map((command) => command.card_id),
  );
  return open.filter((command) => command.state === 'sent');
}

/** Reads on in the list of changes, to its end if time allows. */
async function readList(ctx: Ctx, accountId: string, cursor: Cursor, signal: AbortSignal): Promise<void> {
  const end = performance.now() + LOOK_MS;
  while (!signal.aborted && performance.now() < end) {
    const readAt = ctx.clock.now();
    cursor.beganAt ??= readAt;
    const args = { modifiedSince: cursor.since, page: cursor.page };
    const outcome = answered(await callCarrier(ctx, accountId, 'listDevices', args, { signal }));
    if (outcome.kind !== 'ok') return;
    const { devices, isLastPage } = outcome.answer;
    await ctx.transact((inside) => applyReadings(inside, accountId, devices, { readAt, isDirect: false }));
    if (isLastPage) {
      Object.assign(cursor, cursorFrom(cursor.beganAt));
      return;
    }
    cursor.page += 1;
  }
}

/** Queries this card alone, and repeats the request if the carrier never received it. */
async function lookAtOne(ctx: Ctx, command: CommandRow): Promise<void> {
  await goOn(ctx, command, await readOne(ctx, command));
}

/** Decides about a command still open after its card was read: wait, abandon or ask again. */
async function goOn(ctx: Ctx, command: CommandRow, isTold: boolean): Promise<void> {
  const accountId = command.carrier_account_id;
  const [open] = await stillSent(ctx, [command]);
  if (!open || open.id !== command.id) return;
  const now = ctx.clock.now();
  const waiting = { isUnclear: open.is_unclear, sentAt: open.sent_at ?? open.asked_at, tries: open.tries };
  switch (isTold ? whenStillAsBefore(waiting, now) : 'wait') {
    case 'wait':
      await noteChecked(ctx.db, open, nextCheckAfter(open.checks + 1, now));
      return;
    case 'giveUp':
      await close(ctx, open, 'timedOut');
      return;
    case 'askAgain': {
      const about = { taskId: open.task_id ?? undefined };
      const args = { ...(await addressOfCommand(ctx.db, open)), status: open.to_status };
      const outcome = await callCarrier(ctx, accountId, 'setStatus', args, about);
      if (outcome.kind === 'unavailable' && outcome.isThisCard) {
        await noteChecked(ctx.db, open, outcome.retryAt);
        return;
      }
      const said = answered(outcome);
      const at = ctx.clock.now();
      if (said.kind === 'refused') {
        // The refusal may mean that the change has just been made.
        await readOne(ctx, open);
        await close(ctx, open, 'refused', said.words);
        return;
      }
      const reference = said.kind === 'ok' ? said.answer.reference : null;
      const sent = { isUnclear: said.kind === 'unclear', reference, at, nextCheckAt: nextCheckAfter(0, at) };
      await noteSent(ctx.db, open, sent);
    }
  }
}

/** Applies what the carrier says of one card; false if it gave no answer. */
async function readOne(ctx: Ctx, command: CommandRow): Promise<boolean> {
  const readAt = ctx.clock.now();
  const accountId = command.carrier_account_id;
  const address = await addressOfCommand(ctx.db, command);
  const about = { taskId: command.task_id ?? undefined };
  const outcome = answered(await callCarrier(ctx, accountId, 'getDevice', address, about));
  if (outcome.kind === 'ok') {
    await ctx.transact((inside) => applyReadings(inside, accountId, [outcome.answer], { readAt, isDirect: true }));
  }
  return outcome.kind !== 'unclear';
}

/** Ends a command without success, unless it was ended in the meantime. */
async function close(ctx: Ctx, command: CommandRow, state: 'refused' | 'timedOut', words = GIVEN_UP): Promise<void> {
  await ctx.transact(async (inside) => {
    const card = await lockCard(inside.db, command.card_id);
    const [open] = await openCommandsOf(inside.db, [command.card_id]);
    if (!card || open?.id !== command.id) return;
    await closeCommand(inside.db, open, { state, at: inside.clock.now(), words: words.zh });
    const after = await revertPendingCommand(inside, card, open);
    await writeEvents(inside, [{ ...commandLine(open, card.platform), result: state, carrierWords: words }]);
    await announceCards(inside, [after]);
    const outcome = { kind: 'failed' as const, code: state, words };
    if (open.task_id) await settleItems(inside, [{ taskId: open.task_id, target: open.iccid, outcome }]);
  });
}
