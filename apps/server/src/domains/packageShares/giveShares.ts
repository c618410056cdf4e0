import type {
  distributePackageShares as distributeEndpoint,
  editPackageShare as editEndpoint,
} from '@cardinal/contract/api/packageShares/packageShares.ts';
import { type AnswerOf, type BodyOf, DONE } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { changedByAnother } from '@cardinal/contract/framework/standardRefusals.ts';
import type { Ctx } from '../../framework/context.ts';
import { beginningOf, directChildren, give, lockGiven, reprice } from '../catalogue/face.ts';
import { refuseSeveralCurrencies, SHARED_PACKAGES } from '../packages/face.ts';
import { refuseExcess, termsOf } from './shareTerms.ts';

export async function distributeShares(
  ctx: Ctx,
  { customerIds, packageId, ...body }: BodyOf<typeof distributeEndpoint>,
): Promise<AnswerOf<typeof distributeEndpoint>> {
  const from = beginningOf(ctx.clock.now(), body);
  const children = await directChildren(ctx, customerIds);
  await refuseSeveralCurrencies(ctx, children);
  const terms = await termsOf(ctx, packageId, body, from);
  await refuseExcess(ctx, packageId, children, terms, from);
  const { given, repriced } = await give(ctx, SHARED_PACKAGES, packageId, children, terms.price, from);
  ctx.note({
    objectKind: 'packageDistribution',
    summary: `${terms.code} → ${children.length}`,
    after: { customerIds: children, ...terms.price, from },
  });
  return { given, changed: repriced };
}

export async function editShare(
  ctx: Ctx,
  { id, updatedAt, ...body }: BodyOf<typeof editEndpoint>,
): Promise<AnswerOf<typeof editEndpoint>> {
  const from = beginningOf(ctx.clock.now(), body);
  const row = await lockGiven(ctx, SHARED_PACKAGES, id);
  const seen = await ctx.db
    .selectFrom('packages.v_share')
    .select('updated_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (seen.updated_at.getTime() !== new Date(updatedAt).getTime()) throw new Refused(changedByAnother);
  const terms = await termsOf(ctx, row.of, body, from);
  await refuseExcess(ctx, row.of, [row.customer_id], terms, from);
  await reprice(ctx, SHARED_PACKAGES, id, terms.price, from);
  ctx.note({
    objectKind: 'packageDistribution',
    objectId: id,
    summary: terms.code,
    customerId: row.customer_id,
    after: { ...terms.price, from },
  });
  return DONE;
}
