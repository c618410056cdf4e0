import type { CustomerKind } from '@cardinal/contract/enumerations/customer.ts';
import type { RoleKind } from '@cardinal/contract/enumerations/identity.ts';
import { PERMISSIONS } from '@cardinal/contract/permissions/catalogue.ts';
import { suitsKind } from '@cardinal/contract/permissions/suitsKind.ts';
import { ADMIN_ROLE } from '@cardinal/contract/routes/access.ts';

export type Permissions = ReadonlySet<string>;

/**
 * What the customer above granted; a PLATFORM has no one above and no grant, but everything. `withheld`: what its menu set
 * omits; the grant is kept and works again with the entry.
 */
export type CustomerGrant = {
  readonly kind: CustomerKind;
  readonly granted: readonly string[] | null;
  readonly withheld?: Permissions | undefined;
};

export type RoleFacts = {
  readonly id: string;
  readonly customerId: string;
  readonly kind: RoleKind;
  readonly name: string;
  readonly permissions: readonly string[];
};

/** All permissions: the catalogue, and those made for menu buttons. */
export const everyPermission = (made: readonly string[]): Permissions =>
  new Set([...PERMISSIONS.map(({ id }) => id), ...made]);

/**
 * The most that roles of a customer can grant: the intersection of the grants on the path from the root (`way`) to the
 * customer. A permission lost above is therefore lost below, and works again below once restored above.
 */
export function ceilingOf(way: readonly CustomerGrant[], every: Permissions): Permissions {
  let ceiling = every;
  for (const [at, { kind, granted, withheld }] of way.entries()) {
    // Only a root has everything without a grant.
    const own = granted === null ? (at === 0 && kind === 'PLATFORM' ? ceiling : []) : granted;
    ceiling = new Set([...own].filter((id) => ceiling.has(id) && suitsKind(id, kind) && !withheld?.has(id)));
  }
  return ceiling;
}

/** What a role effectively grants under the ceiling of its customer. */
export function effectiveOf(role: RoleFacts, ceiling: Permissions): Permissions {
  if (role.kind !== 'custom') return ceiling;
  return new Set(role.permissions.filter((id) => ceiling.has(id)));
}

/** The union over an account's roles. */
export function permissionsOf(roles: readonly RoleFacts[], ceiling: Permissions): Permissions {
  if (roles.some((role) => role.kind !== 'custom')) return ceiling;
  return new Set(roles.flatMap((role) => [...effectiveOf(role, ceiling)]));
}

/** The roles array in responses: the built-in administrator by its fixed name, others by their own. */
export const roleWord = (role: RoleFacts): string => (role.kind === 'admin' ? ADMIN_ROLE : role.name);

/** The requested grants that are not allowed: neither granted before, nor held by both giver and customer. */
export function beyondGrant(
  wanted: readonly string[],
  before: readonly string[],
  giver: Permissions,
  ceiling: Permissions,
): string[] {
  const kept = new Set(before);
  return wanted.filter((id) => !kept.has(id) && !(giver.has(id) && ceiling.has(id)));
}

export const isWithin = (inner: Permissions, outer: Permissions): boolean => [...inner].every((id) => outer.has(id));
