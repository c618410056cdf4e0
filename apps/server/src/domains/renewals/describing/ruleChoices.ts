import type { ruleChoices } from '@cardinal/contract/api/renewals/rules.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import type { Ctx } from '../../../framework/context.ts';
import { productsToBind } from '../../catalogue/face.ts';
import { customerNames, customerOf } from '../../customers/face.ts';
import { isRefuelling, packagesHeldBy } from '../../packages/face.ts';
import { packageNames } from './packageNames.ts';
import type { RuleNames, Sentenced } from './ruleWords.ts';

const MOST_CHOICES = 500;

/** What a rule of this customer can be limited by: its products and main packages. */
export async function choicesOf(ctx: Ctx, ownerId: string): Promise<AnswerOf<typeof ruleChoices>> {
  const owner = await customerOf(ctx.db, ownerId);
  const [products, packages] = [
    await productsToBind(ctx, ownerId),
    await packagesHeldBy(ctx, ownerId, { keyword: '', most: MOST_CHOICES }),
  ];
  return {
    currency: owner?.currency ?? '',
    products: products.map(({ code, name, platform }) => ({ id: code, name, platform })),
    packages: packages
      .filter(({ type }) => !isRefuelling(type))
      .map((each) => ({ id: each.package_id, name: each.name, platform: each.platform })),
  };
}

/** The names of all that these rules name, those of the caller's scope for customers. */
export async function namesOf(
  ctx: Ctx,
  rules: readonly (Sentenced & { readonly replacement_id: string | null })[],
): Promise<RuleNames> {
  return {
    customers: await customerNames(
      ctx.db,
      rules.flatMap((each) => each.customer_ids),
    ),
    packages: await packageNames(
      ctx,
      rules
        .flatMap((each) => [...each.package_ids, ...each.listed_ids, ...(each.replacement_id ?? '').split(' ')])
        .filter((id) => id !== ''),
    ),
  };
}
