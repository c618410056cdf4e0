import type {
  readReadonlyViews,
  setReadonlyView as setEndpoint,
} from '@cardinal/contract/api/cardViews/readonlyCards.ts';
import { roleNotFound } from '@cardinal/contract/api/identity/roles.ts';
import { CardKind } from '@cardinal/contract/enumerations/card.ts';
import { type AnswerOf, type BodyOf, DONE } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { text } from '@cardinal/primitives/text.ts';
import { accountOf, type Ctx, holds } from '../../../framework/context.ts';
import { isOwnRole, rightsOfAccount } from '../../identity/face.ts';
import { type Groups, groupsOfRoles, UNSET } from './readonlyRules.ts';

type Views = AnswerOf<typeof readReadonlyViews>;

export async function readonlyViews(ctx: Ctx): Promise<Views> {
  const rows = await ctx.db
    .selectFrom('card_views.readonly_view')
    .select(['role_id', 'groups'])
    .orderBy('role_id')
    .execute();
  return rows.map((row) => ({ roleId: row.role_id, groups: row.groups as Views[number]['groups'] }));
}

export async function setReadonlyView(ctx: Ctx, body: BodyOf<typeof setEndpoint>): Promise<typeof DONE> {
  if (!(await isOwnRole(ctx, body.roleId))) throw new Refused(roleNotFound);
  const { customerId } = accountOf(ctx);
  const groups = [...new Set(body.groups)];
  const updated_at = ctx.clock.now();
  await ctx.db
    .insertInto('card_views.readonly_view')
    .values({ customer_id: customerId, role_id: body.roleId, groups, updated_at })
    .onConflict((conflict) => conflict.columns(['customer_id', 'role_id']).doUpdateSet({ groups, updated_at }))
    .execute();
  ctx.note({
    objectKind: 'role',
    objectId: body.roleId,
    summary: text('只读内容', 'Read-only content'),
    after: { groups },
  });
  return DONE;
}

const CARD_VIEWS = ['cardDetail.view', 'flowCard.view', 'voiceCard.view', 'nbCard.view'];

/** Whether the caller may see the usage of cards of a kind; for read-only access its roles decide. */
export async function maySeeUsage(ctx: Ctx, kind: number): Promise<boolean> {
  if (CARD_VIEWS.some((id) => holds(ctx.actor, id))) return true;
  const asLooker = kind === CardKind.values.voice ? 'readonlyCard.viewVoice' : 'readonlyCard.view';
  return holds(ctx.actor, asLooker) && (await seenBy(ctx)).groups.has('usage');
}

export type Seen = { readonly groups: Groups; readonly isMasked: boolean };

/**
 * What the caller's roles let it see of a card. Only its own customer's settings count. Masking applies to accounts that see
 * cards only here; whoever sees full numbers in the card lists sees them here too.
 */
export async function seenBy(ctx: Ctx): Promise<Seen> {
  const { actor } = ctx;
  if (actor.kind !== 'account' || actor.isAdmin) return { groups: UNSET, isMasked: false };
  const views = await readonlyViews(ctx);
  const { roles } = views.length > 0 ? await rightsOfAccount(ctx, actor.accountId) : { roles: [] };
  const seesPlain = ['flowCard.view', 'voiceCard.view', 'nbCard.view'].some((id) => holds(actor, id));
  return {
    groups: groupsOfRoles(
      roles.map((role) => role.id),
      views,
    ),
    isMasked: !seesPlain && holds(actor, 'readonlyCard.mask'),
  };
}
