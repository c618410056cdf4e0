import { type Text, text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import { type AnswerOf, type CarrierOutcome, callCarrier } from '../../carriers/face.ts';
import {
  beyond,
  type ChipRow,
  type CodeNumberRow,
  lockChip,
  lockNumbersOf,
  type Moved,
  moveNumber,
  run,
  setChip,
  setRunning,
} from '../../esim/face.ts';
import { AS_FALLBACK, standingWords, tellOfNumbers } from '../operations/numberStory.ts';
import { callIdOf, mayOperate } from '../operations/operationRules.ts';
import { factsOfChip, lockOperation, setOperation } from '../operations/operationStore.ts';
import { postpone } from '../operations/postpone.ts';
import type { OperationRow } from '../operationTables.ts';
import { keepAudit } from './auditChip.ts';
import { closeOperation, TOO_LATE } from './closeOperation.ts';

const ROLLED_BACK = text(
  '新码号无网络，已退回原码号',
  'The new number had no network; rolled back to the previous number',
);
const NOT_DONE = text('芯片未执行', 'The chip did not execute it');
const NO_FALLBACK = text('原码号未能设为后备', 'The active number could not be set as fallback');
const CHIP_GONE = text('eSIM 卡已不存在', 'eSIM card no longer exists');

const CARRIER_OPERATION = {
  enable: 'enableProfile',
  disable: 'disableProfile',
  delete: 'deleteProfile',
  setFallback: 'setFallbackProfile',
} as const;

type Held = { readonly chip: ChipRow; readonly numbers: CodeNumberRow[]; readonly operation: OperationRow };

async function held(ctx: Ctx, asked: OperationRow): Promise<Held | undefined> {
  const db = beyond(ctx);
  const chip = await lockChip(db, asked.eid);
  const numbers = await lockNumbersOf(db, asked.eid);
  const operation = await lockOperation(db, asked);
  return chip && operation?.state === asked.state ? { chip, numbers, operation } : undefined;
}

const numberOf = ({ numbers, operation }: Held) => numbers.find(({ card_id }) => card_id === operation.card_id);

/** A strategy replaces a working number only if the chip has a fallback to return to. */
const leavesNothing = ({ chip, operation }: Held): boolean =>
  operation.kind === 'enable' &&
  operation.cause === 'strategy' &&
  chip.enabled_number_id !== null &&
  chip.fallback_number_id === null;

/** Decides again, since much may have changed during the wait, and calls the eIM. */
export async function askChip(ctx: Ctx, asked: OperationRow, accountId: string): Promise<void> {
  const mayGo = await ctx.transact(async (inside) => {
    const rows = await held(inside, asked);
    if (!rows) return false;
    const verdict = mayOperate(asked.kind, factsOfChip(rows.chip, rows.numbers), asked.card_id);
    if (verdict.kind === 'refused') await fail(inside, rows, verdict);
    else if (verdict.kind === 'already') await closeOperation(inside, rows.chip, rows.operation, verdict);
    else if (leavesNothing(rows)) await fail(inside, rows, { code: 'noFallback', words: NO_FALLBACK });
    else return true;
    return false;
  });
  if (!mayGo) return;
  const outcome = await ask(ctx, asked, accountId);
  await ctx.transact(async (inside) => {
    const rows = await held(inside, asked);
    if (!rows) return;
    if (outcome.kind === 'refused') await fail(inside, rows, outcome);
    else if (outcome.kind !== 'ok') {
      if (!(await postpone(inside, rows.operation, outcome))) await expire(inside, rows, outcome.words);
    } else {
      const now = inside.clock.now();
      await setOperation(beyond(inside), rows.operation, {
        state: 'waitingDevice',
        carrier_ref: outcome.answer.reference,
        previous_card_id: rows.chip.enabled_number_id,
        sent_at: now,
        next_check_at: now,
        checks: 0,
        claimed_until: null,
      });
    }
  });
}

function ask(
  ctx: Ctx,
  asked: OperationRow,
  accountId: string,
): Promise<CarrierOutcome<{ readonly reference: string }>> {
  const callId = callIdOf(asked.function_call_identifier, 'chip');
  const about = { taskId: asked.task_id ?? undefined };
  const { eid, iccid, kind } = asked;
  if (kind === 'audit' || kind === 'download' || iccid === null) {
    return callCarrier(ctx, accountId, 'auditChip', { callId, eid }, about);
  }
  return callCarrier(ctx, accountId, CARRIER_OPERATION[kind], { callId, eid, iccid }, about);
}

/** Queries the result. An offline device makes the operation wait, not fail. */
export async function lookAtChip(ctx: Ctx, asked: OperationRow, accountId: string): Promise<void> {
  const args = { eid: asked.eid, reference: asked.carrier_ref ?? '' };
  const outcome = await callCarrier(ctx, accountId, 'getChipOperation', args, { urgency: 'soon' });
  await ctx.transact(async (inside) => {
    const rows = await held(inside, asked);
    if (!rows) return;
    if (outcome.kind === 'refused') return fail(inside, rows, outcome);
    if (outcome.kind !== 'ok') {
      if (!(await postpone(inside, rows.operation, outcome))) await expire(inside, rows, outcome.words);
      return;
    }
    const { answer } = outcome;
    if (answer.state === 'waiting') {
      if (!(await postpone(inside, rows.operation))) await expire(inside, rows, TOO_LATE);
    } else if (answer.state === 'rolledBack') await fail(inside, rows, { code: 'rolledBack', words: ROLLED_BACK });
    else if (answer.state === 'failed')
      await fail(inside, rows, { code: answer.code ?? 'failed', words: answer.words ?? NOT_DONE });
    else await carriedOut(inside, rows, answer);
  });
}

/** The chip has carried it out: changes its numbers once, whether the eIM's answer or a notification comes first. */
async function carriedOut(ctx: Ctx, rows: Held, answer: AnswerOf<'getChipOperation'>): Promise<void> {
  const { chip, numbers, operation } = rows;
  const number = numberOf(rows);
  const moved: Moved[] = [];
  const { cause, kind } = operation;
  if (kind === 'audit') {
    await keepAudit(ctx, { chip, numbers }, answer);
  } else if (!number) {
    await closeOperation(ctx, chip, operation, { kind: 'failed', code: 'notOnChip', words: CHIP_GONE });
    return;
  } else if (kind === 'enable') {
    moved.push(...(await run(ctx, chip, numbers, number, { cause })));
  } else if (kind === 'disable') {
    const stopped = await moveNumber(ctx, chip, number, 'disabled');
    if (stopped) moved.push(stopped);
    if (chip.enabled_number_id === number.card_id || chip.tell_after) {
      await setRunning(ctx, chip, null, { cause, when: 'now' });
    }
  } else if (kind === 'delete') {
    const gone = await moveNumber(ctx, chip, number, 'deleted', DELETED);
    if (gone) moved.push(gone);
  } else if (kind === 'setFallback') {
    await setChip(beyond(ctx), chip.eid, { fallback_number_id: number.card_id, updated_at: ctx.clock.now() });
    const from = standingWords(number);
    await tellOfNumbers(ctx, [{ number, kind, result: 'confirmed', operation, from, to: AS_FALLBACK }]);
  }
  await tellOfNumbers(
    ctx,
    moved.map(({ before, after }) => ({
      number: after,
      kind: after.card_id === operation.card_id ? kind : ('disable' as const),
      result: 'confirmed' as const,
      operation,
      from: standingWords(before),
      to: standingWords(after),
    })),
  );
  await closeOperation(ctx, chip, operation, { kind: 'done' });
}

const DELETED = text('已从芯片删除', 'Deleted from the chip');

async function fail(ctx: Ctx, rows: Held, why: { readonly code: string; readonly words: Text }): Promise<void> {
  await tellFailure(ctx, rows, 'refused', why.words);
  await closeOperation(ctx, rows.chip, rows.operation, { kind: 'failed', code: why.code, words: why.words });
}

async function expire(ctx: Ctx, rows: Held, words: Text): Promise<void> {
  await tellFailure(ctx, rows, 'timedOut', words);
  await closeOperation(ctx, rows.chip, rows.operation, { kind: 'expired', words });
}

async function tellFailure(ctx: Ctx, rows: Held, result: 'refused' | 'timedOut', words: Text): Promise<void> {
  const number = numberOf(rows);
  const { operation } = rows;
  if (number) await tellOfNumbers(ctx, [{ number, kind: operation.kind, result, operation, words }]);
}
