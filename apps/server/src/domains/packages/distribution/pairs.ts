import { givenInOtherWay } from '@cardinal/contract/api/packages/packageDistributions.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { filled, type Text, text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { directChildren, type Gift, giveEach } from '../../catalogue/face.ts';
import { type Json, type NewItem, startTask } from '../../tasks/face.ts';
import { PACKAGES } from '../distributedPackages.ts';
import { heldPackages } from './heldPackages.ts';
import { floorsOnce, givable, judged, type Line, refuseLosses, sellersAmong } from './pricedLines.ts';

/** One package for one child, as a task keeps it. */
export type Pair = {
  readonly packageId: string;
  readonly customerId: string;
  readonly line: Line;
  /** ISO; null: when its turn comes. */
  readonly from: string | null;
  readonly suspend: boolean;
  /** Its row in a price sheet. */
  readonly row?: number;
};

export const pairItem = (pair: Pair, codes: { readonly package: string; readonly child: string }): NewItem => ({
  target: `${codes.package} → ${codes.child}`,
  targetId: pair.customerId,
  details: pair as unknown as Json,
});

/**
 * Gives packages to children, each by the rules of the form; answers in order whether the child had it not, or why it is refused.
 * All pairs are judged before anything is written, so that a refused one leaves nothing. What the database is asked for each is
 * asked for all at once.
 */
export async function givePairs(ctx: Ctx, pairs: readonly Pair[]): Promise<(boolean | Refused)[]> {
  const now = ctx.clock.now();
  const held = await heldPackages(ctx, [...new Set(pairs.map(({ packageId }) => packageId))]);
  const isSeller = await sellersAmong(ctx, pairs);
  const isChild = await childrenAmong(
    ctx,
    pairs.map(({ customerId }) => customerId),
  );
  const isOtherwise = await givenForShare(ctx, pairs);
  const floors = floorsOnce(ctx);
  const judgePair = async ({ packageId, customerId, line, suspend, ...pair }: Pair): Promise<Gift | Refused> => {
    // A day that has come while the task waited is now.
    const from = pair.from && new Date(pair.from) > now ? new Date(pair.from) : now;
    try {
      if (!isChild.has(customerId)) await directChildren(ctx, [customerId]);
      if (isOtherwise({ packageId, customerId })) throw new Refused(givenInOtherWay);
      const price = await judged(ctx, line, givable(held.get(packageId), ''), from, '', floors);
      if (isSeller({ packageId, customerId })) await refuseLosses(ctx, packageId, [customerId], price, from, suspend);
      return { of: packageId, customerId, price, from };
    } catch (error) {
      if (error instanceof Refused) return error;
      throw error;
    }
  };
  const results: (Gift | Refused)[] = [];
  for (const pair of pairs) results.push(await judgePair(pair));
  const isNew = (
    await giveEach(
      ctx,
      PACKAGES,
      results.filter((result): result is Gift => !(result instanceof Refused)),
    )
  ).values();
  return results.map((result) => (result instanceof Refused ? result : isNew.next().value === true));
}

/** Which of these children have the package for a share now. */
async function givenForShare(ctx: Ctx, pairs: readonly Pick<Pair, 'packageId' | 'customerId'>[]) {
  const rows = await ctx.db
    .selectFrom('packages.package_distribution')
    .select(['package_id', 'customer_id'])
    .where('way', '=', 'share')
    .where('state', '=', 'on')
    .where(sql<boolean>`package_id = any(${pairs.map(({ packageId }) => packageId)}::bigint[])`)
    .where(sql<boolean>`customer_id = any(${pairs.map(({ customerId }) => customerId)}::bigint[])`)
    .execute();
  const shared = new Set(rows.map(({ package_id, customer_id }) => `${package_id} ${customer_id}`));
  return (pair: Pick<Pair, 'packageId' | 'customerId'>) => shared.has(`${pair.packageId} ${pair.customerId}`);
}

/** Those of the customers that are the caller's direct children. */
async function childrenAmong(ctx: Ctx, customerIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await ctx.db
    .selectFrom('customers.v_customer')
    .select('id')
    .where('parent_id', '=', accountOf(ctx).customerId)
    .where(sql<boolean>`id = any(${customerIds}::bigint[])`)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Where one field is at fault, what is said of it. */
export function refusalWords({ refusal, facts, fields }: Refused): Text {
  const [first] = fields;
  return first ? filled(first.text, first.facts ?? {}) : filled(refusal.text, facts);
}

const TITLE = text(
  '分配套餐：{packages} 个套餐 × {children} 个下级',
  'Distribute {packages} packages to {children} children',
);

/** Starts the task of so many pairs that a form asked for. */
export const startDistributing = (
  ctx: Ctx,
  items: readonly NewItem[],
  n: { readonly packages: number; readonly children: number },
): Promise<{ readonly taskId: string }> =>
  startTask(ctx, { action: 'distribute_package', title: filled(TITLE, n), items });
