import { alreadyRecalled } from '@cardinal/contract/api/catalogue/productDistributions.ts';
import type {
  previewPackageRecall as previewEndpoint,
  recallPackage as recallEndpoint,
} from '@cardinal/contract/api/packages/packageDistributions.ts';
import type { AnswerOf, BodyOf, QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { text } from '@cardinal/primitives/text.ts';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { type DistributionWay, holdersAmong, lockGiven, takeBack } from '../../catalogue/face.ts';
import { type MoveWitness, subtreeIds } from '../../customers/face.ts';
import { PACKAGES, SHARED_PACKAGES } from '../distributedPackages.ts';

export async function previewRecall(
  ctx: Ctx,
  { id }: QueryOf<typeof previewEndpoint>,
  way: DistributionWay = 'resale',
): Promise<AnswerOf<typeof previewEndpoint>> {
  const row = await ctx.db
    .selectFrom('packages.package_distribution as d')
    .innerJoin('packages.package as p', 'p.id', 'd.package_id')
    .innerJoin('customers.v_customer as c', 'c.id', 'd.customer_id')
    .select(['d.package_id', 'd.customer_id', 'd.state', 'p.code', 'c.name', 'c.level'])
    .where('d.id', '=', id)
    .where('d.way', '=', way)
    .where('d.from_customer_id', '=', accountOf(ctx).customerId)
    .executeTakeFirst();
  if (!row) throw new Refused(notFound);
  if (row.state === 'recalled') throw new Refused(alreadyRecalled);
  const holders = await holdersAmong(ctx, PACKAGES, [row.package_id], await subtreeIds(ctx.db, row.customer_id));
  const customers = holders.map(({ customer_id, name, level }) => ({
    id: customer_id,
    name,
    depth: level - row.level,
  }));
  return {
    packageCode: row.code,
    customerName: row.name,
    levels: Math.max(0, ...customers.map(({ depth }) => depth)) + 1,
    customers,
  };
}

/** Takes a package back from a child, and from all below it if asked. Packages on cards are not touched. */
export async function recallPackage(
  ctx: Ctx,
  { id, cascade }: BodyOf<typeof recallEndpoint>,
  thing = PACKAGES,
): Promise<AnswerOf<typeof recallEndpoint>> {
  const { of, customer_id } = await lockGiven(ctx, thing, id);
  const from = cascade ? await subtreeIds(ctx.db, customer_id) : [customer_id];
  const customers = await takeBack(ctx, thing, of, from);
  ctx.note({
    objectKind: 'packageDistribution',
    objectId: id,
    summary: `${customers}`,
    customerId: customer_id,
    before: { state: 'on' },
    after: { state: 'recalled', customers },
  });
  return { customers };
}

/** The same of what was given for a share. */
export const recallShared = (ctx: Ctx, body: BodyOf<typeof recallEndpoint>) =>
  recallPackage(ctx, body, SHARED_PACKAGES);
export const previewSharedRecall = (ctx: Ctx, query: QueryOf<typeof previewEndpoint>) =>
  previewRecall(ctx, query, 'share');

const GIVEN = text('个套餐由原上级分配，请先收回', 'packages given by the current parent; recall them first');

/** A customer's package comes from its parent: under a new parent the chain of prices would break. */
export const packageWitness: MoveWitness = {
  look: async (ctx, { topId }) => {
    const { n } = await ctx.db
      .selectFrom('packages.package_distribution')
      .select((on) => on.fn.countAll<string>().as('n'))
      .where('customer_id', '=', topId)
      .where('from_customer_id', 'is not', null)
      .where('state', '=', 'on')
      .executeTakeFirstOrThrow();
    return [{ what: GIVEN, count: Number(n), effect: 'blocks' }];
  },
};
