import { createHash } from 'node:crypto';
import { open, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { checkImportJob } from '@cardinal/server/domains/cardImports/imports/importJobs.ts';
import { workTasks } from '@cardinal/server/domains/tasks/leases/workTasks.ts';
import { workbookOf } from '@cardinal/server/sheets/handmadeWorkbook.ts';
import { openSheet } from '@cardinal/server/sheets/readSheet.ts';
import { sellProduct } from '@cardinal/testing/products.ts';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { iccidOf } from './cards.ts';
import { bestOf, type Figure, once } from './figure.ts';
import { processorTime } from './processorTime.ts';
import type { BenchWorld } from './world.ts';

const never = () => new AbortController().signal;

async function direct<T>(world: BenchWorld, run: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: world.databaseUrl });
  await client.connect();
  try {
    return await run(client);
  } finally {
    await client.end();
  }
}

/** One column of ICCIDs, written inside its cells and without places: half a million of them weigh less than 5 MB. */
function workbook(from: number, rows: number): Buffer {
  const lines = ['<row><c t="inlineStr"><is><t>ICCID</t></is></c></row>'];
  for (let at = 1; at <= rows; at += 1) {
    lines.push(`<row><c t="inlineStr"><is><t>${iccidOf(from + at)}</t></is></c></row>`);
  }
  return workbookOf({ rows: lines.join('') });
}

async function importOurs(world: BenchWorld, content: Buffer, rows: number): Promise<void> {
  const productCode = await sellProduct(world.ctx, { carrierAccountId: world.carrierAccountId, customerIds: ['10'] });
  const terms = { carrierAccountId: world.carrierAccountId, kind: 1, productCode };
  const head = Object.entries(terms)
    .map(([name, value]) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${JSON.stringify(value)}\r\n`)
    .join('');
  const payload = Buffer.concat([
    Buffer.from(`${head}--b\r\ncontent-disposition: form-data; name="file"; filename="cards.xlsx"\r\n\r\n`),
    content,
    Buffer.from('\r\n--b--\r\n'),
  ]);
  const answer = await world.app.http.inject({
    method: 'POST',
    url: '/api/imports/v1/upload',
    headers: {
      authorization: world.token,
      'idempotency-key': `bench-import-${rows}`,
      'content-type': 'multipart/form-data; boundary=b',
    },
    payload,
  });
  const { batchId } = answer.json().data as { batchId: string };
  if (!batchId) throw new Error(answer.body);
  await checkImportJob.run(world.ctx, { batchId }, never());
  await world.ask('POST', '/api/imports/v1/decide', { batchId, choice: 'goodOnly' });
  await workTasks(world.ctx, never());
  const batch = await world.ask('GET', `/api/imports/v1/detail?batchId=${batchId}`);
  if (batch['imported'] !== rows)
    throw new Error(`imported ${String(batch['imported'])} of ${rows}: ${JSON.stringify(batch).slice(0, 500)}`);
}

/** The same file read, and the same rows as cards, claims and history by one COPY each into tables with the same indexes. */
async function importBare(world: BenchWorld, path: string): Promise<void> {
  const iccids: string[] = [];
  const sheet = await openSheet(path, 'cards.xlsx');
  for await (const row of sheet.rows()) if (row.rowNumber > 1) iccids.push(row.cells[0] ?? '');
  await sheet.close();
  const now = world.ctx.clock.now().toISOString();
  const { ids } = world.ctx;
  const cards = iccids.map((iccid) => ({ id: ids.next(), iccid }));
  const copy = (client: pg.Client, into: string, lines: Iterable<string>) =>
    pipeline(Readable.from(inPieces(lines)), client.query(copyFrom(`copy ${into} from stdin`)));
  await direct(world, async (client) => {
    await client.query(`create table bench_card (like cards.card including all);
      create table bench_identifier (like cards.card_identifier including all);
      create table bench_event (like cards.card_event including all)`);
    await copy(
      client,
      `bench_card (id, iccid, platform, sub_type, carrier_account_id, kind, carrier_status, lifecycle, customer_id, created_at, updated_at)`,
      mapped(
        cards,
        ({ id, iccid }) =>
          `${id}\t${iccid}\t1\t1\t${world.carrierAccountId}\t1\tINVENTORY\tunactivated\t10\t${now}\t${now}\n`,
      ),
    );
    await copy(
      client,
      'bench_identifier (kind, value, card_id)',
      mapped(cards, ({ id, iccid }) => `1\t${iccid}\t${id}\n1\t${iccid.slice(0, 19)}\t${id}\n`),
    );
    await copy(
      client,
      'bench_event (id, card_id, at, iccid, customer_id, operation_type, action, result, source)',
      mapped(cards, ({ id, iccid }) => `${ids.next()}\t${id}\t${now}\t${iccid}\t10\t4\timport_card\tdone\timport\n`),
    );
    await client.query('drop table bench_card, bench_identifier, bench_event');
  });
}

function* mapped<T>(items: Iterable<T>, line: (item: T) => string): Generator<string> {
  for (const item of items) yield line(item);
}

function* inPieces(lines: Iterable<string>): Generator<string> {
  let piece = '';
  for (const line of lines) {
    piece += line;
    if (piece.length < 65_536) continue;
    yield piece;
    piece = '';
  }
  yield piece;
}

export async function* importFigures(world: BenchWorld, from: number, rows: number): AsyncGenerator<Figure> {
  const content = workbook(from, rows);
  const path = join(world.folder, 'bench-import.xlsx');
  await writeFile(path, content);
  const name = `import of ${rows.toLocaleString('en')} cards from xlsx`;
  const worked = { ours: 0, bare: 0 };
  const counting = (of: keyof typeof worked, run: () => Promise<unknown>) => async () => {
    const before = processorTime(world.databasePid());
    await run();
    worked[of] = (processorTime(world.databasePid()) - before) / 1_000;
  };
  const measured = await once(
    counting('ours', () => importOurs(world, content, rows)),
    counting('bare', () => importBare(world, path)),
  );
  await rm(path);
  yield { name, ...measured, unit: 's', goal: 1.5 };
  yield { name: `${name}, processor time`, ...worked, unit: 's', goal: undefined };
}

/** The same rows through a cursor, joined and hashed: no quoting, guarding, naming or time zones. */
async function exportBare(world: BenchWorld, endIccid: string): Promise<void> {
  const file = await open(join(world.folder, 'bench-bare.csv'), 'w');
  const hash = createHash('sha256');
  await direct(world, async (client) => {
    await client.query('begin');
    await client.query(`declare bare no scroll cursor for
      select iccid, business_number, imsi, lifecycle, package_ends_at, flow_used, remark, created_at
      from cards.card left join cards.card_remark r on r.card_id = id
      where customer_id in (10, 11, 12) and iccid <= '${endIccid}~' order by created_at desc, id desc`);
    for (;;) {
      const { rows } = await client.query<Record<string, unknown>>('fetch 2000 from bare');
      if (rows.length === 0) break;
      const piece = Buffer.from(rows.map((row) => Object.values(row).map(bareCell).join(',')).join('\r\n'));
      hash.update(piece);
      await file.write(piece);
    }
    await client.query('commit');
  });
  hash.digest();
  await file.close();
}

const bareCell = (value: unknown) => (value instanceof Date ? value.toISOString() : String(value ?? ''));

/** The whole way from the order to the finished file, against a bare writer over a bare cursor. */
export async function exportFigure(world: BenchWorld, rows: number): Promise<Figure> {
  const columns = ['iccid', 'businessNumber', 'imsi', 'lifecycle', 'packageEndsAt', 'flowUsed', 'remark', 'createdAt'];
  // One more row each time: the same file twice would be refused.
  let turn = 0;
  const endIccid = () => iccidOf(Math.floor((rows * 4) / 3) + turn);
  const measured = await bestOf(
    2,
    async () => {
      turn += 1;
      const made = await world.ask('POST', '/api/download-task/v1/export', {
        list: 'cards.list',
        query: { endIccid: endIccid() },
        columns,
        format: 'csv',
      });
      await workTasks(world.ctx, never());
      const list = (await world.ask('GET', '/api/download-task/v1/list'))['list'] as {
        id: string;
        state: string;
        rows: number;
      }[];
      const row = list.find((each) => each.id === made['downloadId']);
      if (row?.state !== 'ready' || Math.abs(row.rows - rows) > 10) throw new Error(`exported: ${JSON.stringify(row)}`);
    },
    () => exportBare(world, endIccid()),
  );
  return { name: `export of ${rows.toLocaleString('en')} cards to csv`, ...measured, unit: 'ms', goal: 1.3 };
}

/** What stopping these cards would do, with reasons, against one INSERT that only picks them. */
/** What a million cards cost before the first of them is touched: the preview that freezes them, and its start. */
export async function* planFigures(world: BenchWorld, rows: number): AsyncGenerator<Figure> {
  const named = rows.toLocaleString('en');
  const query = { endIccid: iccidOf(Math.floor((rows * 4) / 3)) };
  let seen: Record<string, unknown> = {};
  const previewed = await once(
    async () => {
      const body = { action: 'stop_card', source: { kind: 'filter', query }, parameters: {} };
      seen = await world.ask('POST', '/api/card-selection/v1/preview', body);
      const all = Number(seen['willTouch']) + Number(seen['willSkip']);
      if (Math.abs(all - rows) > 10) throw new Error(`previewed ${all} of ${rows}`);
    },
    () =>
      world.bare.query(
        `insert into card_batches.selection_item (preview_id, seq, card_id, iccid, skip_reason)
         select 1, row_number() over (order by id), id, iccid, case when lifecycle = 'activated' then null else 'state' end
         from cards.card where customer_id in (10, 11, 12) and iccid <= $1 || '~'`,
        [query.endIccid],
      ),
  );
  yield { name: `preview of ${named} cards (20 s are allowed)`, ...previewed, unit: 's', goal: undefined };
  const touched = Number(seen['willTouch']);
  const started = await once(
    () =>
      world.ask('POST', '/api/card-actions/v1/start', {
        previewId: seen['previewId'],
        ...(seen['typeCountFrom'] === null ? {} : { typedCount: touched }),
      }),
    () =>
      world.bare.query(
        `create temporary table bench_item as select seq, iccid, card_id from card_batches.selection_item
         where preview_id = $1 and skip_reason is null`,
        [seen['previewId']],
      ),
  );
  yield {
    name: `start of its ${touched.toLocaleString('en')} that can be stopped`,
    ...started,
    unit: 's',
    goal: undefined,
  };
}
