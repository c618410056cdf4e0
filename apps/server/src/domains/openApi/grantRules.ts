import { CALLS_PER_MINUTE, OPEN_SCOPES, type OpenScope } from '@cardinal/contract/api/openApi/scopes.ts';

export type Grant = { readonly scopes: readonly OpenScope[]; readonly callsPerMinute: number };
export type Ceiling = { readonly scopes: readonly OpenScope[]; readonly callsPerMinute: number };

/** The result of the grants on the path from the root: each level can only remove. */
export function ceilingOf(grants: readonly Grant[]): Ceiling {
  const [first, ...others] = grants.map((grant) => grant.callsPerMinute);
  return {
    scopes: OPEN_SCOPES.filter((scope) => grants.every((grant) => grant.scopes.includes(scope))),
    callsPerMinute: first === undefined ? CALLS_PER_MINUTE.initial : Math.min(first, ...others),
  };
}

export const withheldBy = (ceiling: Ceiling, scopes: readonly OpenScope[]): OpenScope[] =>
  scopes.filter((scope) => !ceiling.scopes.includes(scope));

export const leftBy = (ceiling: Ceiling, scopes: readonly OpenScope[]): OpenScope[] =>
  scopes.filter((scope) => ceiling.scopes.includes(scope));
