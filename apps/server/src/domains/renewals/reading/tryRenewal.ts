import { cardNotFound } from '@cardinal/contract/api/cards/cardRefusals.ts';
import type { tryRenewal as tryEndpoint } from '@cardinal/contract/api/renewals/rules.ts';
import type { Platform } from '@cardinal/contract/enumerations/card.ts';
import type { PackageType } from '@cardinal/contract/enumerations/package.ts';
import type { AnswerOf, QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { say } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import { cardsNamed } from '../../cards/face.ts';
import { customerNames } from '../../customers/face.ts';
import { judgePackages, RENEWAL_RULE, renewing } from '../../orders/face.ts';
import { packagesHeldBy } from '../../packages/face.ts';
import { packageNames } from '../describing/packageNames.ts';
import { ruleOf } from '../managing/switchRule.ts';
import { renewalCards } from '../ruling/cardFacts.ts';
import { hitsInForce, messageOf } from '../ruling/rulesInForce.ts';

const MAIN: readonly PackageType[] = ['month', 'flow', 'combination'];
const MOST = 100;

/** Which of its owner's packages a card can be renewed with now, and which rules say no. Nothing is written. */
export async function tryRenewal(
  ctx: Ctx,
  { iccid, channel, id }: QueryOf<typeof tryEndpoint>,
): Promise<AnswerOf<typeof tryEndpoint>> {
  if (id !== undefined) await ruleOf(ctx, id);
  const [card] = (await cardsNamed(ctx, iccid)).cards;
  if (!card) throw new Refused(cardNotFound);
  const ownerId = card.customer_id;
  const held = await packagesHeldBy(ctx, ownerId, {
    types: MAIN,
    platforms: [card.platform as Platform],
    keyword: '',
    most: MOST,
  });
  const packageIds = held.map(({ package_id }) => package_id);
  const judged = await judgePackages(ctx, { sellerId: ownerId, card, packageIds, channel });
  const known = (await renewalCards(ctx, [renewing(card)]))(renewing(card));
  const found = known && (await hitsInForce(ctx, channel, [ownerId], id));
  const names = await packageNames(ctx, known ? [known.packageId] : []);
  return {
    iccid: card.iccid,
    customerName: (await customerNames(ctx.db, [ownerId])).get(ownerId) ?? '',
    packageName: names.get(known?.packageId ?? '') ?? null,
    lastDay: known?.lastDay ?? null,
    packages: held.map(({ package_id, name, platform }) => {
      const of = judged.get(package_id);
      const hits = of && known && found ? found.hitsOf(of.order(), ownerId, known) : [];
      const whyNot = of?.whyKey === RENEWAL_RULE ? undefined : of?.whyNot;
      return {
        id: package_id,
        name,
        platform,
        whyNot: whyNot ? say(whyNot, ctx.language) : null,
        isAllowed: whyNot === undefined && hits.every(({ isShadow }) => isShadow),
        rules: hits.map(({ rule, isShadow }) => ({
          name: rule.name,
          isShadow,
          isFromAbove: !ctx.scope.everything && !ctx.scope.customerIds.includes(rule.customer_id),
          message: say(messageOf(rule), ctx.language),
        })),
      };
    }),
  };
}
