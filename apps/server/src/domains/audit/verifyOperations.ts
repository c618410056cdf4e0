import type { verifyOperations as endpoint } from '@cardinal/contract/api/audit/audit.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { say, type Text, text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../framework/context.ts';
import type { Database } from '../../framework/tables.ts';
import { anchoredHeads } from './anchoredHeads.ts';
import { addedLater, canonicalRow, chainKey, headOf, unsealed } from './sealOperations.ts';
import { type Break, chainFollower, FIRST_HASH } from './sealRules.ts';

const STEP = 5_000;

const PROBLEMS: Readonly<Record<Break['problem'], Text>> = {
  rowMissing: text('日志行被删除', 'Entry deleted'),
  rowChanged: text('日志行被改动', 'Entry modified'),
  linkBroken: text('链接不上前一条', 'Not linked to the previous entry'),
  numberMissing: text('缺少该编号', 'Entry number missing'),
  rowAdded: text('在该编号之前插入了日志行', 'An entry was inserted before this number'),
  headChanged: text('与链外保存的记录不一致', 'Differs from the record kept outside the chain'),
  tailCut: text(
    '末尾被截去：链外记录的最新编号不在链中',
    'The end was truncated: the latest entry recorded outside is not in the chain',
  ),
};

type Period = { readonly from?: string | undefined; readonly to?: string | undefined };

/** Verifies the chain, in full or over a period, and compares its end with the head kept outside the database. */
export async function verifyOperations(ctx: Ctx, period: Period = {}): Promise<AnswerOf<typeof endpoint>> {
  // The chain runs over all customers; the permission is the platform's.
  const db = ctx.beyondScope('the chain is one over all customers');
  const start = await startOf(db, period.from);
  const last = await lastOf(db, period.to);
  const follow = chainFollower(await chainKey(ctx, db), start);
  const anchors = await anchoredHeads(ctx);
  let checked = 0;
  let broken: Break | undefined;
  let from = start.seq;
  while (!broken) {
    const rows = await sealsAfter(db, from, last);
    for (const row of rows) {
      const seq = BigInt(row.seq);
      broken = follow({ seq, previous: row.previous, hash: row.hash, row: row.row });
      if (broken) break;
      const anchored = anchors.get(seq);
      if (anchored !== undefined && anchored !== row.hash) {
        broken = { seq, problem: 'headChanged' };
        break;
      }
      checked += 1;
      from = seq;
    }
    if (rows.length < STEP) break;
  }
  const head = await headOf(db);
  const furthest = [...anchors.keys()].reduce((most, seq) => (seq > most ? seq : most), 0n);
  if (!broken && head.seq < furthest) broken = { seq: head.seq + 1n, problem: 'tailCut' };
  const added = await firstAdded(db, head.at, period);
  if (added !== undefined && (!broken || added < broken.seq)) broken = { seq: added, problem: 'rowAdded' };
  const waiting = await unsealed(db, head.at).select(sql<string>`count(*)`.as('n')).executeTakeFirstOrThrow();
  return {
    checked,
    unsealed: Number(waiting.n),
    headSeq: String(head.seq),
    outside: anchors.size,
    isWhole: !broken,
    brokenAt: broken ? String(broken.seq) : null,
    problem: broken ? say(PROBLEMS[broken.problem], ctx.language) : null,
  };
}

/** Where verification starts: at the first seal, or after the last one before a given time. */
async function startOf(db: Database, from: string | undefined): Promise<{ seq: bigint; hash: string }> {
  const first = { seq: 0n, hash: FIRST_HASH };
  if (from === undefined) return first;
  const inside = await db
    .selectFrom('audit.seal')
    .select((column) => column.fn.min('seq').as('seq'))
    .where('log_at', '>=', new Date(from))
    .executeTakeFirst();
  const before = await db
    .selectFrom('audit.seal')
    .select(['seq', 'hash'])
    .$if(inside?.seq != null, (query) => query.where('seq', '<', String(inside?.seq)))
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return before ? { seq: BigInt(before.seq), hash: before.hash } : first;
}

/** The last number up to a given time; undefined without one. Rows are sealed nearly in order of time. */
async function lastOf(db: Database, to: string | undefined): Promise<bigint | undefined> {
  if (to === undefined) return undefined;
  const found = await db
    .selectFrom('audit.seal')
    .select((column) => column.fn.max('seq').as('seq'))
    .where('log_at', '<=', new Date(to))
    .executeTakeFirst();
  return BigInt(found?.seq ?? 0);
}

const sealsAfter = (db: Database, after: bigint, last: bigint | undefined) =>
  db
    .selectFrom('audit.seal as s')
    .leftJoin('audit.operation_log as l', (join) => join.onRef('l.id', '=', 's.log_id').onRef('l.at', '=', 's.log_at'))
    .select([
      's.seq',
      's.previous',
      's.hash',
      sql<string | null>`case when l.id is not null then ${canonicalRow} end`.as('row'),
    ])
    .where('s.seq', '>', String(after))
    .$if(last !== undefined, (query) => query.where('s.seq', '<=', String(last)))
    .orderBy('s.seq')
    .limit(STEP)
    .execute();

/** The number before which the oldest unsealed row of the period would belong. */
async function firstAdded(db: Database, head: Date | null, { from, to }: Period): Promise<bigint | undefined> {
  const row =
    head &&
    (await addedLater(db, head)
      .select(['l.id', 'l.at'])
      .$if(from !== undefined, (query) => query.where('l.at', '>=', new Date(from ?? 0)))
      .$if(to !== undefined, (query) => query.where('l.at', '<=', new Date(to ?? 0)))
      .orderBy('l.at')
      .orderBy('l.id')
      .limit(1)
      .executeTakeFirst());
  if (!row) return undefined;
  const next = await db
    .selectFrom('audit.seal')
    .select((column) => column.fn.min('seq').as('seq'))
    .where('log_at', '>=', row.at)
    .where('log_id', '>', row.id)
    .executeTakeFirst();
  return BigInt(next?.seq ?? 1);
}
