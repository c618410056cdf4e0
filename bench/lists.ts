import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { NEAR_ROWS } from '@cardinal/server/framework/list/farPages.ts';
import { fastify } from 'fastify';
import pg from 'pg';
import { bestOf, type Figure } from './figure.ts';
import { processorTime } from './processorTime.ts';
import type { BenchWorld } from './world.ts';

/** The agent's customers: what its scope comes down to. */
const SEEN = ['10', '11', '12'];
const PAGE = `select c.* from cards.card c where c.customer_id = any($1::bigint[]) and c.kind = any($2)`;
const FIRST = `${PAGE} order by c.created_at desc, c.id desc limit 21`;
const DEEP = `${PAGE} and (c.created_at, c.id) < ($3::timestamptz, $4::bigint) order by c.created_at desc, c.id desc limit 21`;
const COUNT = `select count(*) from (select 1 from cards.card c where c.customer_id = any($1::bigint[]) and c.kind = any($2) limit 100001) t`;
const WHERE = [SEEN, [1, 2, 3, 4]];
const SORTED = '/api/cards/v1/list?pageSize=20';
const LIST = `${SORTED}&sort=-createdAt`;

/** A page that is only reached by its number. */
const FAR = 10_000;
/** The last that other orders offer. */
const FARTHEST = NEAR_ROWS / 20;

async function cursorAfter(world: BenchWorld, pages: number): Promise<{ cursor: string; at: string; id: string }> {
  const { rows } = await world.bare.query<{ at: Date; id: string }>(
    `select created_at as at, id::text as id from cards.card c where c.customer_id = any($1::bigint[])
      order by created_at desc, id desc offset $2 limit 1`,
    [SEEN, pages * 20],
  );
  const place = rows[0];
  if (!place) throw new Error('not so many pages');
  const position = { sort: '-createdAt', value: place.at.toISOString(), id: place.id };
  return {
    cursor: Buffer.from(JSON.stringify(position)).toString('base64url'),
    at: position.value,
    id: place.id,
  };
}

/** One page of the card list, as it comes to a screen, against the best SQL for its rows and its bounded count. */
export async function pageFigures(world: BenchWorld, cards: number): Promise<Figure[]> {
  const named = cards.toLocaleString('en');
  const deep = await cursorAfter(world, Math.floor(cards / 60));
  const both = (page: string, more: unknown[] = []) =>
    Promise.all([world.bare.query(page, [...WHERE, ...more]), world.bare.query(COUNT, WHERE)]);
  const page = async (name: string, path: string, bare: () => Promise<unknown>): Promise<Figure> => ({
    name: `card list, ${named} cards, ${name}`,
    ...(await bestOf(9, () => world.ask('GET', path), bare)),
    unit: 'ms',
    goal: 2,
  });
  return [
    await page('first page', LIST, () => both(FIRST)),
    await page('deep page by cursor', `${LIST}&cursor=${deep.cursor}`, () => both(DEEP, [deep.at, deep.id])),
    await page('page 500 by number', `${LIST}&pageNum=500`, () =>
      both(FIRST.replace('limit 21', 'offset 9980 limit 21')),
    ),
    ...(cards >= FAR * 20
      ? [
          await page(`page ${FAR.toLocaleString('en')} by number (150 ms are allowed)`, `${LIST}&pageNum=${FAR}`, () =>
            both(
              `select c.* from cards.card c where c.id in (
                 select c.id from cards.card c where c.customer_id = any($1::bigint[]) and c.kind = any($2)
                 order by c.created_at desc, c.id desc offset ${(FAR - 1) * 20} limit 21)
               order by c.created_at desc, c.id desc`,
            ),
          ),
          await page(
            `by ICCID, the farthest page by number, ${FARTHEST} (150 ms are allowed)`,
            `${SORTED}&sort=iccid&pageNum=${FARTHEST}`,
            () => both(`${PAGE} order by c.iccid, c.id offset ${(FARTHEST - 1) * 20} limit 21`),
          ),
        ]
      : []),
    await page('stopped ones by the end of their package', `${SORTED}&lifecycle=stopped&sort=-packageEndsAt`, () =>
      Promise.all([
        world.bare.query(
          `${PAGE} and lifecycle = $3 and package_ends_at is not null order by package_ends_at desc, id desc limit 21`,
          [...WHERE, 'stopped'],
        ),
        world.bare.query(COUNT.replace('limit', 'and lifecycle = $3 limit'), [...WHERE, 'stopped']),
      ]),
    ),
    await page('by data used, which has no index', `${SORTED}&sort=-flowUsed`, () =>
      both(`${PAGE} and flow_used is not null order by flow_used desc, id desc limit 21`),
    ),
    await page(
      'six digits of a number',
      `${LIST}&q=${String(cards - 7)
        .padStart(6, '0')
        .slice(-6)}`,
      () =>
        world.bare.query(
          `${PAGE} and (c.iccid || ' ' || coalesce(c.business_number, '') || ' ' || coalesce(c.mapping_number, '') || ' ' ||
           coalesce(c.imsi, '') || ' ' || coalesce(c.imei, '') || ' ' || coalesce(c.eid, '')) like $3
         order by c.created_at desc, c.id desc limit 21`,
          [
            ...WHERE,
            `%${String(cards - 7)
              .padStart(6, '0')
              .slice(-6)}%`,
          ],
        ),
    ),
  ];
}

type Load = { perSecond: number; p95: number; count: number };
type Measured = { readonly perSecond: number; readonly workMs: number };

async function load(world: BenchWorld, url: string, token: string): Promise<Measured> {
  const file = join(import.meta.dirname, 'load.ts');
  const before = processorTime(world.databasePid());
  const { stdout } = await promisify(execFile)(process.execPath, [file, url, token, '4']);
  const { perSecond, count } = JSON.parse(stdout) as Load;
  return { perSecond, workMs: (processorTime(world.databasePid()) - before) / count };
}

type Statement = { readonly text: string; readonly values: unknown[] };

/** What our server asks of the database to answer a request, once it knows the caller. */
async function statementsOf(world: BenchWorld, path: string): Promise<Statement[]> {
  await world.ask('GET', path);
  const found: Statement[] = [];
  const query = pg.Client.prototype.query as (...given: unknown[]) => unknown;
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const [asked, values] = given as [string | Statement, unknown[]];
    found.push(typeof asked === 'string' ? { text: asked, values } : asked);
    return query.apply(this, given);
  } as typeof pg.Client.prototype.query;
  await world.ask('GET', path);
  pg.Client.prototype.query = query as typeof pg.Client.prototype.query;
  return found;
}

/**
 * Authenticated lists a second over sixteen connections, against Fastify and pg without a session: asking for the same rows
 * in the plainest way, and sending the statements our server sends, prepared.
 */
export async function rateFigures(world: BenchWorld): Promise<Figure[]> {
  const bare = fastify();
  const under = ['/1/10/%'];
  bare.get('/customers', async () => {
    const [rows, count] = await Promise.all([
      world.bare.query(
        'select * from customers.customer where path like $1 order by created_at desc, id desc limit 21',
        under,
      ),
      world.bare.query('select count(*) from customers.customer where path like $1', under),
    ]);
    return { code: '200', message: '', data: { list: rows.rows, total: Number(rows.rowCount), of: count.rows[0] } };
  });
  const path = '/api/customers/v1/list?pageSize=20';
  const statements = await statementsOf(world, path);
  bare.get('/same', async () => {
    const named = statements.map((each, at) => world.bare.query({ ...each, name: `same ${at}` }));
    const list = (await Promise.all(named)).flatMap(({ rows }) => rows);
    return { code: '200', message: '', data: { list, total: list.length } };
  });
  const address = await bare.listen({ host: '127.0.0.1', port: 0 });
  try {
    const ours: Measured[] = [];
    const barest: Measured[] = [];
    const same: Measured[] = [];
    for (let turn = 0; turn < 4; turn += 1) {
      ours.push(await load(world, world.address + path, world.token));
      barest.push(await load(world, `${address}/customers`, ''));
      same.push(await load(world, `${address}/same`, ''));
    }
    const most = (loads: Measured[]) => Math.max(...loads.map((each) => each.perSecond));
    const least = (loads: Measured[]) => Math.min(...loads.map((each) => each.workMs));
    const name = 'authenticated list';
    return [
      { name: `${name}, processor time of a request`, ours: least(ours), bare: least(barest), unit: 'ms', goal: 1.3 },
      {
        name: `${name}, processor time against bare Fastify and pg sending our statements`,
        ours: least(ours),
        bare: least(same),
        unit: 'ms',
        goal: 1.3,
      },
      {
        name: `${name}, time of a request`,
        ours: 1_000 / most(ours),
        bare: 1_000 / most(barest),
        unit: 'ms',
        goal: 1.3,
      },
      {
        name: `${name}, requests a second (goal: 1,000 or more)`,
        ours: most(ours),
        bare: most(barest),
        unit: '/s',
        goal: undefined,
      },
    ];
  } finally {
    await bare.close();
  }
}
