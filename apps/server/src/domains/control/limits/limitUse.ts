import { limitStrategyInUse } from '@cardinal/contract/api/control/limitStrategies.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { say, type Text, text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import { extensionList } from '../../../framework/contributions.ts';

/** What refers to a strategy, in words: its kind and its name. */
export type LimitUse = { readonly strategyId: string; readonly kind: Text; readonly name: string };
type Finding = (ctx: Ctx, strategyIds: readonly string[]) => Promise<readonly LimitUse[]>;

/** Rows that refer to speed-limit strategies. While there are any, a strategy is neither disabled nor deleted. */
export const limitStrategyUse = extensionList<Finding>('control.limitStrategyUse');

const MOST_NAMED = 5;

/** The first few of them by kind and name. */
function namesOf(uses: readonly LimitUse[]): Text {
  const named = uses.slice(0, MOST_NAMED);
  const rest = uses.length > MOST_NAMED ? ' …' : '';
  return text(
    `${named.map(({ kind, name }) => `${kind.zh}「${name}」`).join('、')}${rest}`,
    `${named.map(({ kind, name }) => `${kind.en} “${name}”`).join(', ')}${rest}`,
  );
}

const usesOf = async (ctx: Ctx, ids: readonly string[]): Promise<LimitUse[]> =>
  (await Promise.all(ctx.contributed(limitStrategyUse).map((find) => find(ctx, ids)))).flat();

/** What refers to each of these strategies, as one text; an unused one is absent. */
export async function limitUses(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const byStrategy = Map.groupBy(await usesOf(ctx, ids), ({ strategyId }) => strategyId);
  return new Map([...byStrategy].map(([id, uses]) => [id, say(namesOf(uses), ctx.language)]));
}

export async function refuseUsedLimit(ctx: Ctx, id: string): Promise<void> {
  const uses = await usesOf(ctx, [id]);
  if (uses.length > 0) throw new Refused(limitStrategyInUse, { where: namesOf(uses) });
}
