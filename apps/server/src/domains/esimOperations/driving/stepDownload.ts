import { type Text, text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import { type CarrierOutcome, callCarrier } from '../../carriers/face.ts';
import {
  beyond,
  type ChipRow,
  type CodeNumberRow,
  keepMatching,
  lockChip,
  lockNumber,
  moveNumber,
  openNumberSecret,
} from '../../esim/face.ts';
import { operationPlace } from '../operations/confirmationCode.ts';
import { standingWords, tellOfNumbers } from '../operations/numberStory.ts';
import { callIdOf, isOpen } from '../operations/operationRules.ts';
import { lockOperation, setOperation } from '../operations/operationStore.ts';
import { postpone } from '../operations/postpone.ts';
import type { OperationRow } from '../operationTables.ts';
import { closeOperation, type Ending, TOO_LATE } from './closeOperation.ts';

const OTHER_NUMBER = text('SM-DP+ 给出了另一个码号', 'The SM-DP+ returned a different number');
const GIVEN_BACK = text('已退回库存', 'back in stock');

type Held = { readonly chip: ChipRow; readonly number: CodeNumberRow; readonly operation: OperationRow };

/** The rows of a download, locked, if it is still in the state the call started from; undefined if it has advanced or ended. */
async function held(ctx: Ctx, asked: OperationRow): Promise<Held | undefined> {
  const db = beyond(ctx);
  const chip = await lockChip(db, asked.eid);
  const number = asked.card_id === null ? undefined : await lockNumber(db, asked.card_id);
  const operation = await lockOperation(db, asked);
  return chip && number && operation?.state === asked.state ? { chip, number, operation } : undefined;
}

/**
 * Reserves the number at the SM-DP+. Every repetition of the call has the same identifier, so a worker killed between the call
 * and storing its result causes no double order.
 */
export async function orderDownload(
  ctx: Ctx,
  asked: OperationRow,
  accountId: string,
): Promise<OperationRow | undefined> {
  const outcome = await callCarrier(
    ctx,
    accountId,
    'downloadOrder',
    {
      callId: callIdOf(asked.function_call_identifier, 'order'),
      eid: asked.eid,
      iccid: asked.iccid,
      profileType: null,
    },
    { taskId: asked.task_id ?? undefined },
  );
  return ctx.transact(async (inside) => {
    const rows = await held(inside, asked);
    if (!rows) return undefined;
    const { chip, number, operation } = rows;
    const other = outcome.kind === 'ok' && outcome.answer.iccid !== operation.iccid;
    if (other) {
      await fail(inside, rows, { code: 'otherNumber', words: OTHER_NUMBER }, 'stays');
      return undefined;
    }
    if (outcome.kind === 'refused') {
      await fail(inside, rows, outcome, 'back');
      return undefined;
    }
    if (outcome.kind !== 'ok') {
      await wait(inside, rows, outcome);
      return undefined;
    }
    await moveNumber(inside, chip, number, 'linked');
    const now = inside.clock.now();
    const ordered = { state: 'ordered' as const, sent_at: now, next_check_at: now, checks: 0 };
    await setOperation(beyond(inside), operation, ordered);
    return { ...operation, ...ordered };
  });
}

/** Completes the order and releases the number for its chip; if refused, the reservation is cancelled. */
export async function confirmDownload(ctx: Ctx, asked: OperationRow, accountId: string): Promise<void> {
  const number = await beyond(ctx)
    .selectFrom('esim.v_code_number')
    .select(['card_id', 'matching_id'])
    .where('card_id', '=', asked.card_id)
    .executeTakeFirst();
  if (!number || asked.iccid === null) return;
  const { card_id: cardId, matching_id: sealed } = number;
  const matchingId = openNumberSecret(ctx, cardId, 'matchingId', sealed);
  const { confirmation_code: code } = asked;
  const about = { taskId: asked.task_id ?? undefined };
  const args = {
    callId: callIdOf(asked.function_call_identifier, 'confirm'),
    iccid: asked.iccid,
    eid: asked.eid,
    matchingId,
    confirmationCode: code === null ? null : ctx.secrets.open(code, operationPlace(asked.id)),
    isReleased: true,
  };
  const outcome = await callCarrier(ctx, accountId, 'confirmOrder', args, about);
  const given =
    outcome.kind === 'refused'
      ? await callCarrier(
          ctx,
          accountId,
          'cancelOrder',
          {
            callId: callIdOf(asked.function_call_identifier, 'cancel'),
            iccid: asked.iccid,
            eid: asked.eid,
            matchingId,
            backTo: 'Available',
          },
          about,
        )
      : undefined;
  await ctx.transact(async (inside) => {
    const rows = await held(inside, asked);
    if (!rows) return;
    if (outcome.kind === 'refused') {
      await fail(inside, rows, outcome, given?.kind === 'ok' ? 'back' : 'stays');
      return;
    }
    if (outcome.kind !== 'ok') {
      await wait(inside, rows, outcome);
      return;
    }
    const { answer } = outcome;
    if (answer.matchingId !== matchingId) await keepMatching(inside, rows.number, answer);
    const moved = await moveNumber(inside, rows.chip, rows.number, 'released');
    await setOperation(beyond(inside), rows.operation, {
      state: 'released',
      confirmation_code: null,
      next_check_at: rows.operation.expires_at,
      checks: 0,
      claimed_until: null,
    });
    if (!moved) return;
    await tellOfNumbers(inside, [
      {
        number: moved.after,
        kind: 'download',
        result: 'confirmed',
        operation: rows.operation,
        from: standingWords(moved.before),
        to: standingWords(moved.after),
      },
    ]);
  });
}

/** `back`: the number is in stock again; `stays`: it may still be reserved at the SM-DP+ and must be unbound manually. */
async function fail(
  ctx: Ctx,
  { chip, number, operation }: Held,
  why: { readonly code: string; readonly words: Text },
  then: 'back' | 'stays',
): Promise<void> {
  const moved = then === 'back' ? await moveNumber(ctx, chip, number, 'cancelled', why.words) : undefined;
  await tellOfNumbers(ctx, [
    {
      number,
      kind: 'download',
      result: 'refused',
      operation,
      words: why.words,
      from: standingWords(number),
      to: moved ? GIVEN_BACK : standingWords(number),
    },
  ]);
  await closeOperation(ctx, chip, operation, { kind: 'failed', code: why.code, words: why.words });
}

async function wait(ctx: Ctx, rows: Held, outcome: Exclude<CarrierOutcome<unknown>, { kind: 'ok' | 'refused' }>) {
  if (await postpone(ctx, rows.operation, outcome)) return;
  await expire(ctx, rows, outcome.words);
}

async function expire(ctx: Ctx, { chip, number, operation }: Held, words: Text = TOO_LATE): Promise<void> {
  await tellOfNumbers(ctx, [{ number, kind: 'download', result: 'timedOut', operation, words }]);
  await closeOperation(ctx, chip, operation, { kind: 'expired', words });
}

/**
 * A released number not reported as downloaded in time: the SM-DP+ is queried once before the operation fails. The number stays
 * bound, to be unbound manually or downloaded later.
 */
export async function lookAtDownload(ctx: Ctx, asked: OperationRow, accountId: string): Promise<void> {
  if (asked.iccid === null) return;
  const args = { callId: callIdOf(asked.function_call_identifier, 'look'), iccid: asked.iccid };
  const outcome = await callCarrier(ctx, accountId, 'getProfileState', args);
  await ctx.transact(async (inside) => {
    const rows = await held(inside, asked);
    if (!rows) return;
    const isHere = outcome.kind === 'ok' && outcome.answer.eid === asked.eid;
    if (isHere && outcome.answer.state === 'Installed') await takeInstalled(inside, rows);
    else if (isHere && outcome.answer.state === 'Error') {
      await moveNumber(inside, rows.chip, rows.number, 'failed', FAILED_THERE);
      await closeOperation(inside, rows.chip, rows.operation, {
        kind: 'failed',
        code: 'profileError',
        words: FAILED_THERE,
      });
    } else await expire(inside, rows);
  });
}

const FAILED_THERE = text('SM-DP+ 显示下载失败', 'The SM-DP+ reports a failed download');
const FOUND_INSTALLED = text('同步确认已安装', 'Installation confirmed by sync');

/** The number is on its chip, as the SM-DP+ or the chip has confirmed. */
export async function takeInstalled(ctx: Ctx, { chip, number, operation }: Held): Promise<void> {
  const moved = await moveNumber(ctx, chip, number, 'installed');
  if (moved) {
    await tellOfNumbers(ctx, [
      {
        number: moved.after,
        kind: 'download',
        result: 'confirmed',
        operation,
        words: FOUND_INSTALLED,
        from: standingWords(moved.before),
        to: standingWords(moved.after),
      },
    ]);
  }
  const ending: Ending = { kind: 'done', words: FOUND_INSTALLED };
  if (isOpen(operation.state)) await closeOperation(ctx, chip, operation, ending);
}
