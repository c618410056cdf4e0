import { listCards } from '@cardinal/contract/api/cards/cardList.ts';
import * as api from '@cardinal/contract/api/reports/dashboard.ts';
import { listTasks } from '@cardinal/contract/api/tasks/tasks.ts';
import type { ListEndpoint } from '@cardinal/contract/framework/list.ts';
import { text } from '@cardinal/primitives/text.ts';
import { DAY_MS, dayText } from '@cardinal/primitives/time.ts';
import { type Caller, testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { expect, test } from 'vitest';
import { openCarrierAccount } from '../carriers/accounts/openAccount.ts';
import { startTask } from '../tasks/face.ts';
import { recordDailyUsage } from '../usage/face.ts';
import { countCards } from './countCards.ts';

const COLUMNS = [
  'id',
  'iccid',
  'platform',
  'carrier_account_id',
  'kind',
  'carrier_status',
  'lifecycle',
  'stop_reasons',
  'customer_id',
  'package_ends_at',
  'activated_at',
  'online_state',
  'last_session_at',
  'imei_changed_at',
  'usage_jumped_at',
  'real_name_status',
  'product_code',
  'pending_since',
  'pending_action',
  'pending_to',
  'province',
  'created_at',
  'updated_at',
] as const;
let made = 0;

/** Adds identical cards; by default stopped Unicom data cards of agent A with no further facts. */
async function addCards(count: number, given: Partial<Record<(typeof COLUMNS)[number], unknown>> = {}): Promise<void> {
  const now = ctx.clock.now();
  const rows = Array.from({ length: count }, () => {
    made += 1;
    const card: Record<string, unknown> = {
      id: String(1_000 + made),
      iccid: `898601${String(made).padStart(14, '0')}`,
      platform: 1,
      carrier_account_id: '1',
      kind: 1,
      carrier_status: 'X',
      lifecycle: 'stopped',
      stop_reasons: '{}',
      customer_id: '10',
      online_state: 2,
      real_name_status: 0,
      created_at: now,
      updated_at: now,
      ...given,
    };
    return COLUMNS.map((column) => (card[column] ?? null) as string);
  });
  await ctx.copyRows('cards.card', COLUMNS, rows);
}
/** A product of the platform; the mode is its real-name registration, null if none is required. */
async function addProduct(code: string, realNameMode: number | null): Promise<void> {
  const now = ctx.clock.now();
  made += 1;
  await host.db
    .insertInto('catalogue.product')
    .values({
      id: String(90_000 + made),
      customer_id: '1',
      code,
      name: code,
      platform: 1,
      carrier_account_id: '1',
      kind: 2,
      sizes: [1],
      business_mode: 2,
      real_name_mode: realNameMode,
      imei_lock: 'none',
      test_days: 7,
      silent_days: 90,
      state: 'on',
      created_at: now,
      updated_at: now,
    } as never)
    .execute();
}
const before = (days: number) => new Date(ctx.clock.now().getTime() - days * DAY_MS);

const host = await forThisFile(testApp({ demo: 'people' }));
const ctx = host.app.systemContext('test');
const agent = await host.as('agent');
await addCards(5, { lifecycle: 'activated', online_state: 1, last_session_at: before(0), activated_at: before(3) });
await addCards(4, { lifecycle: 'activated', online_state: 0, last_session_at: before(10), activated_at: before(29) });
await addCards(3, {
  lifecycle: 'activated',
  online_state: 0,
  last_session_at: before(40),
  activated_at: before(90),
  province: 44,
});
await addCards(2, { stop_reasons: '{1,2}', package_ends_at: before(-6.9), province: 51 });
await addCards(6, { platform: 2, stop_reasons: '{6}', package_ends_at: before(-0.5) });
await addCards(1, {
  package_ends_at: before(-7.1),
  imei_changed_at: before(2),
  usage_jumped_at: before(6),
  pending_since: before(0.1),
  pending_action: 'reboot_card',
  pending_to: 'ACTIVATED',
});
await addProduct('REGISTERED', 1);
await addProduct('FREE', null);
await addCards(1, { kind: 2, lifecycle: 'activated', product_code: 'REGISTERED' });
await addCards(1, { kind: 2, product_code: 'REGISTERED' });
await addCards(1, { kind: 2, lifecycle: 'activated', product_code: 'REGISTERED', real_name_status: 1 });
await addCards(1, { kind: 3, lifecycle: 'activated', product_code: 'FREE' });
await addCards(2, { platform: 8, lifecycle: 'unactivated' });
await addCards(7, { customer_id: '11', lifecycle: 'unactivated' });
await addCards(9, { customer_id: '20', lifecycle: 'activated', stop_reasons: '{1}' });
await countCards(ctx);

/** The total of the list behind a link. */
async function proven(link: api.TileLink | null, kind: number | null, who = agent): Promise<number> {
  const list = link?.path.startsWith('/cardsManagement') ? listCards : listTasks;
  const query = { ...link?.query, ...(kind && list === (listCards as unknown) ? { kind: String(kind) } : {}) };
  const { total } = await who.ask(list as unknown as ListEndpoint, { query });
  return total;
}

test('cards that run though they have a reason to stand still are told, and proven by their list', async () => {
  const rival = await host.as('rival');
  const { figures } = await rival.ask(api.readWorkTile);
  const found = figures.find(({ key }) => key === 'outOfControl');
  expect(found).toMatchObject({ count: 9, tone: 'bad' });
  expect(await proven(found?.link ?? null, 1, rival)).toBe(9);
});

test('credentials that end soon are told to those who keep carrier accounts alone', async () => {
  const admin = await host.as('admin');
  const told = async (who: Caller) =>
    (await who.ask(api.readWorkTile)).figures.find(({ key }) => key === 'credentialsExpiring');
  expect(await told(admin)).toMatchObject({ count: 0, link: { path: '/system/platformConfig' } });
  expect(await told(agent)).toBeUndefined();
});

test('every figure of cards is what the list behind it shows', async () => {
  const tiles = [
    (await agent.ask(api.readEndingTile)).figures,
    (await agent.ask(api.readOnlineTile)).figures,
    (await agent.ask(api.readActivationsTile)).figures,
    (await agent.ask(api.readStoppedTile)).figures,
    (await agent.ask(api.readAttentionTile)).figures,
    (await agent.ask(api.readGrowthTile)).figures,
    (await agent.ask(api.readWorkTile)).figures.filter((figure) => figure.kind !== null),
  ];
  const counted: Record<string, number> = {};
  for (const figure of tiles.flat()) {
    expect(await proven(figure.link, figure.kind), figure.key).toBe(figure.count);
    if (figure.kind === 1) counted[figure.key] = figure.count;
  }
  expect(counted).toEqual({
    endingSoon: 8,
    activated: 9,
    online: 5,
    silentWeek: 7,
    silentMonth: 3,
    stopped: 9,
    held: 28,
    manual: 2,
    arrears: 2,
    realName: 0,
    imei: 0,
    outOfRegion: 6,
    imeiChanged: 1,
    usageJumped: 1,
    outOfControl: 0,
    unconfirmed: 1,
  });
});

test('whoever’s product asks for a real name and has none is in the work list while in service', async () => {
  const { figures } = await agent.ask(api.readAttentionTile);
  const found = figures.filter(({ key }) => key === 'realNameMissing');
  // Of three such cards one is registered; a card whose product requires none is not counted.
  expect(found).toMatchObject([{ kind: 2, count: 2, tone: 'warning', words: '缺少实名', fix: null }]);
  expect(await proven(found[0]?.link ?? null, 2)).toBe(2);
  const rival = await (await host.as('rival')).ask(api.readAttentionTile);
  expect(rival.figures.filter(({ key }) => key === 'realNameMissing')).toEqual([]);
});

test('cards by state and carrier add up; those of a carrier that is not offered are in no count', async () => {
  const tile = await agent.ask(api.readCardsTile);
  expect(tile.total).toBe(32);
  expect(tile.parts.reduce((sum, part) => sum + part.count, 0)).toBe(32);
  expect(tile.parts.filter((part) => part.platform === null)).toEqual([]);
  for (const part of tile.parts.filter((each) => each.link)) {
    expect(await proven(part.link, part.kind)).toBe(part.count);
  }
  const rival = await (await host.as('rival')).ask(api.readCardsTile);
  expect(rival.total).toBe(9);
  expect((await (await host.as('operator')).ask(api.readCardsTile)).total).toBe(41);
});

test('days of endings and activations are whole, empty days too', async () => {
  const ending = await agent.ask(api.readEndingTile);
  expect(ending.days).toHaveLength(8);
  expect(ending.days.filter((day) => day.count > 0)).toEqual([
    { day: '2026-11-20', count: 6 },
    { day: '2026-11-27', count: 2 },
  ]);
  const activations = await agent.ask(api.readActivationsTile);
  expect(activations.days).toHaveLength(30);
  expect(activations.days.filter((day) => day.count > 0)).toEqual([
    { day: '2026-10-22', count: 4 },
    { day: '2026-11-17', count: 5 },
  ]);
});

test('a figure follows its list after the next counting, and says when it was counted', async () => {
  const first = await agent.ask(api.readEndingTile);
  await host.db
    .updateTable('cards.card')
    .set({ package_ends_at: before(-90) })
    .where('platform', '=', 2)
    .execute();
  expect((await agent.ask(api.readEndingTile)).figures[0]?.count).toBe(8);
  host.clock.advance(60_000);
  await countCards(ctx);
  const second = await agent.ask(api.readEndingTile);
  expect(second.figures[0]?.count).toBe(2);
  expect(Date.parse(second.asOf) - Date.parse(first.asOf)).toBe(60_000);
});

test('tasks are counted by their own list, and only for who may open it', async () => {
  await ctx.transact((inside) =>
    startTask(inside, {
      action: 'set_tag',
      title: text('打标', 'Tag'),
      customerId: '10',
      items: [{ target: 'x' }],
      needsApproval: true,
    }),
  );
  const of = async (who: Caller) =>
    Object.fromEntries((await who.ask(api.readWorkTile)).figures.map((figure) => [figure.key, figure] as const));
  const mine = await of(agent);
  expect(mine['tasksToApprove']).toMatchObject({ count: 1, tone: 'warning' });
  expect(await proven(mine['tasksToApprove']?.link ?? null, null)).toBe(1);
  expect((await of(await host.as('rival')))['tasksToApprove']?.count).toBe(0);
});

test('usage stands beside yesterday’s and last week’s, within the caller’s scope', async () => {
  const readings = [
    ['2026-11-20', '100'],
    ['2026-11-19', '300'],
    ['2026-11-13', '50'],
  ].map(([day = '', bytes = '']) => ({ cardId: '1001', customerId: '10', day, bytes }));
  await ctx.transact((inside) => recordDailyUsage(inside, readings));
  const tile = await agent.ask(api.readUsageTile);
  expect(tile).toMatchObject({ today: '100', yesterday: '300', weekAgo: '50' });
  expect(tile.days).toHaveLength(30);
  expect(tile.days.at(-1)).toEqual({ day: '2026-11-20', bytes: '100', cards: 1 });
  expect(await (await host.as('rival')).ask(api.readUsageTile)).toMatchObject({ today: '0', yesterday: '0' });
});

test('carrier health is for who keeps the accounts, red where nothing goes through', async () => {
  const id = await openCarrierAccount(ctx, {
    customerId: '1',
    name: '联通看板',
    adapter: 'jasper',
    baseUrl: 'http://127.0.0.1:9',
    credentials: { username: 'a', apiKey: 'b' },
  });
  const operator = await host.as('operator');
  const find = async () => (await operator.ask(api.readCarriersTile)).accounts.find((account) => account.id === id);
  expect(await find()).toMatchObject({ name: '联通看板', state: 'on', breaker: 'closed', queue: 0 });
  await host.db
    .insertInto('carriers.gate')
    .values({ account_id: id, opened: 1, open_until: new Date(Date.now() + DAY_MS) } as never)
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ open_until: new Date(Date.now() + DAY_MS) }))
    .execute();
  expect(await find()).toMatchObject({ breaker: 'open', tone: 'bad' });
  expect((await (await host.as('enterprise')).call(api.readCarriersTile)).status).toBe(403);
});

test('growth is told against the first day that was counted', async () => {
  const { net, days } = await agent.ask(api.readGrowthTile);
  expect({ net, days: days.length, last: days.at(-1) }).toEqual({
    net: 0,
    days: 31,
    last: { day: '2026-11-20', count: 32 },
  });
  await host.db
    .insertInto('reports.card_total_day')
    .values({ customer_id: '10', kind: 1, day: '2026-11-10', cards: 30 })
    .execute();
  expect(await agent.ask(api.readGrowthTile)).toMatchObject({ net: 2, since: '2026-11-10' });
});

test('cards of children and of provinces are what their lists show; where cards are is for who may locate them', async () => {
  const admin = await host.as('admin');
  const { figures, more } = await admin.ask(api.readChildrenTile);
  expect(more).toBe(0);
  expect(figures.find(({ key, kind }) => key === '20' && kind === 1)?.count).toBe(9);
  for (const figure of figures) expect(await proven(figure.link, figure.kind, admin), figure.words).toBe(figure.count);
  const places = await agent.ask(api.readPlacesTile);
  expect(places).toMatchObject({ located: 5, total: 32 });
  expect(places.figures.map(({ words, count }) => [words, count])).toEqual([
    ['广东省', 3],
    ['四川省', 2],
  ]);
  for (const figure of places.figures) expect(await proven(figure.link, figure.kind)).toBe(figure.count);
  expect((await (await host.as('rival')).ask(api.readPlacesTile)).located).toBe(0);
  const norole = await host.as('norole');
  expect((await norole.call(api.readPlacesTile)).status).toBe(403);
  expect((await norole.call(listCards, { query: { province: 44 } as never })).status).toBe(403);
});

test('the running cycle of each account is summed up, and goes on at its pace', async () => {
  const tile = await agent.ask(api.readCycleTile);
  expect(tile).toMatchObject({ used: '450', last: null });
  expect(Number(tile.forecast)).toBeGreaterThan(450);
  expect((await (await host.as('rival')).ask(api.readCycleTile)).used).toBe('0');
});

test('background work: who does it, and what waits; for who keeps carrier accounts', async () => {
  const operator = await host.as('operator');
  await ctx.transact((inside) =>
    startTask(inside, { action: 'set_tag', title: text('打标', 'Tag'), customerId: '10', items: [{ target: 'y' }] }),
  );
  await host.db
    .insertInto('runtime.worker')
    .values([
      { id: 'alive', host: 'a', started_at: new Date(), seen_at: new Date() },
      { id: 'gone', host: 'b', started_at: new Date(0), seen_at: new Date(Date.now() - 60_000) },
    ])
    .execute();
  const tile = await operator.ask(api.readBackgroundTile);
  expect(tile.workers).toBe(1);
  expect(tile.items).toBe(1);
  expect(await proven(tile.oldest?.link ?? null, null, operator)).toBe(1);
  for (const figure of tile.figures) expect(await proven(figure.link, null, operator), figure.key).toBe(figure.count);
  expect((await agent.call(api.readBackgroundTile)).status).toBe(403);
});

test('where it is another day at a carrier than here, the usage says so', async () => {
  const id = await openCarrierAccount(ctx, {
    customerId: '1',
    name: '国际通道',
    adapter: 'jasper',
    baseUrl: 'http://127.0.0.1:9',
    credentials: { username: 'a', apiKey: 'b' },
  });
  // One of the two is always on another day than Shanghai, 19 hours behind it or 6 ahead.
  const now = ctx.clock.now();
  const zones = ['Pacific/Pago_Pago', 'Pacific/Kiritimati'];
  const zone = zones.find((each) => dayText(now, each) !== dayText(now)) as string;
  await host.db.updateTable('carriers.account').set({ zone }).where('id', '=', id).execute();
  expect((await agent.ask(api.readUsageTile)).elsewhere).toEqual([]);
  await addCards(1, { carrier_account_id: id });
  const day = dayText(now, zone);
  await ctx.transact((inside) =>
    recordDailyUsage(inside, [{ cardId: String(1_000 + made), customerId: '10', day, bytes: '5' }]),
  );
  expect((await agent.ask(api.readUsageTile)).elsewhere).toEqual([{ zone, day }]);
  expect((await (await host.as('rival')).ask(api.readUsageTile)).elsewhere).toEqual([]);
});

test('today is told to be without what a carrier tells on the next day, to those with cards of it', async () => {
  expect((await agent.ask(api.readUsageTile)).isWithoutLate).toBe(false);
  const id = await openCarrierAccount(ctx, {
    customerId: '1',
    name: '移动看板',
    adapter: 'onelink',
    baseUrl: 'http://127.0.0.1:9',
    credentials: { appid: 'a', password: 'b' },
  });
  await addCards(1, { carrier_account_id: id, platform: 2, carrier_status: 'normal' });
  const day = dayText(new Date(ctx.clock.now().getTime() - DAY_MS));
  await ctx.transact((inside) =>
    recordDailyUsage(inside, [{ cardId: String(1_000 + made), customerId: '10', day, bytes: '7' }]),
  );
  expect((await agent.ask(api.readUsageTile)).isWithoutLate).toBe(true);
  expect((await (await host.as('rival')).ask(api.readUsageTile)).isWithoutLate).toBe(false);
});
