import { type Text, text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import { beyond, type ChipRow, lockNumber } from '../../esim/face.ts';
import { type Outcome, settleItems } from '../../tasks/face.ts';
import { esimOperationEnded } from '../events.ts';
import { driveSoon } from '../operations/driveSchedule.ts';
import { openOperation } from '../operations/openOperation.ts';
import { isOpen } from '../operations/operationRules.ts';
import { setOperation } from '../operations/operationStore.ts';
import type { OperationRow } from '../operationTables.ts';
import { considerChip, settleFiring } from '../strategy/considerChip.ts';

export type Ending =
  | { readonly kind: 'done'; readonly words?: Text | undefined }
  /** The state was reached already, so nothing was requested. */
  | { readonly kind: 'already'; readonly words: Text }
  | { readonly kind: 'failed'; readonly code: string; readonly words: Text }
  | { readonly kind: 'expired'; readonly words: Text };

export const TOO_LATE = text('设备未在时限内上线', 'The device did not come online in time');

/**
 * Ends a locked operation, finishes its task item and releases the chip's next operation. The caller has changed the numbers
 * and written their histories. An operation that has ended is not changed. Must be the last call in the transaction.
 */
export async function closeOperation(ctx: Ctx, chip: ChipRow, operation: OperationRow, ending: Ending): Promise<void> {
  if (!isOpen(operation.state)) return;
  const state = ending.kind === 'already' ? 'done' : ending.kind;
  const [subject, reason] = ending.kind === 'failed' && ending.code.includes('/') ? ending.code.split('/') : [];
  const words = ending.words ?? null;
  await setOperation(beyond(ctx), operation, {
    state,
    subject_code: subject ?? null,
    reason_code: reason ?? null,
    words: words && JSON.stringify(words),
    confirmation_code: null,
    closed_at: ctx.clock.now(),
    next_check_at: null,
    claimed_until: null,
  });
  if (state !== 'done') {
    await ctx.emit(esimOperationEnded, {
      eid: operation.eid,
      operationId: operation.id,
      customerId: chip.customer_id,
      kind: operation.kind,
      state,
      iccid: operation.iccid,
      words,
    });
  }
  const goesOn = state === 'done' && operation.enables_after && (await enableNow(ctx, chip, operation));
  const isOfNumber = operation.kind === 'download' || operation.kind === 'enable';
  const isStrategys = operation.cause === 'strategy';
  if (isStrategys && isOfNumber && !goesOn) await settleFiring(ctx, operation, state === 'done');
  // A failed number is handled by the strategy if the strategy requested it, or if no number is active without it.
  if (state === 'failed' && isOfNumber && (isStrategys || chip.enabled_number_id === null)) {
    await considerChip(ctx, operation.eid, ['profileFailure']);
  }
  await wakeNext(ctx, operation.eid);
  if (!goesOn && operation.task_id !== null) {
    await settleItems(ctx, [
      { taskId: operation.task_id, target: operation.eid, outcome: outcomeOf(operation, ending) },
    ]);
  }
}

/** A write that also enables the number ends with the switch: its item is finished by that operation. */
async function enableNow(ctx: Ctx, chip: ChipRow, operation: OperationRow): Promise<boolean> {
  const number = operation.card_id === null ? undefined : await lockNumber(beyond(ctx), operation.card_id);
  if (!number || chip.architecture !== 'iot' || chip.enabled_number_id === number.card_id) return false;
  await openOperation(ctx, chip, {
    kind: 'enable',
    number,
    cause: operation.cause,
    by: { accountId: operation.asked_account_id, name: operation.asked_name },
    taskId: operation.task_id ?? undefined,
  });
  return true;
}

/** The next operation belongs to the account that carries it out, which may be a different one. */
async function wakeNext(ctx: Ctx, eid: string): Promise<void> {
  const next = await beyond(ctx)
    .selectFrom('esim_operations.operation')
    .select('carrier_account_id')
    .where('eid', '=', eid)
    .where('state', '=', 'queued')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (next?.carrier_account_id) await driveSoon(ctx, next.carrier_account_id);
}

function outcomeOf(operation: OperationRow, ending: Ending): Outcome {
  const reference = operation.function_call_identifier;
  switch (ending.kind) {
    case 'done':
      return { kind: 'done', reference, words: ending.words };
    case 'already':
      return { kind: 'skipped', code: 'already', words: ending.words };
    case 'failed':
      return { kind: 'failed', code: ending.code, words: ending.words, reference };
    case 'expired':
      return { kind: 'failed', code: 'expired', words: ending.words, reference };
  }
}
