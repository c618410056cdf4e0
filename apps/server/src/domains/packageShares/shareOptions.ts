import type {
  packageShareOptions as optionsEndpoint,
  previewShareSplit as splitEndpoint,
} from '@cardinal/contract/api/packageShares/packageShares.ts';
import type { AnswerOf, QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { accountOf, type Ctx } from '../../framework/context.ts';
import { heldPackages, marginsOf, packagesHeldBy, priceChains, sharesOver } from '../packages/face.ts';
import { termsOf } from './shareTerms.ts';

const MOST_OPTIONS = 100;

export async function shareOptions(
  ctx: Ctx,
  { keyword }: QueryOf<typeof optionsEndpoint>,
): Promise<AnswerOf<typeof optionsEndpoint>> {
  const { customerId } = accountOf(ctx);
  const found = await packagesHeldBy(ctx, customerId, { keyword: keyword ?? '', most: MOST_OPTIONS });
  const ids = found.map(({ package_id }) => package_id);
  const held = await heldPackages(ctx, ids, 'share');
  const chainTo = await priceChains(ctx, ids, [customerId], ctx.clock.now());
  return found.flatMap(({ package_id: id, code, name }) => {
    const own = chainTo(id, customerId)?.at(-1);
    const mine = held.get(id);
    if (!own || !mine || mine.whyNot) return [];
    const { currency, retailPrice, suggestPrice } = own;
    return [{ id, code, name, currency, retailPrice, suggested: suggestPrice }];
  });
}

/** What a sale at the retail price would leave to each, were the share given now. */
export async function previewSplit(
  ctx: Ctx,
  { packageId, ...asked }: QueryOf<typeof splitEndpoint>,
): Promise<AnswerOf<typeof splitEndpoint>> {
  const { paid, giver, share, currency } = await termsOf(ctx, packageId, asked, ctx.clock.now());
  const over = sharesOver(paid, giver, [share]);
  const [mine = 0n, child = 0n] = marginsOf(paid, giver, [share]);
  return {
    paid: String(paid),
    currency,
    owed: String(paid - mine - child),
    mine: String(mine),
    child: String(child),
    over: over > 0n ? String(over) : null,
  };
}
