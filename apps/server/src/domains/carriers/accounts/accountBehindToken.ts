import { createHash, timingSafeEqual } from 'node:crypto';
import type { Ctx } from '../../../framework/context.ts';
import { credentialsPlace } from './accountStore.ts';

export const SHORTEST_TOKEN = 16;
const digest = (value: string) => createHash('sha256').update(value).digest();

/**
 * The account whose credentials contain this token, for carriers that call us: its id, and only those other credentials that
 * are requested by name. Tokens are compared in constant time; short ones are rejected.
 */
export async function accountBehindToken<const N extends string>(
  ctx: Ctx,
  adapter: string,
  presented: { readonly field: string; readonly token: string },
  also: readonly N[],
): Promise<{ readonly accountId: string; readonly credentials: Readonly<Partial<Record<N, string>>> } | undefined> {
  if (presented.token.length < SHORTEST_TOKEN) return undefined;
  const wanted = digest(presented.token);
  const rows = await ctx
    .beyondScope('who calls is known by the token of his account alone')
    .selectFrom('carriers.account')
    .select(['id', 'credentials'])
    .where('adapter', '=', adapter)
    .where('state', '!=', 'off')
    .where('credentials', 'is not', null)
    .orderBy('id')
    .execute();
  for (const { id, credentials: sealed } of rows) {
    if (sealed === null) continue;
    const credentials = JSON.parse(ctx.secrets.open(sealed, credentialsPlace(id))) as Record<string, string>;
    const held = credentials[presented.field];
    if (!held || !timingSafeEqual(digest(held), wanted)) continue;
    const shown = also.flatMap((name) => (credentials[name] ? [[name, credentials[name]] as const] : []));
    return { accountId: id, credentials: Object.fromEntries(shown) as Partial<Record<N, string>> };
  }
  return undefined;
}
