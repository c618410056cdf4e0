import { templateHasWrongLines } from '@cardinal/contract/api/catalogue/productDistributions.ts';
import { priceBelowFloor } from '@cardinal/contract/api/catalogue/products.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { money, moneyText } from '@cardinal/primitives/money.ts';
import { say, type Text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import type { Distributed } from './distributed.ts';
import { directChildren, give, heldFromMe } from './giving.ts';
import { isBelowFloor } from './priceRules.ts';

/** What the caller itself has of a template's things. */
type Mine = { readonly code: string; readonly floor: string | null; readonly whyNot: Text | undefined };

const belowFloor = (floor: string): Text => {
  const x = moneyText(money(BigInt(floor)));
  const { zh, en } = priceBelowFloor.text;
  return { zh: zh.replace('{x}', x), en: en.replace('{x}', x) };
};

/** Gives children what a template child has, at its prices. With a wrong line nothing is saved unless only the valid are asked for. */
export async function copyGiven(
  ctx: Ctx,
  thing: Distributed,
  asked: { readonly templateCustomerId: string; readonly customerIds: readonly string[]; readonly validOnly: boolean },
  mine: (ids: readonly string[]) => Promise<ReadonlyMap<string, Mine>>,
) {
  const [template] = await directChildren(ctx, [asked.templateCustomerId]);
  const children = (await directChildren(ctx, asked.customerIds)).filter((id) => id !== template);
  const lines = await heldFromMe(ctx, thing, asked.templateCustomerId);
  const own = lines.length > 0 ? await mine(lines.map((line) => line.of)) : new Map<string, Mine>();
  const judged = lines.map((line) => {
    const price = {
      reservePrice: line.reservePrice ?? '0',
      minPrice: line.minPrice ?? '0',
      ...(line.suggestPrice === null ? {} : { suggestPrice: line.suggestPrice }),
    };
    const { code, floor, whyNot } = own.get(line.of) as Mine;
    const isBelow = floor !== null && isBelowFloor(price.reservePrice, floor);
    return { of: line.of, code, price, why: whyNot ?? (isBelow ? belowFloor(floor) : undefined) };
  });
  const wrong = judged.flatMap(({ code, why }) => (why ? [{ code, words: say(why, ctx.language) }] : []));
  if (wrong.length > 0 && !asked.validOnly) throw new Refused(templateHasWrongLines, { n: wrong.length });
  let [given, repriced] = [0, 0];
  for (const { of, price, why } of judged) {
    if (why) continue;
    const done = await give(ctx, thing, of, children, price, ctx.clock.now());
    given += done.given;
    repriced += done.repriced;
  }
  return { given, repriced, wrong };
}
