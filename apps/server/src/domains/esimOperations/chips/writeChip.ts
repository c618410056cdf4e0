import { alreadyTheirs, chipInUse, nothingToRecover } from '@cardinal/contract/api/esim/refusals.ts';
import type {
  allocateChips as allocateEndpoint,
  editChip as editEndpoint,
  recoverChips as recoverEndpoint,
} from '@cardinal/contract/api/esimOperations/chips.ts';
import { type AnswerOf, type BodyOf, DONE } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { changedByAnother } from '@cardinal/contract/framework/standardRefusals.ts';
import type { Ctx } from '../../../framework/context.ts';
import { moveEsimCards } from '../../cards/face.ts';
import type { CustomerFacts } from '../../customers/face.ts';
import { beyond, type ChipRow, directChild, lockChips, ownCustomer, setChip, setChips } from '../../esim/face.ts';
import { withAnyOperation } from '../operations/operationStore.ts';
import { chipsAsked } from './chipsAsked.ts';
import { whyNotMoved } from './moveRules.ts';

export async function editChip(ctx: Ctx, { eid, remark, version }: BodyOf<typeof editEndpoint>): Promise<typeof DONE> {
  const [chip] = await lockChips(ctx, [eid]);
  if (chip?.version !== version) throw new Refused(changedByAnother);
  await setChip(ctx.db, eid, { remark: remark || null, updated_at: ctx.clock.now() });
  ctx.note({
    objectKind: 'esimCard',
    objectId: chip.id,
    summary: eid,
    before: { remark: chip.remark },
    after: { remark: remark || null },
  });
  return DONE;
}

type Moved = AnswerOf<typeof allocateEndpoint>;

/** A chip and its numbers always have the same owner. A chip with an open operation is skipped; refused if all would be. */
async function moveChips(
  ctx: Ctx,
  chips: readonly ChipRow[],
  to: CustomerFacts,
  kind: 'allocate' | 'recover',
): Promise<Moved> {
  const busy = await withAnyOperation(
    beyond(ctx),
    chips.map((chip) => chip.eid),
  );
  const why = (chip: ChipRow) => whyNotMoved(chip, { kind, to: to.id, isBusy: busy.has(chip.eid) });
  const eids = chips.filter((chip) => !why(chip)).map((chip) => chip.eid);
  if (eids.length === 0) {
    const stuck = chips.find((chip) => why(chip)?.code === chipInUse.name);
    if (stuck) throw new Refused(chipInUse, { eid: stuck.eid });
    throw new Refused(kind === 'recover' ? nothingToRecover : alreadyTheirs);
  }
  const numbers = await ctx.db.selectFrom('esim.v_code_number').select('card_id').where('eid', 'in', eids).execute();
  await setChips(ctx.db, eids, { customer_id: to.id, updated_at: ctx.clock.now() });
  const moved = await moveEsimCards(
    ctx,
    numbers.map((number) => number.card_id),
    { customerId: to.id, name: to.name },
    `${kind}_card`,
  );
  ctx.note({
    objectKind: 'esimCard',
    summary: eids.length === 1 ? `${eids[0]} → ${to.name}` : `${eids.length} → ${to.name}`,
    after: { customerId: to.id, chips: eids.length, numbers: moved },
  });
  return { moved: eids.length, numbers: moved, left: chips.length - eids.length };
}

export async function allocateChips(ctx: Ctx, { eids, customerId }: BodyOf<typeof allocateEndpoint>): Promise<Moved> {
  const target = await directChild(ctx, customerId);
  return moveChips(ctx, await chipsAsked(ctx, eids), target, 'allocate');
}

export async function recoverChips(ctx: Ctx, { eids }: BodyOf<typeof recoverEndpoint>): Promise<Moved> {
  const own = await ownCustomer(ctx);
  return moveChips(ctx, await chipsAsked(ctx, eids), own, 'recover');
}
