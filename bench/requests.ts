import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fastify } from 'fastify';
import pg from 'pg';
import type { Figure } from './figure.ts';
import { processorTime } from './processorTime.ts';
import type { BenchWorld } from './world.ts';

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
export async function requestFigures(world: BenchWorld): Promise<Figure[]> {
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
