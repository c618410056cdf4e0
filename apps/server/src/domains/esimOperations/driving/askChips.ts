import type { NamedChips } from '@cardinal/contract/api/esim/named.ts';
import { chipNotFound, numberNotFound } from '@cardinal/contract/api/esim/refusals.ts';
import type * as api from '@cardinal/contract/api/esimOperations/operations.ts';
import {
  chipRefuses,
  neverAudited,
  numbersUnclear,
  operationNotRepeatable,
} from '@cardinal/contract/api/esimOperations/operations.ts';
import { type BodyOf, DONE } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { type ActionCode, TaskType } from '@cardinal/contract/tasks/taskCatalogue.ts';
import { text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import { laneOf } from '../../carriers/face.ts';
import { requireEngine } from '../../engines/face.ts';
import { beyond, findChip, lockChips, lockNumbersOf, numbersOf } from '../../esim/face.ts';
import { type StartedTask, startTask } from '../../tasks/face.ts';
import { chipsAsked } from '../chips/chipsAsked.ts';
import { chooseOnChip, type NumberWish } from '../operations/chooseNumber.ts';
import { openOperation } from '../operations/openOperation.ts';
import { mayOperate } from '../operations/operationRules.ts';
import { factsOfChip } from '../operations/operationStore.ts';
import { acceptAudit as takeChipsWord } from './auditChip.ts';

type Asked = NumberWish & { readonly eids: NamedChips };

const idsOf = (chips: readonly { readonly id: string }[]) => chips.map(({ id }) => id);

/** A number named for a chip is one the caller may see, or on the chip already: its customer may be one above. */
async function requireNumber(ctx: Ctx, eid: string, numberId: string): Promise<void> {
  const onChip = await lockNumbersOf(beyond(ctx), eid);
  if (onChip.some((number) => number.card_id === numberId)) return;
  const seen = await numbersOf(ctx).select('n.card_id').where('n.card_id', '=', numberId).executeTakeFirst();
  if (!seen) throw new Refused(numberNotFound);
}

/** Starts a task for these chips, all of them within the caller's scope. */
async function start(ctx: Ctx, action: ActionCode, { eids, ...wish }: Asked): Promise<StartedTask> {
  const chips = await chipsAsked(ctx, eids);
  if (wish.numberId !== undefined) {
    const [only] = chips;
    if (!only || chips.length > 1) throw new Refused(numbersUnclear);
    await requireNumber(ctx, only.eid, wish.numberId);
  }
  // Removing something from a chip works without the engine.
  if (action !== 'esim_disable' && action !== 'esim_delete') await requireEngine(ctx, 'esim', idsOf(chips));
  const label = TaskType.labelOf(TaskType.values[action]);
  const parameters = Object.fromEntries(Object.entries(wish).filter(([, value]) => value !== undefined));
  const started = await startTask(ctx, {
    action,
    title: text(
      `${label.zh}：${chips.length} 张 eSIM 卡`,
      `${label.en}: ${chips.length} eSIM ${chips.length === 1 ? 'card' : 'cards'}`,
    ),
    parameters: parameters as Record<string, string>,
    items: chips.map((chip) => ({ target: chip.eid, targetId: chip.id, lane: laneOf(chip.carrier_account_id) })),
  });
  ctx.note({
    objectKind: 'esimCard',
    summary: chips.length === 1 ? (chips[0]?.eid ?? '') : String(chips.length),
    after: parameters,
    taskId: started.taskId,
  });
  return started;
}

export const writeChips = (ctx: Ctx, { enables, ...asked }: BodyOf<typeof api.writeChips>): Promise<StartedTask> =>
  start(ctx, enables ? 'write_number' : 'esim_download', asked);
export const enableOnChips = (ctx: Ctx, asked: BodyOf<typeof api.enableOnChips>): Promise<StartedTask> =>
  start(ctx, 'esim_enable', asked);
export const disableOnChips = (ctx: Ctx, asked: BodyOf<typeof api.disableOnChips>): Promise<StartedTask> =>
  start(ctx, 'esim_disable', asked);
export const deleteFromChips = (ctx: Ctx, asked: BodyOf<typeof api.deleteFromChips>): Promise<StartedTask> =>
  start(ctx, 'esim_delete', asked);

/** Binds one number to one chip: the number is reserved immediately, so of two concurrent requests one is refused. */
export async function bindNumber(
  ctx: Ctx,
  { numberId, eid, confirmationCode }: BodyOf<typeof api.bindNumber>,
): Promise<{ readonly operationId: string }> {
  const [chip] = await lockChips(ctx, [eid]);
  if (!chip) throw new Refused(chipNotFound);
  const number = await ctx.db
    .selectFrom('esim.v_code_number as n')
    .innerJoin('cards.v_esim_card as c', 'c.id', 'n.card_id')
    .selectAll('n')
    .where('n.card_id', '=', numberId)
    .forUpdate('n')
    .executeTakeFirst();
  if (!number) throw new Refused(numberNotFound);
  const numbers = await lockNumbersOf(beyond(ctx), eid);
  const verdict = mayOperate('download', factsOfChip(chip, numbers), numberId);
  if (verdict.kind !== 'go') throw new Refused(chipRefuses, { reason: verdict.words });
  await requireEngine(ctx, 'esim', [chip.id]);
  const opened = await openOperation(ctx, chip, { kind: 'download', number, cause: 'console', confirmationCode });
  if (!('id' in opened)) throw new Refused(chipRefuses, { reason: 'words' in opened ? opened.words : '' });
  ctx.note({ objectKind: 'codeNumber', objectId: numberId, summary: number.iccid, after: { eid } });
  return { operationId: opened.id };
}

/** Requests the list of profiles on chips; it is applied, or shown beside our records. */
export async function auditChips(ctx: Ctx, { eids }: BodyOf<typeof api.auditChips>): Promise<{ asked: number }> {
  const chips = await chipsAsked(ctx, eids);
  let asked = 0;
  for (const chip of chips) {
    const verdict = mayOperate('audit', factsOfChip(chip, []), null);
    if (verdict.kind !== 'go') {
      if (chips.length === 1) throw new Refused(chipRefuses, { reason: verdict.words });
      continue;
    }
    await openOperation(ctx, chip, { kind: 'audit', number: null, cause: 'console' });
    asked += 1;
  }
  ctx.note({ objectKind: 'esimCard', summary: chips.length === 1 ? (chips[0]?.eid ?? '') : String(chips.length) });
  return { asked };
}

export async function setFallback(ctx: Ctx, { eid, numberId }: BodyOf<typeof api.setFallback>): Promise<typeof DONE> {
  const [chip] = await lockChips(ctx, [eid]);
  if (!chip) throw new Refused(chipNotFound);
  const numbers = await lockNumbersOf(beyond(ctx), eid);
  const number = chooseOnChip(numbers, { numberId });
  if (!number) throw new Refused(numberNotFound);
  const verdict = mayOperate('setFallback', factsOfChip(chip, numbers), numberId);
  if (verdict.kind !== 'go') throw new Refused(chipRefuses, { reason: verdict.words });
  await openOperation(ctx, chip, { kind: 'setFallback', number, cause: 'console' });
  ctx.note({ objectKind: 'esimCard', objectId: chip.id, summary: eid, after: { fallback: number.iccid } });
  return DONE;
}

/** Repeats a failed or expired operation under a new identifier. */
export async function retryOperation(
  ctx: Ctx,
  { eid, operationId }: BodyOf<typeof api.retryOperation>,
): Promise<typeof DONE> {
  const [chip] = await lockChips(ctx, [eid]);
  if (!chip) throw new Refused(chipNotFound);
  const operation = await ctx.db
    .selectFrom('esim_operations.operation')
    .selectAll()
    .where('eid', '=', eid)
    .where('id', '=', operationId)
    .executeTakeFirst();
  if (operation?.state !== 'failed' && operation?.state !== 'expired') throw new Refused(operationNotRepeatable);
  const numbers = await lockNumbersOf(beyond(ctx), eid);
  const isDownload = operation.kind === 'download';
  const number = isDownload
    ? await ctx.db
        .selectFrom('esim.v_code_number as n')
        .innerJoin('cards.v_esim_card as c', 'c.id', 'n.card_id')
        .selectAll('n')
        .where('n.card_id', '=', operation.card_id)
        .forUpdate('n')
        .executeTakeFirst()
    : numbers.find(({ card_id }) => card_id === operation.card_id);
  const verdict = mayOperate(operation.kind, factsOfChip(chip, numbers), operation.card_id);
  if (verdict.kind !== 'go') throw new Refused(chipRefuses, { reason: verdict.words });
  const opened = await openOperation(ctx, chip, {
    kind: operation.kind,
    number: number ?? null,
    cause: 'console',
    enablesAfter: operation.enables_after,
  });
  if (!('id' in opened)) throw new Refused(chipRefuses, { reason: 'words' in opened ? opened.words : '' });
  ctx.note({ objectKind: 'esimCard', objectId: chip.id, summary: eid, after: { kind: operation.kind } });
  return DONE;
}

/** Applies the chip's own list to our records. */
export async function acceptAudit(ctx: Ctx, { eid }: BodyOf<typeof api.acceptAudit>): Promise<typeof DONE> {
  const chip = await findChip(ctx, eid);
  if (!(await takeChipsWord(ctx, eid))) throw new Refused(neverAudited);
  ctx.note({ objectKind: 'esimCard', objectId: chip.id, summary: eid });
  return DONE;
}
