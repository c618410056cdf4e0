import type {
  assignCases as endpoint,
  readDeskStaff as staffEndpoint,
} from '@cardinal/contract/api/retailOrders/deskCases.ts';
import { anotherAccountsStaff } from '@cardinal/contract/api/retailOrders/refusals.ts';
import type { AnswerOf, BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { invalid } from '@cardinal/contract/framework/standardRefusals.ts';
import { text } from '@cardinal/primitives/text.ts';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { rightsOfAccount } from '../../identity/face.ts';
import { keepCase, noteEvent } from '../cases/caseStore.ts';
import { lockCase } from './retryCase.ts';

/** The enabled accounts of the caller's customer that see the desk. */
export async function readDeskStaff(ctx: Ctx): Promise<AnswerOf<typeof staffEndpoint>> {
  const found = await ctx.db
    .selectFrom('identity.v_account')
    .select(['id', 'account'])
    .where('customer_id', '=', accountOf(ctx).customerId)
    .where('status', '=', 1)
    .orderBy('account')
    .limit(200)
    .execute();
  const accounts = [];
  for (const each of found) {
    const rights = await rightsOfAccount(ctx, each.id);
    if (rights?.permissions.has('wechatOrderFail.view')) accounts.push(each);
  }
  return { accounts };
}

export async function assignCases(
  ctx: Ctx,
  { ids, ownerId }: BodyOf<typeof endpoint>,
): Promise<AnswerOf<typeof endpoint>> {
  const owner =
    ownerId === null ? undefined : (await readDeskStaff(ctx)).accounts.find((account) => account.id === ownerId);
  if (ownerId !== null && !owner)
    throw new Refused(invalid, {}, [{ field: 'ownerId', text: anotherAccountsStaff.text }]);
  const to = owner?.account ?? null;
  let done = 0;
  for (const id of [...new Set(ids)].sort((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1))) {
    const { row, open } = await lockCase(ctx, id);
    if (open.owner_id === ownerId) continue;
    await keepCase(ctx, open.id, {
      owner_id: ownerId,
      owner_name: to,
      owner_customer_id: owner ? accountOf(ctx).customerId : null,
    });
    await noteEvent(ctx, row, 'assigned', text(to ?? '无人', to ?? 'nobody'));
    ctx.note({
      objectKind: 'retailOrder',
      objectId: id,
      summary: row.order_no,
      customerId: row.customer_id,
      before: { owner: open.owner_name },
      after: { owner: to },
    });
    done += 1;
  }
  return { done };
}
