import type { readMenu as endpoint } from '@cardinal/contract/api/menus.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { applyMenuRules, hiddenCarriersOf } from '@cardinal/contract/routes/menuRules.ts';
import { accountOf, type Ctx } from '../../framework/context.ts';
import { entriesForCaller } from '../identity/face.ts';
import { siteOfCaller } from './platformSettings.ts';

const PARTNER_AREA = '/partner';

/**
 * The caller's route list by the fixed rules: what the host hides, what is never shown, what is customer 3's alone. Extra
 * carriers a test host hides stand in the browser and are left out there. A wrong list of the host is only logged.
 */
export async function readMenu(ctx: Ctx): Promise<AnswerOf<typeof endpoint>> {
  const { site } = await siteOfCaller(ctx);
  const hidden = hiddenCarriersOf(site, null, (fault, facts) => ctx.log.error(facts, fault));
  const entries = (await entriesForCaller(ctx)).filter(({ path }) => site.hasPartnerArea || path !== PARTNER_AREA);
  return applyMenuRules(entries, accountOf(ctx).customerId, hidden);
}
