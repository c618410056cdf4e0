import { text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../framework/context.ts';
import type { Move, MoveWitness } from '../customers/face.ts';
import { bumpRightsVersion } from './rights/rightsStore.ts';

const ACCOUNTS = text('个账号', 'logins');
const MENU_SETS = text('个由原上级指定的菜单方案', 'menu sets assigned by the current parent');

const WHY = 'the menu sets given by customers that will not stand above any more';

const givenFromAbove = (ctx: Ctx, { leftIds, ids }: Move) =>
  ctx
    .beyondScope(WHY)
    .selectFrom('identity.menu_set_customer as g')
    .innerJoin('identity.menu_set as s', 's.id', 'g.set_id')
    .where('g.customer_id', 'in', [...ids])
    .where('s.customer_id', 'in', [...leftIds]);

/** Accounts move along; a menu set is assigned from above, so one of a former parent ends. */
export const identityWitness: MoveWitness = {
  look: async (ctx, move) => {
    const accounts = await ctx.db
      .selectFrom('identity.account')
      .select((on) => on.fn.countAll<string>().as('n'))
      .where('customer_id', 'in', [...move.ids])
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow();
    const found = [{ what: ACCOUNTS, count: Number(accounts.n), effect: 'goes' as const }];
    if (move.leftIds.length === 0) return found;
    const { n } = await givenFromAbove(ctx, move)
      .select((on) => on.fn.countAll<string>().as('n'))
      .executeTakeFirstOrThrow();
    return [...found, { what: MENU_SETS, count: Number(n), effect: 'ends' as const }];
  },
  settle: async (ctx, move) => {
    if (move.leftIds.length === 0) return;
    const losing = await givenFromAbove(ctx, move).select('g.customer_id').execute();
    if (losing.length === 0) return;
    await ctx
      .beyondScope(WHY)
      .deleteFrom('identity.menu_set_customer')
      .where(
        'customer_id',
        'in',
        losing.map((each) => each.customer_id),
      )
      .execute();
    await bumpRightsVersion(ctx.db);
  },
};
