import { codeBatchNotFound } from '@cardinal/contract/api/groupBuys/refusals.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { subtreeIds } from '../../customers/face.ts';
import type { BatchRow } from '../groupBuyTables.ts';

export const beyond = (ctx: Ctx) => ctx.beyondScope('codes are of two customers: who sold and who bought them');

/** What a package is and costs is judged as its seller sees it, also where the buyer asks. */
export async function asSeller(ctx: Ctx, customerId: string): Promise<Ctx> {
  const customerIds = await subtreeIds(beyond(ctx), customerId);
  return ctx.actAs({
    actor: { kind: 'system', name: 'groupBuys' },
    scope: { everything: false, customerIds, ownCustomerId: customerId, accountId: '0' },
  });
}

type Which = { readonly id: string } | { readonly batchNo: string };

/** A batch that the caller's own customer sold or bought. */
function found(ctx: Ctx, which: Which) {
  const { customerId } = accountOf(ctx);
  const query = beyond(ctx)
    .selectFrom('group_buys.batch')
    .selectAll()
    .where((on) => on.or([on('seller_id', '=', customerId), on('customer_id', '=', customerId)]));
  return 'id' in which ? query.where('id', '=', which.id) : query.where('batch_no', '=', which.batchNo);
}

export async function batchOf(ctx: Ctx, which: Which): Promise<BatchRow> {
  const row = await found(ctx, which).executeTakeFirst();
  if (!row) throw new Refused(codeBatchNotFound);
  return row;
}

/** Locked; the codes of a batch change under its lock, and before anything of orders and money. */
export async function lockBatch(ctx: Ctx, which: Which): Promise<BatchRow> {
  const row = await found(ctx, which).forUpdate().executeTakeFirst();
  if (!row) throw new Refused(codeBatchNotFound);
  return row;
}

export const changeBatch = (
  ctx: Ctx,
  id: string,
  change: Partial<Omit<BatchRow, 'id' | 'chain' | 'unused'>>,
): Promise<unknown> => beyond(ctx).updateTable('group_buys.batch').set(change).where('id', '=', id).execute();

/** Where the seed of a batch is sealed for. */
export const seedPlace = (batchId: string): string => `group_buys.batch:${batchId}`;
