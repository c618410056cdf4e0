import { CALLERS_DAYS } from '@cardinal/contract/api/openApi/catalogue.ts';
import { ApiKeyState, listApiKeys } from '@cardinal/contract/api/openApi/keys.ts';
import type { OpenScope } from '@cardinal/contract/api/openApi/scopes.ts';
import { DAY_MS, dayText } from '@cardinal/primitives/time.ts';
import { type SqlBool, sql } from 'kysely';
import { accountOf, type Ctx } from '../../framework/context.ts';
import { type Column, dataset } from '../../framework/dataset.ts';
import { customerNames, subtreeIds } from '../customers/face.ts';
import { ceilingsOf } from './ceilings.ts';
import { withheldBy } from './grantRules.ts';

const FIGURE_DAYS = 7;
const { active, expired, disabled } = ApiKeyState.values;

const isOut = (now: Date) => sql`coalesce(k.expires_at <= ${now}, false)`;
const stateOf = (now: Date) =>
  sql`case when k.disabled_at is not null then ${disabled} when ${isOut(now)} then ${expired} else ${active} end`;
const state: Column = {
  sql: sql`k.disabled_at`,
  where: (_operator, value, ctx) => sql<SqlBool>`${stateOf(ctx.clock.now())} = any(${value as string[]}::text[])`,
};
const scopesNow = sql<OpenScope[]>`coalesce(s.scopes, k.scopes)`;
const scopes: Column = {
  sql: scopesNow,
  where: (_operator, value) => sql<SqlBool>`${scopesNow} && ${value as string[]}::text[]`,
};

export const keyDataset = dataset(listApiKeys, {
  from: (ctx) =>
    ctx.db
      .selectFrom('open_api.api_key as k')
      .leftJoin('open_api.scope_set as s', 's.id', 'k.scope_set_id')
      .leftJoin('open_api.key_use as u', 'u.key_id', 'k.id'),
  table: 'k',
  columns: {
    scopes,
    platforms: {
      sql: sql`k.platforms`,
      where: (_operator, value) =>
        sql<SqlBool>`(k.platforms = '{}' or k.platforms && ${value as number[]}::smallint[])`,
    },
    state,
    lastUsedAt: sql`u.last_at`,
  },
  select: (query) =>
    query
      .selectAll('k')
      .select(['s.name as set_name', 'u.last_at', 'u.last_address', 'u.last_interface', 'u.calls_of_day'])
      .select(scopesNow.as('scopes_now')),
  present: async (rows, ctx) => {
    const ids = rows.map((row) => row.id);
    const customers = rows.map((row) => row.customer_id);
    const now = ctx.clock.now();
    const [names, ceilings, secrets, figures] = await Promise.all([
      customerNames(ctx.db, customers),
      ceilingsOf(ctx, customers),
      secretsOf(ctx, ids, now),
      figuresOf(ctx, ids, now),
    ]);
    const own = ctx.actor.kind === 'account' ? accountOf(ctx).customerId : undefined;
    return rows.map((row) => {
      const ceiling = ceilings.get(row.customer_id);
      const secret = secrets.get(row.id);
      return {
        secretHint: secret ? `…${secret.last4}` : '',
        oldSecretUntil: secret?.oldUntil ?? null,
        customerName: names.get(row.customer_id) ?? '',
        scopeSetName: row.set_name,
        scopes: row.scopes_now,
        withheld: ceiling ? withheldBy(ceiling, row.scopes_now) : row.scopes_now,
        callsToday: row.last_at && dayText(row.last_at) === dayText(now) ? (row.calls_of_day ?? 0) : 0,
        state: row.disabled_at ? disabled : row.expires_at && row.expires_at <= now ? expired : active,
        lastUsedAt: row.last_at?.toISOString() ?? null,
        calls: figures.get(row.id)?.calls ?? 0,
        errors: figures.get(row.id)?.errors ?? 0,
        isOwn: row.customer_id === own,
      };
    });
  },
  extra: async (query, asked, ctx) => {
    let so = query;
    const now = ctx.clock.now();
    const days = (count: unknown) => Number(count) * DAY_MS;
    if (asked.unusedDays !== undefined) {
      const since = new Date(now.getTime() - days(asked.unusedDays));
      so = so.where(sql<SqlBool>`coalesce(u.last_at < ${since}, true)`);
    }
    if (asked.expiringWithinDays !== undefined) {
      const until = new Date(now.getTime() + days(asked.expiringWithinDays));
      so = so.where(sql<SqlBool>`k.expires_at > ${now} and k.expires_at <= ${until} and k.disabled_at is null`);
    }
    if (asked.calledInterface !== undefined) {
      const since = new Date(now.getTime() - days(CALLERS_DAYS));
      so = so.where(sql<SqlBool>`exists (select from open_api.call_hour h where h.key_id = k.id and h.hour > ${since}
        and strpos(lower(h.interface), ${asked.calledInterface.toLowerCase()}) > 0)`);
    }
    if (asked.underCustomerId) {
      so = so.where('k.customer_id', 'in', [...(await subtreeIds(ctx.db, asked.underCustomerId)), '0']);
    }
    if (asked.ownOnly) so = so.where('k.customer_id', '=', accountOf(ctx).customerId);
    return so;
  },
});

/** The last characters of each key's newest secret, and until when an older one still works. */
async function secretsOf(ctx: Ctx, keyIds: readonly string[], now: Date) {
  if (keyIds.length === 0) return new Map<string, { last4: string; oldUntil: string | null }>();
  const rows = await ctx.db
    .selectFrom('open_api.key_secret')
    .select(['key_id', 'last4', 'ends_at'])
    .where('key_id', 'in', [...keyIds])
    .orderBy('id', 'desc')
    .execute();
  return new Map(
    keyIds.map((id) => {
      const [newest, ...older] = rows.filter((row) => row.key_id === id);
      const ends = older.flatMap(({ ends_at }) => (ends_at && ends_at > now ? [ends_at.toISOString()] : []));
      return [id, { last4: newest?.last4 ?? '', oldUntil: ends.sort().at(-1) ?? null }];
    }),
  );
}

async function figuresOf(ctx: Ctx, keyIds: readonly string[], now: Date) {
  if (keyIds.length === 0) return new Map<string, { calls: number; errors: number }>();
  const rows = await ctx.db
    .selectFrom('open_api.call_hour')
    .select(['key_id', sql<string>`sum(calls)`.as('calls'), sql<string>`sum(errors)`.as('errors')])
    .where('key_id', 'in', [...keyIds])
    .where('hour', '>', new Date(now.getTime() - FIGURE_DAYS * DAY_MS))
    .groupBy('key_id')
    .execute();
  return new Map(rows.map((row) => [row.key_id, { calls: Number(row.calls), errors: Number(row.errors) }]));
}
