import pg from 'pg';
import { iccidOf } from './cards.ts';
import { bestOf, type Figure, once } from './figure.ts';
import type { BenchWorld } from './world.ts';

const CARDS_OF_ORDER = 1_000;
const DAYS = 180;
const ORDERS_FROM = 700_000_000_000;
const LINES_FROM = 800_000_000_000;
/** The agent's customers, and one beside its tree. */
const PAYERS = '(array[10, 11, 12, 20])[1 + o % 4]';
const ICCID = `'898601' || lpad(n::text, 14, '0')`;

/** Half a year of orders of a thousand cards each, delivered and used up but for the newest of each card. */
async function addOrders(world: BenchWorld, lines: number): Promise<void> {
  const owner = new pg.Client({ connectionString: world.databaseUrl });
  await owner.connect();
  const orders = Math.ceil(lines / CARDS_OF_ORDER);
  const at = `now() - interval '1 hour' - (${orders} - o) * interval '${DAYS} days' / ${orders}`;
  const ofLine = `from generate_series(0, ${lines - 1}) n cross join lateral (select n / ${CARDS_OF_ORDER} as o) x`;
  const steps = [
    [0, '1', 500, 800, ''],
    [1, '10', 800, 1_000, 'where o % 4 in (1, 2)'],
  ] as const;
  try {
    await owner.query(`set synchronous_commit = off`);
    await owner.query(`set maintenance_work_mem = '1GB'`);
    await owner.query(`
      insert into orders.package_order
        (id, order_no, customer_id, type, source, package_id, package_version_id, package_name, package_type, effective_type,
         postpone_days, currency, price, lines, settled_lines, fulfil_state, task_id, ordered_by_name, created_at, finished_at)
      select ${ORDERS_FROM} + o, 'B' || o, ${PAYERS}, 1, 1, 1 + o % 40, 1 + o % 40, '每月 ' || 1 + o % 40 || ' GB', 'month', 0,
        0, 'CNY', 1000, ${CARDS_OF_ORDER}, ${CARDS_OF_ORDER}, 2, ${ORDERS_FROM} + o, 'bench', ${at}, ${at}
      from generate_series(0, ${orders - 1}) o`);
    for (const [level, customer, reserve, price, only] of steps) {
      await owner.query(`
        insert into orders.order_step (order_id, level, customer_id, reserve, price, margin)
        select ${ORDERS_FROM} + o, ${level}, ${customer}, ${reserve}, ${price}, ${price - reserve}
        from generate_series(0, ${orders - 1}) o ${only}`);
    }
    await owner.query(`
      insert into orders.package_usage
        (id, card_id, iccid, customer_id, package_id, package_version_id, package_name, package_type, is_main, follows, flow_bytes,
         zone, cycle_day, not_before, postpone_days, starts_at, ends_at, state, state_at, created_at)
      select ${LINES_FROM} + n, n, ${ICCID}, ${PAYERS}, 1 + o % 40, 1 + o % 40, '每月 ' || 1 + o % 40 || ' GB', 'month', true,
        false, 1073741824, 'Asia/Shanghai', 1, ${at}, 0, ${at}, ${at} + interval '30 days', 2, ${at}, ${at} ${ofLine}`);
    await owner.query(`
      insert into orders.order_line
        (id, order_id, card_id, iccid, customer_id, platform, state, usage_id, created_at, settled_at)
      select ${LINES_FROM} + n, ${ORDERS_FROM} + o, n, ${ICCID}, ${PAYERS}, 1, 2, ${LINES_FROM} + n, ${at}, ${at} ${ofLine}`);
    await owner.query(
      'vacuum analyze orders.package_order, orders.order_step, orders.package_usage, orders.order_line',
    );
  } finally {
    await owner.end();
  }
}

/** What the list of order records asks of so many lines, against the best SQL for its rows and its bounded count. */
export async function* orderFigures(world: BenchWorld, lines: number): AsyncGenerator<Figure> {
  await addOrders(world, lines);
  const page = `select l.*, o.*, u.* from orders.order_line l join orders.package_order o on o.id = l.order_id
    left join orders.package_usage u on u.id = l.usage_id`;
  const newest = 'order by l.created_at desc, l.id desc limit 21';
  const seen = 'l.customer_id in (10, 11, 12)';
  const count = (where: string) =>
    `select count(*) from (select 1 from orders.order_line l where ${where} limit 20001) t`;
  const middle = Math.floor(lines / CARDS_OF_ORDER / 2);
  const card = Math.floor(lines / 2);
  const iccid = `898601${String(card).padStart(14, '0')}`;
  const asked: readonly (readonly [string, string, string, string])[] = [
    ['newest page', '', seen, newest],
    ['page 500', '&pageNum=500', seen, newest.replace('limit', 'offset 9980 limit')],
    ['of one customer', '&customerId=12', 'l.customer_id = 12', newest],
    ['of an order', `&orderNo=B${middle}`, `l.order_id = ${ORDERS_FROM + middle}`, newest],
    ['of a card', `&iccid=${iccid}`, `l.iccid = '${iccid}'`, newest],
  ];
  for (const [who, ask] of [
    ['agent', world.ask],
    ['platform', world.askWhole],
  ] as const) {
    for (const [name, query, where, order] of asked) {
      const mayBe = who === 'platform' && where === seen ? 'true' : where;
      yield {
        name: `${lines.toLocaleString('en')} lines of orders: ${name}, as ${who}`,
        ...(await bestOf(
          5,
          () => ask('GET', `/api/package-order-records/v1/list?pageSize=20${query}`),
          () => Promise.all([world.bare.query(`${page} where ${mayBe} ${order}`), world.bare.query(count(mayBe))]),
        )),
        unit: 'ms',
        goal: undefined,
      };
    }
  }
}

/** The preview of an order for very many cards, with its price for each, against the same without money. */
export async function* orderPlanFigures(world: BenchWorld, rows: number, packageId: string): AsyncGenerator<Figure> {
  const query = { endIccid: iccidOf(Math.floor((rows * 4) / 3)) };
  const preview = (action: string, parameters: object) =>
    world.ask('POST', '/api/card-selection/v1/preview', { action, source: { kind: 'filter', query }, parameters });
  let plan: Record<string, unknown> = {};
  const measured = await once(
    async () => {
      plan = await preview('order_package', { packageId });
    },
    () => preview('bind_imei', {}),
  );
  const touched = Number(plan['willTouch']);
  if (touched < rows / 2) throw new Error(`previewed ${touched} of ${rows}: ${JSON.stringify(plan['skipped'])}`);
  const { total } = plan['money'] as { total: string };
  if (BigInt(total) !== BigInt(touched) * 800n) throw new Error(`${total} for ${touched} cards`);
  yield {
    name: `preview of an order for ${rows.toLocaleString('en')} cards beside one without money (20 s are allowed)`,
    ...measured,
    unit: 's',
    goal: undefined,
  };
}
