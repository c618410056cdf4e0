import type { listCardSets, readCardSet } from '@cardinal/contract/api/cardBatches/cardSets.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { say, text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import type { FileAnswer } from '../../../framework/domain.ts';
import { answerSheet } from '../../sheetImports/face.ts';
import { takeTime } from './setStore.ts';
import type { CardSet } from './setTables.ts';
import { type RestRow, reportOf, restOf, restWords } from './setVerdicts.ts';
import { cardSetOf, ownSets } from './useSets.ts';

/** How many unmatched numbers a screen shows. */
const MOST_SHOWN = 100;
const ROWS_AT_ONCE = 2_000;

const presented = (ctx: Ctx, set: CardSet) => {
  const isOwn = set.account_id === accountOf(ctx).accountId;
  return {
    id: set.id,
    name: set.name,
    state: set.state,
    isShared: set.is_shared,
    isOwn,
    owner: set.account_name,
    fileName: set.file_name,
    numbers: set.numbers,
    cards: isOwn ? set.cards : null,
    failure: set.failure_zh ? say(text(set.failure_zh, set.failure_en ?? set.failure_zh), ctx.language) : null,
    createdAt: set.created_at.toISOString(),
    resolvedAt: set.resolved_at?.toISOString() ?? null,
    isRefreshing: set.refresh_asked_at !== null,
  };
};

export async function listSets(ctx: Ctx): Promise<AnswerOf<typeof listCardSets>> {
  const sets = await ownSets(ctx).orderBy('id', 'desc').execute();
  return sets.map((set) => presented(ctx, set));
}

/** The report is current and limited to the cards the caller may see; another account may see fewer. */
export async function readReport(ctx: Ctx, id: string): Promise<AnswerOf<typeof readCardSet>> {
  const set = await cardSetOf(ctx, id);
  if (set.state !== 'ready') return { ...presented(ctx, set), report: null };
  return ctx.transact(async (inside) => {
    await takeTime(inside.db, set.numbers);
    const { rest, ...counts } = await reportOf(inside, id, MOST_SHOWN);
    const left = rest.map((row) => ({ rowNumber: row.row_number, typed: row.typed, words: restWords(row, ctx) }));
    return { ...presented(ctx, set), report: { ...counts, left } };
  });
}

/** Every unmatched number with its row and the reason, so that it can be corrected and uploaded again. */
export async function restSheet(ctx: Ctx, id: string): Promise<FileAnswer> {
  const set = await cardSetOf(ctx, id);
  return ctx.transact((inside) =>
    answerSheet(inside, say(text(`${set.name}-未找到.xlsx`, `${set.name}-not-found.xlsx`), ctx.language), {
      columns: [
        { title: say(text('号码', 'Number'), ctx.language), kind: 'text', width: 34 },
        { title: say(text('原行号', 'Original row'), ctx.language), kind: 'number' },
        { title: say(text('原因', 'Reason'), ctx.language), kind: 'text', width: 40 },
      ],
      rows: restRows(inside, set),
    }),
  );
}

/** Evaluated once and streamed through a database cursor. */
async function* restRows(ctx: Ctx, set: CardSet): AsyncGenerator<(string | number)[]> {
  await takeTime(ctx.db, set.numbers);
  await sql`declare rest no scroll cursor for ${await restOf(ctx, set.id)}`.execute(ctx.db);
  for (;;) {
    const { rows } = await sql<RestRow>`fetch ${sql.lit(ROWS_AT_ONCE)} from rest`.execute(ctx.db);
    for (const row of rows) yield [row.typed, row.row_number, restWords(row, ctx)];
    if (rows.length < ROWS_AT_ONCE) return;
  }
}
