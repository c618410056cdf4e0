import { sourceNotFound } from '@cardinal/contract/api/externalPackages/refusals.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { sql } from 'kysely';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import type { Credentials, SourceCredential } from '../adapters/operations.ts';
import type { SourceRow } from '../externalTables.ts';

/** A source of the caller's own customer; of anybody else's it is not found. */
export async function ownSource(ctx: Ctx, id: string, lock = false): Promise<SourceRow> {
  const query = ctx.db
    .selectFrom('external_packages.source')
    .selectAll()
    .where('id', '=', id)
    .where('customer_id', '=', accountOf(ctx).customerId);
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst();
  if (!row) throw new Refused(sourceNotFound);
  return row;
}

const WHY = 'sources are synced for everybody';
export const beyond = (ctx: Ctx) => ctx.beyondScope(WHY);

export const sourceById = (ctx: Ctx, id: string): Promise<SourceRow | undefined> =>
  beyond(ctx).selectFrom('external_packages.source').selectAll().where('id', '=', id).executeTakeFirst();

const place = (id: string): string => `external_packages.source:${id}:credentials`;

/** Sealed for this source; a value copied to another cannot be opened. */
export const sealCredentials = (ctx: Ctx, id: string, credentials: Credentials): string =>
  ctx.secrets.seal(JSON.stringify(credentials), place(id));

export const openCredentials = (ctx: Ctx, row: Pick<SourceRow, 'id' | 'credentials'>): Record<string, string> =>
  JSON.parse(ctx.secrets.open(row.credentials, place(row.id))) as Record<string, string>;

const SHOWN_FROM = 12;

/** How stored credentials are shown: open ones whole, secrets by their last four characters. */
export const hintsOf = (fields: readonly SourceCredential[], credentials: Credentials): Record<string, string> =>
  Object.fromEntries(
    fields.flatMap(({ name, isSecret }) => {
      const value = credentials[name] ?? '';
      if (value === '') return [];
      return [[name, isSecret ? `••••${value.length >= SHOWN_FROM ? value.slice(-4) : ''}` : value]];
    }),
  );

/** Lets calls through at once, as the credentials or the address are new. */
export const openGate = (ctx: Ctx, id: string) =>
  sql`insert into external_packages.gate (account_id) values (${id}::bigint) on conflict (account_id) do update set
    failures = 0, opened = 0, open_until = null, open_zh = null, open_en = null`.execute(ctx.db);
