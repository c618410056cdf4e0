import type { Edition } from '@cardinal/contract/enumerations/customer.ts';
import { applyMenuRules, type FaultLog, hiddenCarriersOf, menuOf } from '@cardinal/contract/routes/menuRules.ts';
import { defaultEntries, filterByRoles, permissionsOf, type RouteEntry } from '@cardinal/contract/routes/routeEntry.ts';

export type RouteFacts = {
  readonly roles: readonly string[];
  readonly permissions: readonly string[];
  /** The *stored* customer id: it decides about the entries of customer 3. */
  readonly customerId: string | undefined;
  readonly site: { readonly hiddenCarriers?: unknown; readonly isTestHost: boolean };
  /** Extra hidden carriers of this session, as stored. */
  readonly sessionCarriers: string | undefined;
};

/**
 * The account's route list from the menu's answer, an empty one falling back to the built-in table. Everything is
 * filtered here again, after the server: by roles, by the customer-3 rule, by hidden carriers.
 */
export function routeListFrom(answer: readonly RouteEntry[], facts: RouteFacts, log: FaultLog): RouteEntry[] {
  const entries = answer.length > 0 ? answer : defaultEntries();
  const allowed = filterByRoles(entries, facts.roles, facts.permissions);
  return applyMenuRules(allowed, facts.customerId, hiddenCarriersOf(facts.site, facts.sessionCarriers, log));
}

/** The permissions for buttons: those of the login and of all routes. */
export const unitedPermissions = (entries: readonly RouteEntry[], held: readonly string[]): string[] => [
  ...new Set([...held, ...permissionsOf(entries)]),
];

/** The sidebar's entries: without hidden ones, those of the other edition, and those without a screen. */
export function shownMenu(
  entries: readonly RouteEntry[],
  edition: Edition | undefined,
  isBuilt: (path: string) => boolean,
): RouteEntry[] {
  const shown = (list: readonly RouteEntry[]): RouteEntry[] =>
    list.flatMap((entry) => {
      const { editions } = entry.meta;
      if (edition && editions.length > 0 && !editions.includes(edition)) return [];
      if (entry.children.length === 0) return isBuilt(entry.path) ? [entry] : [];
      const children = shown(entry.children);
      return children.length > 0 ? [{ ...entry, children }] : [];
    });
  return shown(menuOf(entries));
}
