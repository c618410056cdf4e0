import { createHash } from 'node:crypto';
import { type Text, text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import type { Outcome } from '../../../outbound/gate/reply.ts';
import { callProvider } from '../../paymentProviders/face.ts';
import type { AnswerOf, StatementLine } from '../../providerAdapters/face.ts';
import { addDays, nextLook, nextTry } from '../matching/dayRules.ts';
import { keepMatch } from '../matching/keepMatch.ts';
import { beyond, movedOn, openDifferences } from '../matching/matchDay.ts';
import type { DayRow, LineRow } from '../statementTables.ts';

/** A statement of more pages is no statement of a day. */
const MOST_PAGES = 500;
const AT_ONCE = 1_000;
const LATE = text('账单尚未生成', 'The statement is not there yet');
const TOO_LONG = text('账单页数过多', 'The statement has too many pages');

/** All pages of a statement, or why not. */
async function wholeStatement(ctx: Ctx, merchantId: string, day: string): Promise<StatementLine[] | Text> {
  const lines: StatementLine[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const heard: Outcome<AnswerOf<'statement'>> = await callProvider(ctx, merchantId, 'statement', { day, cursor });
    if (heard.kind !== 'ok') return heard.words;
    if (heard.answer.mayBeLate && (await movedOn(ctx, merchantId, day))) return LATE;
    lines.push(...heard.answer.lines);
    cursor = heard.answer.next;
    if (cursor === null) return lines;
  }
  return TOO_LONG;
}

/** The lines as they are kept: the same number listed again is counted. */
function keptLines(ctx: Ctx, row: DayRow, lines: readonly StatementLine[]): LineRow[] {
  const kept = new Map<string, LineRow>();
  for (const line of lines) {
    const key = `${line.kind} ${line.providerNo}`;
    const before = kept.get(key);
    if (before) before.times += 1;
    else
      kept.set(key, {
        id: ctx.ids.next(),
        merchant_id: row.merchant_id,
        customer_id: row.customer_id,
        day: row.day,
        kind: line.kind,
        our_no: line.ourNo,
        provider_no: line.providerNo,
        currency: line.amount.currency,
        amount: String(line.amount.minor),
        fee: line.fee === null ? null : String(line.fee),
        at: line.at,
        times: 1,
        payment_id: null,
        refund_id: null,
      });
  }
  return [...kept.values()];
}

/** The same lines in any order are the same statement. */
const digestOf = (lines: readonly LineRow[]): string =>
  createHash('sha256')
    .update(
      lines
        .map((line) =>
          JSON.stringify([
            line.kind,
            line.provider_no,
            line.our_no,
            line.currency,
            line.amount,
            line.fee,
            line.at.getTime(),
            line.times,
          ]),
        )
        .sort()
        .join('\n'),
    )
    .digest('hex');

/**
 * Fetches the statement of a day and matches it, with its neighbours. Outside any transaction: what was heard is kept in one, so that
 * a kill repeats the question and nothing else.
 */
export async function fetchDay(ctx: Ctx, id: string): Promise<void> {
  const asked = await beyond(ctx).selectFrom('statements.day').selectAll().where('id', '=', id).executeTakeFirst();
  if (!asked) return;
  const heard = await wholeStatement(ctx, asked.merchant_id, asked.day);
  await ctx.transact(async (inside) => {
    const locked = await lockDays(inside, asked);
    const row = locked.find((each) => each.id === id);
    // Somebody else has read it meanwhile.
    if (!row || row.reads !== asked.reads || row.tries !== asked.tries) return;
    if (Array.isArray(heard)) await keepStatement(inside, row, keptLines(inside, row, heard), locked);
    else await notHad(inside, row, heard);
  });
}

/** A day and its neighbours, which are matched with it, in their order. */
const lockDays = (ctx: Ctx, { merchant_id, day }: DayRow): Promise<DayRow[]> =>
  beyond(ctx)
    .selectFrom('statements.day')
    .selectAll()
    .where('merchant_id', '=', merchant_id)
    .where('day', 'in', [addDays(day, -1), day, addDays(day, 1)])
    .orderBy('day')
    .forUpdate()
    .execute();

async function notHad(ctx: Ctx, row: DayRow, words: Text): Promise<void> {
  const tries = row.tries + 1;
  const next_at = nextTry(row.day, ctx.clock.now(), tries);
  const state = next_at || row.state === 'read' ? row.state : ('lost' as const);
  await keepDay(ctx, row, { tries, next_at, state, said_zh: words.zh, said_en: words.en });
}

const keepDay = (ctx: Ctx, row: DayRow, change: Partial<DayRow>) =>
  beyond(ctx).updateTable('statements.day').set(change).where('id', '=', row.id).execute();

/** Takes a statement as it was read: the same as before changes nothing but that it was looked at. */
export async function keepStatement(
  ctx: Ctx,
  row: DayRow,
  lines: readonly LineRow[],
  around: readonly DayRow[] = [],
): Promise<void> {
  const now = ctx.clock.now();
  const digest = digestOf(lines);
  const isNew = row.digest !== digest;
  const isChanged = isNew && row.digest !== null;
  if (isNew) await replaceLines(ctx, row, lines);
  const reads = row.reads + 1;
  const read = { ...row, state: 'read' as const, digest, lines: lines.length, reads, tries: 0, read_at: now };
  const changed = isChanged ? { changes: row.changes + 1, changed_at: now } : {};
  if (isChanged) ctx.log.warn({ merchant: row.merchant_id, day: row.day }, 'the provider has changed a statement');
  await keepDay(ctx, row, { ...read, ...changed, said_zh: null, said_en: null, next_at: null });
  for (const each of [read, ...around.filter(({ id, state }) => id !== row.id && state === 'read')])
    await keepMatch(ctx, each);
  const isOpen = (await openDifferences(ctx, row)).length > 0;
  await keepDay(ctx, row, { next_at: nextLook(now, reads, isOpen) });
}

async function replaceLines(ctx: Ctx, row: DayRow, lines: readonly LineRow[]): Promise<void> {
  await beyond(ctx)
    .deleteFrom('statements.line')
    .where('merchant_id', '=', row.merchant_id)
    .where('day', '=', row.day)
    .execute();
  for (let at = 0; at < lines.length; at += AT_ONCE)
    await beyond(ctx)
      .insertInto('statements.line')
      .values(lines.slice(at, at + AT_ONCE))
      .execute();
}

/** Matches a day anew with what is known here now. */
export const matchAgain = (ctx: Ctx, id: string): Promise<void> =>
  ctx.transact(async (inside) => {
    const row = await beyond(inside)
      .selectFrom('statements.day')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (row?.state === 'read') await keepMatch(inside, row);
  });
