import type { Refused } from '@cardinal/contract/framework/refusal.ts';
import { filled, type Text, text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import { directChildren, give } from '../../catalogue/face.ts';
import { type Json, type NewItem, startTask } from '../../tasks/face.ts';
import { PACKAGES } from '../distributedPackages.ts';
import { heldPackages } from './heldPackages.ts';
import { givable, judged, type Line, refuseLosses } from './pricedLines.ts';

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

/** Gives a package to one child by the rules of the form; answers whether the child had it not. */
export async function givePair(ctx: Ctx, pair: Pair, at = ''): Promise<{ isNew: boolean }> {
  const { packageId, customerId, line, suspend } = pair;
  const now = ctx.clock.now();
  // A day that has come while the task waited is now.
  const from = pair.from && new Date(pair.from) > now ? new Date(pair.from) : now;
  await directChildren(ctx, [customerId]);
  const mine = givable((await heldPackages(ctx, [packageId])).get(packageId), at);
  const price = await judged(ctx, line, mine, from, at);
  await refuseLosses(ctx, packageId, [customerId], price, from, suspend);
  const { given } = await give(ctx, PACKAGES, packageId, [customerId], price, from);
  return { isNew: given === 1 };
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
