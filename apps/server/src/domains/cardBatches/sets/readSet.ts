import { NUMBERS_FILE } from '@cardinal/primitives/file.ts';
import { said } from '@cardinal/primitives/list.ts';
import { type Problem, problem } from '@cardinal/primitives/problem.ts';
import type { Text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import type { CopyValue } from '../../../framework/copyRows.ts';
import { SheetRefusal } from '../../../sheets/sheetRefusal.ts';
import type { SheetRow } from '../../../sheets/sheetRow.ts';
import { actorOf } from '../../identity/face.ts';
import { NOT_READ } from '../../sheetImports/face.ts';
import { openNumbers, setFiles } from './setFile.ts';
import { numbersOf, titledColumns } from './setNumbers.ts';
import { dropNumbers, emitSetProgress, markRepeated, resolveNumbers, takeTime } from './setStore.ts';
import type { CardSet } from './setTables.ts';
import { countSeen } from './setVerdicts.ts';

/** Progress is reported after this many rows. */
const TELL_EVERY = 5_000;

const TOO_MANY = problem('最多 {max} 个号码', 'At most {max} numbers', { max: NUMBERS_FILE.maxRows });
const NONE = problem('文件中没有号码', 'No numbers in the file');

/** The file as a whole cannot be used. */
class NumbersRefused extends Error {
  readonly words: Text;
  constructor(found: Problem) {
    super(found.text.en);
    this.name = 'NumbersRefused';
    this.words = said(found);
  }
}
/** Deleted while it was being read. */
class NoLongerWanted extends Error {}

const COLUMNS = ['set_id', 'seq', 'row_number', 'typed', 'kind', 'value', 'other', 'is_suspect', 'fault'] as const;

const findSet = (ctx: Ctx, id: string): Promise<CardSet | undefined> =>
  ctx.db.selectFrom('card_batches.card_set').selectAll().where('id', '=', id).executeTakeFirst();

/**
 * Reads the file of a set and finds its cards. An interrupted read starts over from the file, which is kept until the set is
 * ready. The rows are inserted with one COPY, all or none.
 */
export async function readSet(ctx: Ctx, setId: string, signal: AbortSignal): Promise<void> {
  const set = await findSet(ctx, setId);
  if (!set) return;
  if (set.state !== 'reading') return;
  await ctx.transact((inside) => dropNumbers(inside.db, setId));
  try {
    const numbers = await stageNumbers(ctx, set, signal);
    await ctx.transact(async (inside) => {
      await takeTime(inside.db, numbers);
      await markRepeated(inside.db, setId);
      await finish(inside, { ...set, numbers });
      await setFiles.remove(inside, set);
    });
  } catch (error) {
    const words = refusalWords(error);
    if (!words && !(error instanceof NoLongerWanted)) throw error;
    await ctx.transact(async (inside) => {
      await dropNumbers(inside.db, setId);
      if (words) await failSet(inside, set, words);
    });
  }
}

/** Matches the cards of a set again: new cards, and cards whose numbers have changed. */
export async function refreshSet(ctx: Ctx, setId: string): Promise<void> {
  await ctx.transact(async (inside) => {
    const set = await findSet(inside, setId);
    if (set?.state !== 'ready') return;
    await takeTime(inside.db, set.numbers);
    await finish(inside, set);
  });
}

/** The visible cards are counted as the set's account; a deleted account sees none. */
async function finish(ctx: Ctx, set: CardSet): Promise<void> {
  const asOf = ctx.clock.now();
  await resolveNumbers(ctx.db, set.id);
  const who = await actorOf(ctx, set.account_id);
  const cards = who ? await countSeen(ctx.actAs(who), set.id) : 0;
  const { numUpdatedRows } = await ctx.db
    .updateTable('card_batches.card_set')
    .set({ state: 'ready', numbers: set.numbers, cards, resolved_at: asOf, refresh_asked_at: null })
    .where('id', '=', set.id)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new NoLongerWanted();
  await emitSetProgress(ctx, { ...set, state: 'ready' });
}

/** Ends a reading that cannot be done; nobody waits for it any longer. */
export async function giveUpReading(ctx: Ctx, setId: string): Promise<void> {
  const set = await findSet(ctx, setId);
  if (set?.state === 'reading') await ctx.transact((inside) => failSet(inside, set, NOT_READ));
}

/** Marks a set as failed for good and says why. */
async function failSet(ctx: Ctx, set: CardSet, words: Text): Promise<void> {
  await setFiles.remove(ctx, set);
  await ctx.db
    .updateTable('card_batches.card_set')
    .set({ state: 'failed', failure_zh: words.zh, failure_en: words.en })
    .where('id', '=', set.id)
    .execute();
  await emitSetProgress(ctx, { ...set, state: 'failed' });
}

function refusalWords(error: unknown): Text | undefined {
  if (error instanceof NumbersRefused) return error.words;
  return error instanceof SheetRefusal ? said(error.problem) : undefined;
}

async function stageNumbers(ctx: Ctx, set: CardSet, signal: AbortSignal): Promise<number> {
  return setFiles.read(ctx, set, async (path) => {
    const sheet = await openNumbers(path, set.file_name);
    try {
      const count = await ctx.copyRows('card_batches.card_set_number', COLUMNS, staged(ctx, set, sheet.rows(), signal));
      if (count === 0) throw new NumbersRefused(NONE);
      return count;
    } finally {
      await sheet.close();
    }
  });
}

async function* staged(
  ctx: Ctx,
  set: CardSet,
  rows: AsyncGenerator<SheetRow>,
  signal: AbortSignal,
): AsyncGenerator<readonly CopyValue[]> {
  let seq = 0;
  let columns: ReadonlySet<number> | undefined;
  let isFirst = true;
  for await (const row of rows) {
    const isHeading = isFirst && !row.cells.some((cell) => /\d{4}/.test(cell));
    if (isFirst) columns = titledColumns(row);
    isFirst = false;
    if (isHeading) continue;
    for (const { typed, kind, value, other, isSuspect, fault } of numbersOf(row, columns)) {
      seq += 1;
      if (seq > NUMBERS_FILE.maxRows) throw new NumbersRefused(TOO_MANY);
      if (seq % TELL_EVERY === 0) {
        signal.throwIfAborted();
        await tellReading(ctx, set, seq);
      }
      yield [set.id, seq, row.rowNumber, typed, kind, value, other, isSuspect, fault];
    }
  }
}

async function tellReading(ctx: Ctx, set: CardSet, numbers: number): Promise<void> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('card_batches.card_set')
    .set({ numbers })
    .where('id', '=', set.id)
    .where('state', '=', 'reading')
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new NoLongerWanted();
  await emitSetProgress(ctx, { ...set, numbers });
}
