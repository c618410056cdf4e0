import {
  domainNotAllowed,
  noSuchAccount,
  tooManyGroups,
} from '@cardinal/contract/api/singleSignOn/signInByProvider.ts';
import type { Refusal } from '@cardinal/contract/framework/refusal.ts';
import type { ProviderTable } from './singleSignOnTables.ts';

export type Claims = Readonly<Record<string, unknown>>;

/** A claim by its name, or else by a path of names: `realm_access.roles`. */
export function claimOf(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  let value: unknown = claims;
  for (const step of name.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Claims)[step];
  }
  return value;
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;

/** A person as their provider describes them. */
export type Person = {
  /** The name of their account here. */
  readonly account: string;
  readonly name: string;
  readonly email: string | null;
  /** Undefined: the provider does not decide on roles. */
  readonly roleIds: readonly string[] | undefined;
};

type Rules = Pick<ProviderTable, 'account_claim' | 'groups_claim' | 'role_map' | 'domains'>;

/** Reads the person from verified claims. An absent groups claim means no group, as providers omit empty ones. */
export function personOf(claims: Claims, rules: Rules): Person | Refusal {
  const email = textOf(claims['email'])?.toLowerCase();
  // Absent: the provider does not say, as Entra. False: anybody may have typed the address there.
  const isDoubtful = claims['email_verified'] === false || claims['email_verified'] === 'false';
  if (rules.domains.length > 0) {
    const domain = email?.split('@').at(-1);
    if (!domain || isDoubtful || !rules.domains.includes(domain)) return domainNotAllowed;
  }
  const account = textOf(claimOf(claims, rules.account_claim));
  if (!account || (rules.account_claim === 'email' && isDoubtful)) return noSuchAccount;
  const shown = { account, name: (textOf(claims['name']) ?? account).slice(0, 50), email: email ?? null };
  if (rules.groups_claim === null) return { ...shown, roleIds: undefined };
  // Entra sends a link in place of more than 200 groups.
  const elsewhere = claims['_claim_names'];
  if (typeof elsewhere === 'object' && elsewhere !== null && rules.groups_claim in elsewhere) return tooManyGroups;
  const value = claimOf(claims, rules.groups_claim);
  const groups = new Set((Array.isArray(value) ? value : [value]).map(String));
  const roleIds = rules.role_map.filter(({ group }) => groups.has(group)).map(({ roleId }) => roleId);
  return { ...shown, roleIds: [...new Set(roleIds)] };
}
