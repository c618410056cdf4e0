import type { CustomerKind } from '@cardinal/contract/enumerations/customer.ts';
import { subjectOf } from '@cardinal/contract/permissions/catalogue.ts';
import { suitsKind } from '@cardinal/contract/permissions/suitsKind.ts';
import type { Permissions } from './rightsRules.ts';

export type GrantedCustomer = {
  readonly id: string;
  /** Undefined for a root. */
  readonly parentId: string | undefined;
  readonly kind: CustomerKind;
  /** What its main role holds; null without one. */
  readonly granted: readonly string[] | null;
};

/**
 * What a release that adds permissions gives to the main roles. Whoever held all that the page offered them gets what is new
 * there; a new page is for those who held everything. A customer gets nothing that the one above lacks, and a narrowed main
 * role stays as narrow. Customers come after those above them.
 */
export function gainedByMainRoles(
  customers: readonly GrantedCustomer[],
  known: readonly string[],
  added: readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const gained = new Map<string, readonly string[]>();
  const held = new Map<string, Permissions>();
  const all = new Set([...known, ...added]);
  for (const { id, parentId, kind, granted } of customers) {
    const above = parentId === undefined ? all : (held.get(parentId) ?? new Set<string>());
    const mayHold = (each: string) => above.has(each) && suitsKind(each, kind);
    if (granted === null) {
      held.set(id, new Set(parentId === undefined && kind === 'PLATFORM' ? all : []));
      continue;
    }
    const own = new Set(granted);
    const could = known.filter(mayHold);
    const isWhole = (offered: readonly string[]) => offered.length > 0 && offered.every((each) => own.has(each));
    const gains = added.filter((each) => {
      if (own.has(each) || !mayHold(each)) return false;
      const ofPage = could.filter((one) => subjectOf(one) === subjectOf(each));
      return isWhole(ofPage.length > 0 ? ofPage : could);
    });
    if (gains.length > 0) gained.set(id, gains);
    held.set(id, new Set([...granted, ...gains].filter(mayHold)));
  }
  return gained;
}
