import { Platform } from '../enumerations/card.ts';
import type { KeyOf } from '../enumerations/enumeration.ts';
import type { Choice } from '../framework/fields.ts';
import { OFF_BY_DEFAULT } from '../siteSettings.ts';
import { routeOf } from './matching.ts';
import type { RouteEntry } from './routeEntry.ts';
import { ROUTES, type Route, SECTIONS } from './table.ts';

export type CarrierKey = KeyOf<typeof Platform>;

/** The customer that runs the mini-program business. */
export const MINI_PROGRAM_CUSTOMER_ID = '3';

/** Receives warnings that the user does not see. */
export type FaultLog = (fault: string, facts: Readonly<Record<string, unknown>>) => void;

const isCarrierKey = (key: unknown): key is CarrierKey =>
  typeof key === 'string' && Object.hasOwn(Platform.members, key);

/** Reads a list of carrier keys, an array or its JSON text. An invalid list hides nothing and is logged. */
function carrierKeys(given: unknown, from: string, log: FaultLog): CarrierKey[] {
  if (given === undefined || given === null || given === '') return [];
  let keys: unknown = given;
  if (typeof given === 'string') {
    try {
      keys = JSON.parse(given);
    } catch {
      keys = undefined;
    }
  }
  if (Array.isArray(keys) && keys.every(isCarrierKey)) return keys;
  log('hidden carriers are no list of carrier keys', { from, given });
  return [];
}

/** A site's carrier settings. If it could not be read, carriers that are off by default are omitted. */
export type HidingSite = {
  readonly hiddenCarriers?: unknown;
  readonly offCarriers?: readonly CarrierKey[];
  readonly isTestHost: boolean;
};

/**
 * The hidden carriers: those not offered, those hidden by the host, and on test hosts those of the session. An error in either
 * list is only logged; its carriers stay visible.
 */
export function hiddenCarriersOf(
  site: HidingSite,
  sessionValue: string | null | undefined,
  log: FaultLog,
): ReadonlySet<CarrierKey> {
  const byHost = carrierKeys(site.hiddenCarriers, 'site', log);
  const bySession = site.isTestHost ? carrierKeys(sessionValue, 'session', log) : [];
  return new Set([...(site.offCarriers ?? OFF_BY_DEFAULT), ...byHost, ...bySession]);
}

/** The carriers for tabs, filters and forms, in order. */
export const shownCarriersOf = (hidden: ReadonlySet<CarrierKey>) =>
  Platform.options.filter(({ key }) => key !== 'unknown' && !hidden.has(key));

/**
 * The options of a select: the shown carriers, or all members of any other enumeration. A chosen value stays, so that it can be
 * read and removed.
 */
export const offeredChoices = <C extends Choice>(
  choices: readonly C[],
  hidden: ReadonlySet<CarrierKey>,
  chosen: readonly string[],
): readonly C[] => {
  if (choices !== (Platform.options as readonly Choice[])) return choices;
  const shown = new Set<unknown>(shownCarriersOf(hidden).map(({ value }) => value));
  return choices.filter(({ value }) => shown.has(value) || chosen.includes(String(value)));
};

/** Entries have the paths of the table itself; matching each against all patterns took most of a menu's time. */
const declared = new Map<string, Route>(ROUTES.map((route) => [route.path, route]));

/** The facts of an entry: of its route or, for a section's own entry, of the section. */
function marksOf(path: string): { carrier?: CarrierKey; isCloudStorage?: boolean; forCustomer3?: boolean } {
  return declared.get(path) ?? routeOf(path)?.route ?? SECTIONS.find((section) => section.path === path) ?? {};
}

/**
 * Applies the fixed rules to the route list, in the server's menu and again in the console: the five entries of customer 3 only
 * if the *stored* customer id is 3; cloud storage and hidden carriers stay reachable by address but leave the menu. No setting
 * or role overrides them.
 */
export function applyMenuRules(
  entries: readonly RouteEntry[],
  customerId: string | null | undefined,
  hiddenCarriers: ReadonlySet<CarrierKey>,
): RouteEntry[] {
  return entries.flatMap((entry): RouteEntry[] => {
    const { carrier, isCloudStorage, forCustomer3 } = marksOf(entry.path);
    if (forCustomer3 && customerId !== MINI_PROGRAM_CUSTOMER_ID) return [];
    const leavesMenu = isCloudStorage === true || (carrier !== undefined && hiddenCarriers.has(carrier));
    const children = applyMenuRules(entry.children, customerId, hiddenCarriers);
    if (entry.children.length > 0 && children.length === 0) return [];
    return [{ ...entry, ...(leavesMenu ? { hidden: true } : {}), children }];
  });
}

/** The sidebar's entries of a route list: without hidden ones and empty sections. */
export function menuOf(entries: readonly RouteEntry[]): RouteEntry[] {
  return entries.flatMap((entry): RouteEntry[] => {
    if (entry.hidden) return [];
    const children = menuOf(entry.children);
    if (entry.children.length > 0 && children.length === 0) return [];
    return [{ ...entry, children }];
  });
}
