import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { bestOf, type Figure } from './figure.ts';
import type { BenchWorld } from './world.ts';

export const RESELLERS = 400;
export const BELOW_EACH = 45;
/** Of one reseller: more than a level of the tree shows at once. */
const AT_ONE = 1_600;
export const CUSTOMERS = RESELLERS * (1 + BELOW_EACH) + AT_ONE;

const SHAPE = `id, parent_id, path, level, kind, name, code, editions, business_mode, settlement_mode, status,
  contact_name, contact_phone, salesperson, created_at, updated_at`;
const rest = `'{enterprise}', top.business_mode, top.settlement_mode, 1, '联系人' || n, (13900000000 + n)::text,
  '业务员' || n % 20, now() - n * interval '1 minute', now()`;

/** Four levels below the agent: its resellers, their customers, and one reseller with very many. */
export async function addTree(world: BenchWorld): Promise<void> {
  const owner = new pg.Client({ connectionString: world.databaseUrl });
  await owner.connect();
  try {
    await owner.query(`
      insert into customers.customer (${SHAPE})
      select 1000000 + n, top.id, top.path || (1000000 + n) || '/', top.level + 1, 'AGENT', '渠道商 ' || n, 'RES' || n, ${rest}
      from generate_series(0, ${RESELLERS - 1}) n join customers.customer top on top.id = 10`);
    await owner.query(`
      insert into customers.customer (${SHAPE})
      select 2000000 + n, top.id, top.path || (2000000 + n) || '/', top.level + 1, 'ENTERPRISE', '客户 ' || n, 'ENT' || n, ${rest}
      from generate_series(0, ${RESELLERS * BELOW_EACH + AT_ONE - 1}) n
      join customers.customer top
        on top.id = case when n < ${RESELLERS * BELOW_EACH} then 1000000 + n / ${BELOW_EACH} else 1000000 end`);
    await owner.query('update customers.tree_version set version = version + 1');
    await owner.query('vacuum analyze customers.customer');
  } finally {
    await owner.end();
  }
}

/** What the screen of customers asks, of a tree of twenty thousand, as its agent and as the platform. */
export async function* treeFigures(world: BenchWorld): AsyncGenerator<Figure> {
  await addTree(world);
  const count = `select count(*) from customers.customer where path like $1`;
  const mine = ['/1/10/%'];
  const asked: readonly (readonly [string, string, string, unknown[]])[] = [
    ['top of the tree', '/tree', `select * from customers.customer where id = 10`, []],
    [
      'a level of 400 unfolded',
      '/tree?parentId=10',
      `select c.id, c.name, (select count(*) from customers.customer k where k.parent_id = c.id)
       from customers.customer c where c.parent_id = 10 order by created_at limit 501`,
      [],
    ],
    [
      'the first 500 of a level of 1,645',
      '/tree?parentId=1000000',
      `select c.id, c.name from customers.customer c where c.parent_id = 1000000 order by created_at limit 501`,
      [],
    ],
    [
      'search in the tree',
      '/search?keyword=RES39',
      `select * from customers.customer where path like $1 and (name ilike '%RES39%' or code ilike '%RES39%') order by level, path limit 50`,
      mine,
    ],
    [
      'a search that finds nobody',
      '/search?keyword=nobody',
      `select * from customers.customer where path like $1 and (name ilike '%nobody%' or code ilike '%nobody%') limit 50`,
      mine,
    ],
    [
      'customers to choose from',
      '/options?keyword=%E5%AE%A2%E6%88%B7',
      `select id from customers.customer where path like $1 and (name ilike '%客户%' or code ilike '%客户%') order by level, path limit 50`,
      mine,
    ],
    ['list, first page', '/list?pageSize=20', count, mine],
    ['list, last page by number', '/list?pageSize=20&pageNum=1000', count, mine],
    ['list by name, first page', '/list?pageSize=20&sort=name', count, mine],
    ['list below one reseller', '/list?pageSize=20&under=1000000', count, ['/1/10/1000000/%']],
    ['list, dormant for 30 days', '/list?pageSize=20&dormantDays=30', count, mine],
    ['list of a word of the contact', '/list?pageSize=20&contactNameContains=%E4%BA%BA7', count, mine],
    [
      'detail of a customer two levels down',
      '/detail?id=2000777',
      `select * from customers.customer where id = 2000777`,
      [],
    ],
  ];
  for (const [who, ask] of [
    ['agent', world.ask],
    ['platform', world.askWhole],
  ] as const) {
    const figure = async (
      name: string,
      ours: () => Promise<unknown>,
      bare: () => Promise<unknown>,
    ): Promise<Figure> => ({
      name: `${CUSTOMERS.toLocaleString('en')} customers: ${name}, as ${who}`,
      ...(await bestOf(7, ours, bare)),
      unit: 'ms',
      goal: undefined,
    });
    for (const [name, path, bare, values] of asked) {
      yield await figure(
        name,
        () => ask('GET', `/api/customers/v1${path}`),
        () => world.bare.query(bare, values),
      );
    }
    const changed = { ours: Number.POSITIVE_INFINITY, bare: Number.POSITIVE_INFINITY };
    for (let turn = 0; turn < 3; turn += 1) {
      await world.bare.query('update customers.tree_version set version = version + 1');
      // The cached tree is valid for one second.
      await wait(1_100);
      const once = await bestOf(
        1,
        () => ask('GET', '/api/customers/v1/tree'),
        () => world.bare.query('select id from customers.customer where path like $1', mine),
      );
      changed.ours = Math.min(changed.ours, once.ours);
      changed.bare = Math.min(changed.bare, once.bare);
    }
    yield {
      name: `${CUSTOMERS.toLocaleString('en')} customers: first question after the tree changed its shape, as ${who}`,
      ...changed,
      unit: 'ms',
      goal: undefined,
    };
  }
}
