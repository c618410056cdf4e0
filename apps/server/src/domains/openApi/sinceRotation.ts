import type { readSinceRotation as endpoint } from '@cardinal/contract/api/openApi/keys.ts';
import { apiKeyNotFound } from '@cardinal/contract/api/openApi/refusals.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../framework/context.ts';

const ADDRESSES_SHOWN = 200;

/** The addresses that called with a key since its secret was changed, and with which of its secrets. */
export async function sinceRotation(ctx: Ctx, id: string): Promise<AnswerOf<typeof endpoint>> {
  const key = await ctx.db.selectFrom('open_api.api_key').select('id').where('id', '=', id).executeTakeFirst();
  if (!key) throw new Refused(apiKeyNotFound);
  const [newest, ...older] = await ctx.db
    .selectFrom('open_api.key_secret')
    .select(['id', 'created_at', 'ends_at'])
    .where('key_id', '=', id)
    .orderBy('id', 'desc')
    .execute();
  if (!newest || older.length === 0) return { rotatedAt: null, oldUntil: null, addresses: [] };
  const rows = await ctx.db
    .selectFrom('open_api.secret_use as u')
    .innerJoin('open_api.key_secret as k', 'k.id', 'u.secret_id')
    .select([
      'u.address',
      sql<string>`coalesce(sum(u.calls) filter (where k.id = ${newest.id}::bigint), 0)`.as('with_new'),
      sql<string>`coalesce(sum(u.calls) filter (where k.id <> ${newest.id}::bigint), 0)`.as('with_old'),
      sql<Date>`max(u.last_at)`.as('last_at'),
    ])
    .where('k.key_id', '=', id)
    .groupBy('u.address')
    .orderBy(sql`3`, 'desc')
    .orderBy(sql`2`, 'desc')
    .limit(ADDRESSES_SHOWN)
    .execute();
  const ends = older.flatMap(({ ends_at }) => ends_at ?? []).sort((a, b) => b.getTime() - a.getTime());
  return {
    rotatedAt: newest.created_at.toISOString(),
    oldUntil: ends[0]?.toISOString() ?? null,
    addresses: rows.map((row) => ({
      address: row.address,
      withNew: Number(row.with_new),
      withOld: Number(row.with_old),
      lastAt: row.last_at.toISOString(),
    })),
  };
}
