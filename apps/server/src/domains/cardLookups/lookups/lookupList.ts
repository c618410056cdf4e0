import type { readOnlineLookup as readEndpoint } from '@cardinal/contract/api/cardLookups/onlineLookups.ts';
import type { AnswerOf, QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { say, type Text } from '@cardinal/primitives/text.ts';
import { type SqlBool, sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { AnyQuery, Dataset } from '../../../framework/dataset.ts';
import { type Conclusion, STEP_NAMES, type Step } from './lookupRules.ts';

const column = (name: string) => sql`l.${sql.ref(name)}`;
const moment = (value: unknown): string | null => (value === null ? null : (value as Date).toISOString());
const inWords = (value: unknown, ctx: Ctx): string | null => (value ? say(value as Text, ctx.language) : null);

/** How many of the same look-up and account still stand before each of these, by id. */
async function placesInLine(ctx: Ctx, rows: readonly Record<string, unknown>[]): Promise<ReadonlyMap<string, number>> {
  const tasks = [...new Set(rows.filter((row) => row['state'] === 'waiting').map((row) => String(row['task_id'])))];
  if (tasks.length === 0) return new Map();
  const waiting = await ctx.db
    .selectFrom('card_lookups.online_lookup')
    .select([
      'id',
      sql<string>`row_number() over (partition by task_id, carrier_account_id order by seq) - 1`.as('ahead'),
    ])
    .where('task_id', 'in', tasks)
    .where('state', '=', 'waiting')
    .execute();
  return new Map(waiting.map((row) => [row.id, Number(row.ahead)]));
}

/** What carriers were asked about single cards by anybody of the caller's scope, and what they said then. */
export const lookupDataset: Dataset = {
  from: (ctx) => ctx.db.selectFrom('card_lookups.online_lookup as l') as unknown as AnyQuery,
  id: sql<string>`l.id`,
  columns: {
    id: column('id'),
    taskId: column('task_id'),
    iccid: column('iccid'),
    platform: column('platform'),
    depth: column('depth'),
    state: column('state'),
    onlineState: column('online_state'),
    askedAt: column('asked_at'),
    createdAt: column('created_at'),
    accountName: column('account_name'),
  },
  select: (query) => query.selectAll('l'),
  present: async (rows, ctx) => {
    const places = await placesInLine(ctx, rows);
    return rows.map((row) => ({
      id: row['id'],
      taskId: row['task_id'],
      iccid: row['iccid'],
      platform: row['platform'],
      depth: row['depth'],
      state: row['state'],
      position: places.get(String(row['id'])) ?? null,
      onlineState: row['online_state'],
      words: inWords(row['words'], ctx),
      ipAddress: row['ip_address'],
      apn: row['apn'],
      rat: row['rat'],
      imei: row['imei'],
      startedAt: moment(row['started_at']),
      endedAt: moment(row['ended_at']),
      usedToday: row['used_today'] === null ? null : String(row['used_today']),
      usageAt: moment(row['usage_at']),
      source: row['source'],
      knownAt: moment(row['known_at']),
      askedAt: moment(row['asked_at']),
      createdAt: moment(row['created_at']),
      accountName: row['account_name'],
    }));
  },
  counts: () => ({
    online: { where: sql<SqlBool>`l.online_state = 1` },
    offline: { where: sql<SqlBool>`l.online_state = 0` },
    unknown: { where: sql<SqlBool>`l.online_state = 2` },
    open: { where: sql<SqlBool>`l.state <> 'done'` },
  }),
};

/** The steps of one diagnosis as far as they are known. */
export async function readOnlineLookup(
  ctx: Ctx,
  { id }: QueryOf<typeof readEndpoint>,
): Promise<AnswerOf<typeof readEndpoint>> {
  const row = await ctx.db.selectFrom('card_lookups.online_lookup').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw new Refused(notFound);
  const conclusion = row.conclusion as Conclusion | null;
  return {
    iccid: row.iccid,
    state: row.state,
    askedAt: row.asked_at?.toISOString() ?? null,
    steps: (row.steps as Step[]).map(({ key, name, verdict, words, advice }) => ({
      key,
      name: say(name ?? STEP_NAMES[key], ctx.language),
      verdict,
      words: say(words, ctx.language),
      advice: advice && say(advice, ctx.language),
    })),
    conclusion: conclusion && { state: conclusion.state, words: say(conclusion.words, ctx.language) },
  };
}
