import type {
  allocateChips as allocateEndpoint,
  editChip as editEndpoint,
  recoverChips as recoverEndpoint,
} from '@cardinal/contract/api/esim/chips.ts';
import { chipInUse, nothingToRecover } from '@cardinal/contract/api/esim/refusals.ts';
import { type AnswerOf, type BodyOf, DONE } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { changedByAnother } from '@cardinal/contract/framework/standardRefusals.ts';
import type { Ctx } from '../../../framework/context.ts';
import { moveEsimCards } from '../../cards/face.ts';
import type { CustomerFacts } from '../../customers/face.ts';
import { directChild, ownCustomer } from '../directChild.ts';
import type { ChipRow } from '../esimTables.ts';
import { lockChips } from './chipStore.ts';
import { chipsAsked } from './chipsAsked.ts';

export async function editChip(ctx: Ctx, { eid, remark, version }: BodyOf<typeof editEndpoint>): Promise<typeof DONE> {
  const [chip] = await lockChips(ctx, [eid]);
  if (chip?.version !== version) throw new Refused(changedByAnother);
  await ctx.db
    .updateTable('esim.chip')
    .set({ remark: remark || null, updated_at: ctx.clock.now(), version: version + 1 })
    .where('eid', '=', eid)
    .execute();
  ctx.note({
    objectKind: 'esimCard',
    objectId: chip.id,
    summary: eid,
    before: { remark: chip.remark },
    after: { remark: remark || null },
  });
  return DONE;
}

type Moved = { readonly moved: number; readonly numbers: number };

/** Chips and the numbers on them stay with one customer, always. */
async function moveChips(
  ctx: Ctx,
  chips: readonly ChipRow[],
  to: CustomerFacts,
  action: 'allocate_card' | 'recover_card',
): Promise<Moved> {
  if (chips.length === 0) return { moved: 0, numbers: 0 };
  const eids = chips.map((chip) => chip.eid);
  const open = await ctx.db
    .selectFrom('esim.operation')
    .select('eid')
    .where('eid', 'in', eids)
    .where('state', 'in', ['queued', 'ordered', 'released', 'waitingDevice'])
    .limit(1)
    .executeTakeFirst();
  if (open) throw new Refused(chipInUse, { eid: open.eid });
  const numbers = await ctx.db.selectFrom('esim.code_number').select('card_id').where('eid', 'in', eids).execute();
  await ctx.db
    .updateTable('esim.chip')
    .set((on) => ({ customer_id: to.id, updated_at: ctx.clock.now(), version: on('version', '+', 1) }))
    .where('eid', 'in', eids)
    .execute();
  const moved = await moveEsimCards(
    ctx,
    numbers.map((number) => number.card_id),
    { customerId: to.id, name: to.name },
    action,
  );
  ctx.note({
    objectKind: 'esimCard',
    summary: chips.length === 1 ? `${eids[0]} → ${to.name}` : `${chips.length} → ${to.name}`,
    after: { customerId: to.id, chips: chips.length, numbers: moved },
  });
  return { moved: chips.length, numbers: moved };
}

export async function allocateChips(
  ctx: Ctx,
  { eids, customerId }: BodyOf<typeof allocateEndpoint>,
): Promise<AnswerOf<typeof allocateEndpoint>> {
  const target = await directChild(ctx, customerId);
  const chips = await chipsAsked(ctx, eids);
  return moveChips(
    ctx,
    chips.filter((chip) => chip.customer_id !== target.id),
    target,
    'allocate_card',
  );
}

export async function recoverChips(
  ctx: Ctx,
  { eids }: BodyOf<typeof recoverEndpoint>,
): Promise<AnswerOf<typeof recoverEndpoint>> {
  const own = await ownCustomer(ctx);
  const away = (await chipsAsked(ctx, eids)).filter((chip) => chip.customer_id !== own.id);
  if (away.length === 0) throw new Refused(nothingToRecover);
  return moveChips(ctx, away, own, 'recover_card');
}
