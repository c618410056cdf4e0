import { type assignMenuSet as endpoint, notBelowSetOwner } from '@cardinal/contract/api/identity/menuSets.ts';
import { type BodyOf, DONE } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { text } from '@cardinal/primitives/text.ts';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { customerNames, subtreeIds } from '../../customers/face.ts';
import { bumpRightsVersion } from '../rights/rightsStore.ts';
import { heldSet } from './saveMenuSet.ts';

/**
 * The set and the names of its future customers; refused if one of them is not below the set's owner. Accounts cannot set their
 * own customer's menu.
 */
export async function readAssignment(ctx: Ctx, body: BodyOf<typeof endpoint>) {
  const { customerId: mine } = accountOf(ctx);
  const ids = [...new Set(body.customerIds)];
  const names = await customerNames(ctx.db, ids);
  if (names.size < ids.length) throw new Refused(notFound);
  const set = body.setId === null ? undefined : await heldSet(ctx, body.setId);
  const owner = set?.customer_id ?? mine;
  const below = new Set(await subtreeIds(ctx.db, owner));
  if (ids.some((id) => id === owner || id === mine || !below.has(id))) {
    throw new Refused(notBelowSetOwner, {}, [{ field: 'customerIds', text: notBelowSetOwner.text }]);
  }
  return { set, owner, ids, names };
}

/** Assigns a menu set to customers, or removes theirs. */
export async function assignMenuSet(ctx: Ctx, body: BodyOf<typeof endpoint>) {
  const { set, ids, names } = await readAssignment(ctx, body);
  await ctx.db.deleteFrom('identity.menu_set_customer').where('customer_id', 'in', ids).execute();
  if (set) {
    const given = { set_id: set.id, assigned_by: accountOf(ctx).account, assigned_at: ctx.clock.now() };
    await ctx.db
      .insertInto('identity.menu_set_customer')
      .values(ids.map((customer_id) => ({ customer_id, ...given })))
      .execute();
  }
  await bumpRightsVersion(ctx.db);
  ctx.note({
    objectKind: 'menuSet',
    objectId: set?.id ?? '0',
    summary: set?.name ?? text('恢复默认菜单', 'Default menu restored'),
    after: { customers: [...names.values()].slice(0, 50), n: ids.length },
  });
  return DONE;
}
