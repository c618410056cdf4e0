import { withCheckDigit } from '@cardinal/primitives/iccid.ts';
import { readSetJob } from '@cardinal/server/domains/cardBatches/sets/setJobs.ts';
import { workbookOf } from '@cardinal/server/sheets/handmadeWorkbook.ts';
import { iccidOf } from './cards.ts';
import { bestOf, type Figure, once } from './figure.ts';
import type { BenchWorld } from './world.ts';

const never = () => new AbortController().signal;
const OWN = 'c.customer_id in (10, 11, 12)';

/** ICCIDs, MSISDNs and IMSIs in turns, every fiftieth unknown to all; a quarter of the cards are not the agent's. */
function numbers(rows: number): string[] {
  return Array.from({ length: rows }, (_, n) => {
    if (n % 50 === 7) return withCheckDigit(`898602${String(n).padStart(13, '0')}`);
    if (n % 3 === 0) return iccidOf(n);
    return n % 3 === 1 ? String(1_064_900_000_000 + n) : `46001${String(n).padStart(10, '0')}`;
  });
}

/** A file as a form sends it, beside what the form says. */
async function send(world: BenchWorld, path: string, body: object, content: Buffer) {
  const fields = Object.entries(body).map(
    ([name, value]) =>
      `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${typeof value === 'string' ? value : JSON.stringify(value)}\r\n`,
  );
  const answer = await world.app.http.inject({
    method: 'POST',
    url: path,
    headers: {
      authorization: world.token,
      'idempotency-key': `bench-${path.replaceAll('/', '-')}-key`,
      'content-type': 'multipart/form-data; boundary=b',
    },
    payload: Buffer.concat([
      Buffer.from(
        `${fields.join('')}--b\r\ncontent-disposition: form-data; name="file"; filename="numbers.xlsx"\r\n\r\n`,
      ),
      content,
      Buffer.from('\r\n--b--\r\n'),
    ]),
  });
  const { code, data } = answer.json() as { code: string; data: Record<string, unknown> };
  if (code !== '200') throw new Error(`${path}: ${answer.body.slice(0, 500)}`);
  return data;
}

/** The numbers copied into a table and joined with all claims: the unavoidable minimum. */
async function joinBare(world: BenchWorld, lines: readonly string[]): Promise<void> {
  const client = await world.bare.connect();
  try {
    await client.query('set statement_timeout = 0');
    await client.query('create temporary table bench_number (value text)');
    await client.query('insert into bench_number select unnest($1::text[])', [lines]);
    await client.query(
      `create temporary table bench_found as select distinct c.id from bench_number b
       join cards.card_identifier k on k.value = b.value join cards.card c on c.id = k.card_id where ${OWN}`,
    );
    await client.query('drop table bench_number, bench_found');
  } finally {
    client.release(true);
  }
}

const PASTED = 1_000;

/** Pasted numbers of all kinds in the list, its report and the global search, and the last digits people type. */
export async function* pastedFigures(world: BenchWorld, cards: number): AsyncGenerator<Figure> {
  // Spread over all cards, not neighbours on one page.
  const step = Math.floor(cards / PASTED);
  const typed = Array.from({ length: PASTED }, (_, n) => {
    const at = n * step;
    return [iccidOf(at), String(1_064_900_000_000 + at), `46001${String(at).padStart(10, '0')}`][n % 3] ?? '';
  });
  const names = ['iccid', 'business_number', 'mapping_number', 'imsi', 'imei', 'eid'];
  const bare = () =>
    Promise.all(
      names.map((name) =>
        world.bare.query(`select c.* from cards.card c where ${OWN} and c.${name} = any($1)`, [typed]),
      ),
    );
  const list = `identifierType=0&identifiers=${typed.join(',')}`;
  const ways = {
    'in the list, with total and figures': `/api/cards/v1/list?pageSize=20&${list}`,
    'with the numbers not found': `/api/search/v1/pasted?${list}`,
    'in the global search, all cards shown': `/api/search/v1/global?q=${typed.join(',')}`,
  };
  for (const [name, path] of Object.entries(ways)) {
    const found = await bestOf(3, () => world.ask('GET', path), bare);
    yield {
      name: `${PASTED} mixed numbers of ${cards.toLocaleString('en')} cards ${name}`,
      ...found,
      unit: 'ms',
      goal: undefined,
    };
  }
  for (const digits of [4, 6, 8]) {
    const fragment = iccidOf(step * 7).slice(-digits);
    const found = await bestOf(
      3,
      () => world.ask('GET', `/api/search/v1/global?q=${fragment}`),
      () =>
        world.bare.query(`select c.* from cards.card c where ${OWN} and c.iccid like $1 limit 100`, [`%${fragment}`]),
    );
    yield { name: `the last ${digits} digits of an ICCID in the global search`, ...found, unit: 'ms', goal: undefined };
  }
}

/** A file of mixed numbers as a named set, as a filter of the list and as a selection, and the same file selected at once. */
export async function* findingFigures(world: BenchWorld, rows: number): AsyncGenerator<Figure> {
  const named = rows.toLocaleString('en');
  const lines = numbers(rows);
  const content = workbookOf({
    rows: lines.map((line) => `<row><c t="inlineStr"><is><t>${line}</t></is></c></row>`).join(''),
  });
  let id = '';
  const read = await once(
    async () => {
      id = String((await send(world, '/api/card-sets/v1/upload', { name: '盘点', isShared: 'false' }, content))['id']);
      await readSetJob.run(world.ctx, { setId: id }, never());
      const detail = await world.ask('GET', `/api/card-sets/v1/detail?id=${id}`);
      const { cards } = detail['report'] as { cards: number };
      if (cards < rows * 0.7 || cards > rows * 0.75) throw new Error(`${cards} cards of ${rows} numbers`);
    },
    () => joinBare(world, lines),
  );
  yield { name: `${named} mixed numbers read, judged and linked as a set`, ...read, unit: 's', goal: undefined };
  const listed = await bestOf(
    3,
    () => world.ask('GET', `/api/cards/v1/list?cardSetId=${id}&pageSize=20`),
    () =>
      world.bare.query(
        `select c.* from cards.card c where ${OWN} and exists (
           select 1 from card_batches.card_set_card l where l.set_id = $1 and l.card_id = c.id) order by c.created_at desc, c.id desc limit 20`,
        [id],
      ),
  );
  yield { name: `card list of such a set`, ...listed, unit: 'ms', goal: undefined };
  const reported = await bestOf(
    3,
    () => world.ask('GET', `/api/card-sets/v1/detail?id=${id}`),
    () => world.bare.query('select count(*) from card_batches.card_set_number where set_id = $1', [id]),
  );
  yield { name: `its report: found, unknown, wrong, repeated`, ...reported, unit: 'ms', goal: undefined };
  const freeze = (source: object) => async () => {
    const seen = await world.ask('POST', '/api/card-selection/v1/preview', {
      action: 'edit_remark',
      source,
      parameters: { remark: '到货抽检' },
    });
    const all = Number(seen['willTouch']) + Number(seen['willSkip']);
    if (all < rows * 0.97) throw new Error(`previewed ${all} of ${rows}`);
  };
  const bare = () =>
    world.bare.query(
      `insert into card_batches.selection_item (preview_id, seq, card_id, iccid, skip_reason)
       select 1, row_number() over (order by c.id), c.id, c.iccid, null from cards.card c
       where ${OWN} and c.id in (select l.card_id from card_batches.card_set_card l where l.set_id = $1)`,
      [id],
    );
  yield {
    name: `preview of such a set`,
    ...(await once(freeze({ kind: 'set', setId: id }), bare)),
    unit: 's',
    goal: undefined,
  };
  const { fileId } = await send(world, '/api/card-selection/v1/upload', {}, content);
  const whole = await once(freeze({ kind: 'file', fileId: String(fileId) }), () => joinBare(world, lines));
  yield { name: `preview of the same file`, ...whole, unit: 's', goal: undefined };
}
