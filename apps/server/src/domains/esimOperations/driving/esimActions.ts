import { chipNotFound } from '@cardinal/contract/api/esim/refusals.ts';
import type { EsimCause, EsimOperationKind } from '@cardinal/contract/enumerations/esim.ts';
import { identifiersOfAction } from '@cardinal/contract/permissions/batchActions.ts';
import type { ActionCode } from '@cardinal/contract/tasks/taskCatalogue.ts';
import type { Ctx } from '../../../framework/context.ts';
import { beyond, type ChipRow, type CodeNumberRow, lockChip, lockNumbersOf } from '../../esim/face.ts';
import { type ItemAction, itemAction, type LeasedBatch, type LeasedItem, type Outcome } from '../../tasks/face.ts';
import { NO_FREE, NONE_RUNS } from '../operations/askedWords.ts';
import { chooseFree, chooseOnChip, type NumberWish, whyNoneMeant } from '../operations/chooseNumber.ts';
import { openOperation } from '../operations/openOperation.ts';
import { mayAskChip, mayOperate } from '../operations/operationRules.ts';
import { factsOfChip, openOperationsOf } from '../operations/operationStore.ts';
import { considerByHand } from '../strategy/considerChip.ts';

const failed = (code: string, words: typeof NO_FREE): Outcome => ({ kind: 'failed', code, words });

const KINDS = {
  write_number: 'download',
  esim_download: 'download',
  esim_enable: 'enable',
  esim_disable: 'disable',
  esim_delete: 'delete',
} as const satisfies Partial<Record<ActionCode, EsimOperationKind>>;
type EsimAction = keyof typeof KINDS;

/** The request for a chip of a task: from its own details, or common to all. */
function requestedChangeOf(batch: LeasedBatch, item: LeasedItem): NumberWish {
  const own = item.details && typeof item.details === 'object' && !Array.isArray(item.details) ? item.details : {};
  const asked = { ...batch.task.parameters, ...own };
  const wish: Record<string, string> = {};
  for (const name of ['numberId', 'profileType', 'country']) {
    const value = asked[name as keyof typeof asked];
    if (typeof value === 'string' && value !== '') wish[name] = value;
  }
  return wish;
}

/**
 * Stores the operation of each chip of the leased batch with its item, in one transaction per chip; a worker that dies in
 * between has requested nothing. The account's job then carries it out, and its result finishes the item.
 */
async function askChips(ctx: Ctx, batch: LeasedBatch, action: EsimAction): Promise<void> {
  for (const item of batch.items) {
    if (batch.signal.aborted) return;
    await ctx.transact(async (inside) => {
      const outcome = await askOne(inside, batch, item, action);
      await batch.settleIn(inside, [[item, outcome]]);
    });
  }
}

async function askOne(ctx: Ctx, batch: LeasedBatch, item: LeasedItem, action: EsimAction): Promise<Outcome> {
  const kind = KINDS[action];
  const chip = await lockChip(ctx.db, item.target);
  if (!chip) return failed(chipNotFound.name, chipNotFound.text);
  const wish = requestedChangeOf(batch, item);
  const isOpenWish = Object.keys(wish).length === 0;
  const byStrategy = action === 'write_number' && isOpenWish ? await askByStrategy(ctx, chip, batch) : undefined;
  if (byStrategy) return byStrategy;
  const numbers = await lockNumbersOf(beyond(ctx), chip.eid);
  // A reason that holds for every number on the chip comes first: what no server can switch needs no number.
  const ofChip = mayAskChip(kind, factsOfChip(chip, numbers));
  if (ofChip.kind === 'refused') return failed(ofChip.code, ofChip.words);
  const number = await meant(ctx, kind, chip, numbers, wish);
  if (!number) {
    if (kind === 'download') return failed('noFreeNumber', NO_FREE);
    if (kind === 'disable') return { kind: 'skipped', code: 'already', words: NONE_RUNS };
    const { code, words } = whyNoneMeant(numbers, wish);
    return failed(code, words);
  }
  // Earlier operations may change the state; then it is judged when they have ended.
  const isNext = (await openOperationsOf(beyond(ctx), chip.eid)).every((open) => open.kind === 'audit');
  const verdict = mayOperate(kind, factsOfChip(chip, numbers), number.card_id);
  if (isNext || kind === 'download') {
    if (verdict.kind === 'refused') return failed(verdict.code, verdict.words);
    if (verdict.kind === 'already') return { kind: 'skipped', code: 'already', words: verdict.words };
  }
  const opened = await openOperation(ctx, chip, {
    kind,
    number,
    cause: causeOf(batch),
    by: { accountId: batch.task.accountId, name: batch.task.accountName },
    taskId: batch.task.id,
    enablesAfter: action === 'write_number',
  });
  if ('kind' in opened && opened.kind === 'refused') return failed(opened.code, opened.words);
  return { kind: 'confirming', reference: 'id' in opened ? opened.function_call_identifier : undefined };
}

/** The request names no number, so the chip's strategy chooses. Undefined: no strategy applies to this chip. */
async function askByStrategy(ctx: Ctx, chip: ChipRow, batch: LeasedBatch): Promise<Outcome | undefined> {
  const { accountId, accountName: name, id: taskId } = batch.task;
  const considered = await considerByHand(ctx, chip, { taskId, by: { accountId, name } });
  if (!considered) return undefined;
  const { decision, operation } = considered;
  if (decision.kind !== 'stay') return { kind: 'confirming', reference: operation?.function_call_identifier };
  return decision.code === 'runs'
    ? { kind: 'skipped', code: 'already', words: decision.why }
    : failed(decision.code, decision.why);
}

const causeOf = (batch: LeasedBatch): EsimCause =>
  batch.task.parameters['cause'] === 'strategy' ? 'strategy' : 'task';

async function meant(
  ctx: Ctx,
  kind: EsimOperationKind,
  chip: ChipRow,
  numbers: readonly CodeNumberRow[],
  wish: NumberWish,
): Promise<CodeNumberRow | undefined> {
  if (kind === 'download') return chooseFree(ctx, chip, wish);
  if (kind === 'disable' && wish.numberId === undefined) {
    return numbers.find(({ card_id }) => card_id === chip.enabled_number_id);
  }
  return chooseOnChip(numbers, wish);
}

const action = (code: EsimAction): ItemAction =>
  itemAction({
    action: code,
    permissions: identifiersOfAction(code),
    chunkSize: 100,
    batchesPerLane: 2,
    run: (ctx, batch) => askChips(ctx, batch, code),
  });

/** Operations that a person or a strategy starts on many chips. */
export const esimActions: readonly ItemAction[] = (Object.keys(KINDS) as EsimAction[]).map(action);
