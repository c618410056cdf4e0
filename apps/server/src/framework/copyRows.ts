import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

export type CopyValue = string | number | boolean | Date | null | readonly number[];

const escaped: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

function cell(value: CopyValue): string {
  if (value === null) return '\\N';
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return `{${value.join(',')}}`;
  return String(value).replace(/[\\\t\n\r]/g, (sign) => escaped[sign] as string);
}

/** How many bytes are collected before they are passed to the connection; small chunks cost more than their rows. */
const PIECE_BYTES = 64 * 1024;

async function* pieces(
  rows: AsyncIterable<readonly CopyValue[]> | Iterable<readonly CopyValue[]>,
): AsyncGenerator<string> {
  let piece = '';
  for await (const row of rows) {
    piece += `${row.map(cell).join('\t')}\n`;
    if (piece.length > PIECE_BYTES) {
      yield piece;
      piece = '';
    }
  }
  if (piece) yield piece;
}

/**
 * COPY into one table, all rows or none, on a separate connection and in its own transaction. For staging tables and initial
 * data, never for rows that must appear together with others. `table` and `columns` are constants of our code.
 */
export async function copyRows(
  pool: pg.Pool,
  table: string,
  columns: readonly string[],
  rows: AsyncIterable<readonly CopyValue[]> | Iterable<readonly CopyValue[]>,
): Promise<number> {
  const client = await pool.connect();
  try {
    const sink = client.query(copyFrom(`copy ${table} (${columns.join(', ')}) from stdin`));
    await pipeline(Readable.from(pieces(rows), { objectMode: false }), sink);
    client.release();
    return sink.rowCount ?? 0;
  } catch (error) {
    client.release(true);
    throw error;
  }
}
