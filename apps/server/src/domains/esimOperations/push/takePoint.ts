import { type Text, text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import type { ProgressReport } from '../../carrierAdapters/face.ts';
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
import { closeOperation, type Ending } from '../driving/closeOperation.ts';
import { standingWords, tellOfNumbers } from '../operations/numberStory.ts';
import { openOperationsOf } from '../operations/operationStore.ts';
import type { OperationRow } from '../operationTables.ts';
import { causeOf, factOf, meaningOf } from './pointRules.ts';

export type Taking = 'taken' | 'known' | 'unknownNumber' | 'otherChip';

/** How a notification was handled, and what it changed on its number. */
export type Taken = { readonly taking: Taking; readonly eid?: string; readonly effect?: Text | null };

type Held = {
  readonly chip: ChipRow;
  readonly numbers: readonly CodeNumberRow[];
  readonly number: CodeNumberRow;
  /** The open operation of this number. */
  readonly operation: OperationRow | undefined;
};

/**
 * Applies a report of an SM-DP+, in the caller's transaction: once, however often and in whatever order it arrives. An outdated
 * one is stored and changes nothing.
 */
export async function takePoint(ctx: Ctx, accountId: string, told: ProgressReport): Promise<Taken> {
  const db = beyond(ctx);
  const found = await db
    .selectFrom('esim.v_code_number')
    .select(['card_id', 'eid'])
    .where('iccid', '=', told.iccid)
    .where('smdp_account_id', '=', accountId)
    .executeTakeFirst();
  const eid = found?.eid ?? null;
  if (!found || eid === null) return { taking: 'unknownNumber' };
  if (told.eid !== null && told.eid !== eid) return { taking: 'otherChip' };
  const chip = await lockChip(db, eid);
  const numbers = await lockNumbersOf(db, eid);
  const number = numbers.find(({ card_id }) => card_id === found.card_id);
  if (!chip || !number) return { taking: 'unknownNumber' };
  const open = await openOperationsOf(db, eid);
  const { about } = meaningOf(told.point);
  const operation = open.find(
    ({ card_id, kind, state }) => card_id === number.card_id && kind === about && state !== 'queued',
  );
  if (!(await keepPoint(ctx, told, number, eid, operation))) return { taking: 'known', eid };
  const held = { chip, numbers, number, operation };
  const moved = await apply(ctx, held, told, open);
  await tellStory(ctx, held, told, moved);
  const ending = endingOf(told);
  if (operation && ending) await closeOperation(ctx, await fresh(ctx, chip), operation, ending);
  return { taking: 'taken', eid, effect: effectOf(held, told, moved) };
}

const KEPT_ALONE = text('记入历史，状态不变', 'Recorded in history; state unchanged');

/** The position its number reached. */
function effectOf({ number }: Held, told: ProgressReport, moved: readonly Moved[]): Text {
  const own = moved.find(({ after }) => after.card_id === number.card_id);
  const point = told.words ?? meaningOf(told.point).words;
  if (!own) return text(`${point.zh}：${KEPT_ALONE.zh}`, `${point.en}: ${KEPT_ALONE.en}`);
  const [from, to] = [standingWords(own.before), standingWords(own.after)];
  if (from.zh === to.zh) return text(`${point.zh}：${to.zh}`, `${point.en}: ${to.en}`);
  return text(`${point.zh}：${from.zh} → ${to.zh}`, `${point.en}: ${from.en} → ${to.en}`);
}

/** False: it was reported before. */
async function keepPoint(
  ctx: Ctx,
  told: ProgressReport,
  number: CodeNumberRow,
  eid: string,
  operation: OperationRow | undefined,
): Promise<boolean> {
  const [subject, reason] = told.code?.split('/') ?? [];
  const kept = await beyond(ctx)
    .insertInto('esim_operations.notification_point')
    .values({
      eid,
      id: ctx.ids.next(),
      operation_id: operation?.id ?? null,
      card_id: number.card_id,
      iccid: told.iccid,
      point: String(told.point),
      is_success: told.isSuccess,
      subject_code: subject ?? null,
      reason_code: reason ?? null,
      words: JSON.stringify(told.words ?? meaningOf(told.point).words),
      at: told.at,
      received_at: ctx.clock.now(),
      sameness: [told.iccid, told.point, told.at.toISOString(), told.isSuccess].join('|'),
    })
    .onConflict((on) => on.columns(['eid', 'sameness']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return kept !== undefined;
}

/** Changes the number, its chip and the number active before. */
async function apply(
  ctx: Ctx,
  { chip, numbers, number }: Held,
  told: ProgressReport,
  open: readonly OperationRow[],
): Promise<Moved[]> {
  if (told.imei !== null && told.imei !== chip.imei) await setChip(beyond(ctx), chip.eid, { imei: told.imei });
  const fact = factOf(told.point, told.isSuccess);
  if (!fact) return [];
  const isSwitch = fact === 'enabled' || fact === 'disabled';
  if (isSwitch && chip.reported_at && told.at < chip.reported_at) return [];
  const switching = open.find(({ kind, state }) => (kind === 'enable' || kind === 'disable') && state !== 'queued');
  const cause = told.event === null ? (switching?.cause ?? 'local') : causeOf(told.event);
  const reportedAt = told.at;
  if (fact === 'enabled') {
    if (chip.enabled_number_id === number.card_id) return [];
    return run(ctx, chip, numbers, number, { cause, reportedAt });
  }
  const moved = await moveNumber(ctx, chip, number, fact, told.isSuccess ? null : (told.words ?? null));
  if (chip.enabled_number_id === number.card_id && (fact === 'disabled' || fact === 'deleted')) {
    // A requested disabling ends here; otherwise another number may be enabled right after it.
    const isAsked = switching?.kind === 'disable' && switching.card_id === number.card_id;
    await setRunning(ctx, chip, null, { cause, when: isAsked ? 'now' : 'later', reportedAt });
  }
  if (fact === 'deleted' && chip.fallback_number_id === number.card_id) {
    await setChip(beyond(ctx), chip.eid, { fallback_number_id: null });
  }
  return moved ? [moved] : [];
}

/** One history record on the card per point, whether or not it changed anything. */
async function tellStory(ctx: Ctx, held: Held, told: ProgressReport, moved: readonly Moved[]): Promise<void> {
  const { number, operation } = held;
  const { about, words } = meaningOf(told.point);
  const cause = told.event === null ? undefined : causeOf(told.event);
  const own = moved.find(({ after }) => after.card_id === number.card_id);
  const others = moved.filter((each) => each !== own);
  await tellOfNumbers(ctx, [
    ...others.map(({ before, after }) => ({
      number: after,
      kind: 'disable' as const,
      result: 'confirmed' as const,
      operation,
      cause,
      from: standingWords(before),
      to: standingWords(after),
    })),
    {
      number,
      kind: about,
      result: told.isSuccess ? ('confirmed' as const) : ('refused' as const),
      operation,
      cause,
      words: told.words ?? words,
      from: standingWords(number),
      to: own ? standingWords(own.after) : words,
    },
  ]);
}

/** Whether the point ends the operation. */
function endingOf(told: ProgressReport): Ending | undefined {
  const fact = factOf(told.point, told.isSuccess);
  const words = told.words ?? meaningOf(told.point).words;
  if (!told.isSuccess) return { kind: 'failed', code: told.code ?? 'failed', words };
  return fact && fact !== 'eligible' && fact !== 'downloaded' ? { kind: 'done' } : undefined;
}

/** The chip after the changes. */
const fresh = async (ctx: Ctx, chip: ChipRow): Promise<ChipRow> => (await lockChip(beyond(ctx), chip.eid)) ?? chip;
