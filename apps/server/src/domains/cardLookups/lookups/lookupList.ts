import type { readOnlineLookup as readEndpoint } from '@cardinal/contract/api/cardLookups/onlineLookups.ts';
import { listOnlineLookups } from '@cardinal/contract/api/cardLookups/onlineLookups.ts';
import type { AnswerOf, QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { say, type Text } from '@cardinal/primitives/text.ts';
import { type SqlBool, sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { dataset } from '../../../framework/dataset.ts';
import { rowSeen, sightsOfCards } from '../../cards/face.ts';
import type { Sight } from '../../control/face.ts';
import { STEP_NAMES } from './lookupRules.ts';

const inWords = (value: Text | null, ctx: Ctx): string | null => value && say(value, ctx.language);

/** How many pending queries of the same look-up and account are ahead of each of these, by id. */
async function placesInLine(
  ctx: Ctx,
  rows: readonly { state: string; task_id: string }[],
): Promise<ReadonlyMap<string, number>> {
  const tasks = [...new Set(rows.filter((row) => row.state === 'waiting').map((row) => row.task_id))];
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

/** The figures of an answer that those above may hide or round. */
const seenOf = (row: { imei: string | null; used_today: string | null }, sight: Sight | undefined) =>
  sight && rowSeen({ imei: row.imei, usedToday: row.used_today }, sight);

/** What anybody of the caller's scope asked carriers about single cards, and the answers. */
export const lookupDataset = dataset(listOnlineLookups, {
  from: (ctx) => ctx.db.selectFrom('card_lookups.online_lookup as l'),
  table: 'l',
  select: (query) => query.selectAll('l'),
  present: async (rows, ctx) => {
    const places = await placesInLine(ctx, rows);
    const sights = await sightsOfCards(
      ctx,
      rows.map(({ card_id }) => card_id),
    );
    return rows.map((row) => ({
      ...seenOf(row, sights.get(row.card_id)),
      position: places.get(row.id) ?? null,
      words: inWords(row.words, ctx),
    }));
  },
  counts: () => ({
    online: { where: sql<SqlBool>`l.online_state = 1` },
    offline: { where: sql<SqlBool>`l.online_state = 0` },
    unknown: { where: sql<SqlBool>`l.online_state = 2` },
    open: { where: sql<SqlBool>`l.state <> 'done'` },
  }),
});

/** The steps of one diagnosis so far. */
export async function readOnlineLookup(
  ctx: Ctx,
  { id }: QueryOf<typeof readEndpoint>,
): Promise<AnswerOf<typeof readEndpoint>> {
  const row = await ctx.db.selectFrom('card_lookups.online_lookup').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw new Refused(notFound);
  const conclusion = row.conclusion;
  return {
    iccid: row.iccid,
    state: row.state,
    askedAt: row.asked_at?.toISOString() ?? null,
    steps: row.steps.map(({ key, name, verdict, words, advice }) => ({
      key,
      name: say(name ?? STEP_NAMES[key], ctx.language),
      verdict,
      words: say(words, ctx.language),
      advice: advice && say(advice, ctx.language),
    })),
    conclusion: conclusion && { state: conclusion.state, words: say(conclusion.words, ctx.language) },
  };
}
