import type { readMenu as endpoint } from '@cardinal/contract/api/settings/menu.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { applyMenuRules, hiddenCarriersOf } from '@cardinal/contract/routes/menuRules.ts';
import type { RouteEntry } from '@cardinal/contract/routes/routeEntry.ts';
import { accountOf, type Ctx } from '../../framework/context.ts';
import { entriesForCaller } from '../identity/face.ts';
import { pagesClosedTo } from './closedPages.ts';
import { siteOfCaller } from './platformSettings.ts';

const PARTNER_AREA = '/partner';

/**
 * The caller's routes after the fixed rules: what the host hides, what is never shown, what only customer 3 sees. Further
 * carriers hidden by a test host are stored in the browser and removed there. An invalid list of the host is only logged.
 */
export async function readMenu(ctx: Ctx): Promise<AnswerOf<typeof endpoint>> {
  const { site } = await siteOfCaller(ctx);
  const hidden = hiddenCarriersOf(site, null, (fault, facts) => ctx.log.error(facts, fault));
  const [entries, closed] = await Promise.all([entriesForCaller(ctx), pagesClosedTo(ctx)]);
  const open = withoutPages(entries, closed).filter(({ path }) => site.hasPartnerArea || path !== PARTNER_AREA);
  return applyMenuRules(open, accountOf(ctx).customerId, hidden);
}

/** A directory without pages is removed; one whose redirect is gone leads to its first page. */
const withoutPages = (entries: readonly RouteEntry[], closed: ReadonlySet<string>): RouteEntry[] =>
  entries.flatMap((entry): RouteEntry[] => {
    if (closed.has(entry.path)) return [];
    if (entry.children.length === 0) return [entry];
    const children = withoutPages(entry.children, closed);
    if (children.length === 0) return [];
    const { redirect, ...rest } = entry;
    const first = children.find(({ hidden, path }) => !hidden && !path.includes(':'))?.path;
    const next = redirect === undefined || children.some(({ path }) => path === redirect) ? redirect : first;
    return [{ ...rest, ...(next === undefined ? {} : { redirect: next }), children }];
  });
