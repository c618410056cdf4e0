import { randomUUID } from 'node:crypto';
import type { EsimCause, EsimOperationKind } from '@cardinal/contract/enumerations/esim.ts';
import { text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import { moveEsimCards } from '../../cards/face.ts';
import { customerNames } from '../../customers/face.ts';
import { beyond, type ChipRow, type CodeNumberRow, moveNumber, openWide, placeOf } from '../../esim/face.ts';
import type { OperationRow } from '../operationTables.ts';
import { operationPlace } from './confirmationCode.ts';
import { driveSoon } from './driveSchedule.ts';
import { AS_FALLBACK, standingWords, tellOfNumbers } from './numberStory.ts';
import { expiryOf, type Verdict } from './operationRules.ts';

export type AskedOperation = {
  readonly kind: EsimOperationKind;
  /** The number concerned; null for an audit. */
  readonly number: CodeNumberRow | null;
  readonly cause: EsimCause;
  /** Who requested it, if not the actor of the context. */
  readonly by?: { readonly accountId: string | null; readonly name: string } | undefined;
  readonly taskId?: string | undefined;
  readonly confirmationCode?: string | undefined;
  /** For a download: enable the number as soon as it is on the chip. */
  readonly enablesAfter?: boolean | undefined;
};

const TAKEN: Verdict = {
  kind: 'refused',
  code: 'numberTaken',
  words: text('码号已不在库', 'Number no longer in stock'),
};

/**
 * Creates an operation on a locked chip, in the caller's transaction; it is carried out after the commit, once earlier
 * operations have ended. A download binds its locked number immediately, so of two concurrent requests one gets it.
 */
export async function openOperation(ctx: Ctx, chip: ChipRow, asked: AskedOperation): Promise<OperationRow | Verdict> {
  const { kind, number } = asked;
  const now = ctx.clock.now();
  const id = ctx.ids.next();
  if (kind === 'download' && (!number || placeOf(standing(number)) !== 'stock')) return TAKEN;
  const accountId = kind === 'download' && number ? number.smdp_account_id : chip.carrier_account_id;
  const { actor } = ctx;
  const self =
    actor.kind === 'account' ? { accountId: actor.accountId, name: actor.account } : { accountId: null, name: '' };
  const by = asked.by ?? self;
  const operation: OperationRow = {
    eid: chip.eid,
    id,
    customer_id: chip.customer_id,
    card_id: number?.card_id ?? null,
    iccid: number?.iccid ?? null,
    kind,
    // Must not be guessable: a forged notification would have to name it.
    function_call_identifier: randomUUID(),
    task_id: asked.taskId ?? null,
    state: 'queued',
    subject_code: null,
    reason_code: null,
    words: null,
    cause: asked.cause,
    asked_account_id: by.accountId,
    asked_name: by.name,
    confirmation_code: asked.confirmationCode ? ctx.secrets.seal(asked.confirmationCode, operationPlace(id)) : null,
    previous_card_id: kind === 'enable' ? chip.enabled_number_id : null,
    asked_at: now,
    sent_at: null,
    next_check_at: now,
    checks: 0,
    expires_at: expiryOf(kind, now),
    closed_at: null,
    carrier_account_id: accountId,
    carrier_ref: null,
    claimed_until: null,
    enables_after: asked.enablesAfter ?? false,
  };
  await beyond(ctx)
    .insertInto('esim_operations.operation')
    .values({ ...operation, words: null })
    .execute();
  if (number) {
    if (kind === 'download') await followChip(ctx, chip, number);
    const moved = kind === 'download' ? await moveNumber(ctx, chip, number, 'binding') : undefined;
    const from = standingWords(number);
    const to = kind === 'setFallback' ? AS_FALLBACK : moved && standingWords(moved.after);
    await tellOfNumbers(ctx, [{ number, kind, result: 'asked', operation, from, to }]);
  }
  await driveSoon(ctx, accountId);
  return operation;
}

/** A number has the owner of its chip: one from a customer above is transferred, with a history record of its own. */
async function followChip(ctx: Ctx, chip: ChipRow, number: CodeNumberRow): Promise<void> {
  const db = beyond(ctx);
  const card = await db
    .selectFrom('cards.v_esim_card')
    .select('customer_id')
    .where('id', '=', number.card_id)
    .executeTakeFirst();
  if (!card || card.customer_id === chip.customer_id) return;
  const name = (await customerNames(db, [chip.customer_id])).get(chip.customer_id) ?? '';
  await moveEsimCards(openWide(ctx), [number.card_id], { customerId: chip.customer_id, name }, 'allocate_card');
}

const standing = (number: CodeNumberRow) => ({
  enableState: number.enable_state,
  rspState: number.rsp_state,
  isBound: number.eid !== null,
});
