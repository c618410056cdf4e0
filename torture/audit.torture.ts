import { seededRandom } from '@cardinal/primitives/random.ts';
import { recordOperation, sealOperations } from '@cardinal/server/domains/audit/face.ts';
import { LATEST_COMMIT_MS } from '@cardinal/server/domains/audit/sealOperations.ts';
import { verifyOperations } from '@cardinal/server/domains/audit/verifyOperations.ts';
import { type TestApp, testApp } from '@cardinal/testing/app.ts';
import { type AuditTampering, auditTampering } from '@cardinal/testing/auditTampering.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SEED, scale } from './wholeServer.ts';

const DEEDS = scale('DEEDS', 400);
const PLACES = scale('PLACES', 20);
const APART_MS = 180_000;
/** A recent row may be the late commit of a long change: only older ones without a seal are suspicious. */
const YOUNG = Math.ceil(LATEST_COMMIT_MS / APART_MS) + 1;

type Row = { id: string; seq: string };
let host: TestApp;
let audit: AuditTampering;
let rows: Row[];
beforeAll(async () => {
  console.info(`SEED=${SEED}`);
  host = await testApp({ demo: 'people' });
  const ctx = host.app.systemContext('torture');
  audit = await auditTampering(host.ownerUrl, () => verifyOperations(ctx));
  for (let n = 0; n < DEEDS; n += 1) {
    host.clock.advance(APART_MS);
    await recordOperation(ctx, {
      endpoint: 'test.deed',
      permission: 'test',
      result: 'done',
      code: '200',
      customerId: '10',
      summary: `deed ${n}`,
      after: { n },
    });
    if (n % 10 === 9) await sealOperations(ctx);
  }
  await sealOperations(ctx);
  ({ rows } = await audit.owner.query<Row>(`
    select l.id, s.seq from audit.seal s join audit.operation_log l on l.id = s.log_id
    where l.endpoint = 'test.deed' order by s.seq`));
});
afterAll(async () => {
  await audit?.close();
  await host?.stop();
});

type Tampering = { readonly statement: string; readonly values: (row: Row, next: Row) => unknown[]; readonly at?: 1 };
const TAMPERINGS: Readonly<Record<string, Tampering>> = {
  'a row altered': {
    statement: "update audit.operation_log set summary = 'nothing happened' where id = $1",
    values: ({ id }) => [id],
  },
  'a row removed': { statement: 'delete from audit.operation_log where id = $1', values: ({ id }) => [id] },
  'a row put in between': {
    statement: `insert into audit.operation_log select (l).* from (
      select jsonb_populate_record(l, jsonb_build_object('id', l.id + 1, 'at', l.at + interval '1 second')) as l
      from audit.operation_log l where id = $1) one`,
    values: ({ id }) => [id],
    at: 1,
  },
  'two rows exchanged': {
    statement: `update audit.operation_log l set summary = o.summary, after_value = o.after_value
      from audit.operation_log o where (l.id = $1 and o.id = $2) or (l.id = $2 and o.id = $1)`,
    values: ({ id }, next) => [id, next.id],
  },
  'the end cut off, rows and seals': {
    statement: `with cut as (delete from audit.seal where seq >= $1 returning log_id)
      delete from audit.operation_log where id in (select log_id from cut)`,
    values: ({ seq }) => [seq],
  },
};

it.each(Object.entries(TAMPERINGS))(
  `%s, at ${PLACES} places of ${DEEDS}: found at its number`,
  async (kind, { statement, values, at = 0 }) => {
    const random = seededRandom(`${SEED}/${kind}`);
    const places = new Set<number>();
    const among = rows.length - 1 - (at === 1 ? YOUNG : 0);
    while (places.size < PLACES) places.add(random.int(among));
    const missed: unknown[] = [];
    for (const place of places) {
      const [row, next] = [rows[place] as Row, rows[place + 1] as Row];
      const { isWhole, brokenAt } = await audit.tamper(statement, values(row, next));
      if (isWhole || brokenAt !== (at === 1 ? next : row).seq) missed.push({ place, isWhole, brokenAt, seq: row.seq });
    }
    expect(missed).toEqual([]);
    expect(await verifyOperations(host.app.systemContext('torture'))).toMatchObject({ isWhole: true });
  },
);
