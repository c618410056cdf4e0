import { previewSelection } from '@cardinal/contract/api/cardBatches/selection.ts';
import {
  cardCarrierUnavailable,
  cardNotFound,
  refreshedJustNow,
  refreshNotAllowed,
} from '@cardinal/contract/api/cards/cardRefusals.ts';
import { CARD_CHANGED } from '@cardinal/contract/api/cards/live.ts';
import { peekCard, readCard, refreshCard } from '@cardinal/contract/api/cardViews/cardDetail.ts';
import { StopReason } from '@cardinal/contract/enumerations/card.ts';
import {
  addCards,
  card,
  cardsUnderTest,
  commands,
  events,
  iccid,
  item,
  listSource,
  start,
  task,
  workOff,
} from '@cardinal/testing/cardsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { sellProduct } from '@cardinal/testing/products.ts';
import { beforeEach, expect, test } from 'vitest';
import type { LiveMessage } from '../../../framework/context.ts';
import { confirmDue, cursorFrom } from '../../cardCommands/confirming/confirmCommands.ts';
import { readChanges } from './carrierPass.ts';
import { syncAccountJob, syncImported } from './syncJobs.ts';

const { manual } = StopReason.values;
const MINUTE = 60_000;
const never = new AbortController().signal;

const under = await forThisFile(cardsUnderTest({ timeoutMs: 400 }));
const agent = await under.as('agent');
beforeEach(async () => {
  await under.jasper.control('DELETE', '/faults');
  await under.db.updateTable('carriers.gate').set({ failures: 0, opened: 0, open_until: null }).execute();
});

/** Changes cards in the carrier's own portal. */
const atCarrier = (numbers: readonly number[], status: string) =>
  under.jasper.control('POST', '/jasper/changes', { iccids: numbers.map(iccid), changes: { status } });
const pass = (signal = never) => readChanges(under.ctx, under.accountId, signal);

test('what somebody else changed at the carrier is taken over once, and told as theirs', async () => {
  await addCards(under, [{ n: 1 }, { n: 2 }, { n: 3 }]);
  await pass();
  under.clock.advance(10 * MINUTE);
  await atCarrier([1], 'DEACTIVATED');
  expect(await pass()).toMatchObject({ kind: 'finished', changed: 1 });
  expect(await card(under, 1)).toMatchObject({ carrier_status: 'DEACTIVATED', lifecycle: 'stopped', stop_reasons: [] });
  const lines = await events(under, 1);
  expect(lines.map((line) => [line.action, line.source, line.result, line.actor_name])).toEqual([
    ['stop_card', 'carrier', 'done', null],
  ]);
  under.clock.advance(5 * MINUTE);
  expect(await pass()).toMatchObject({ kind: 'finished', changed: 0 });
  expect(await events(under, 1)).toHaveLength(1);
});

test('a card the carrier runs against our reasons keeps them, and its diagnosis says so', async () => {
  await addCards(under, [{ n: 5, status: 'DEACTIVATED', stopReasons: [manual] }]);
  under.clock.advance(10 * MINUTE);
  await atCarrier([5], 'ACTIVATED');
  await pass();
  expect(await card(under, 5)).toMatchObject({ lifecycle: 'activated', stop_reasons: [manual] });
  const detail = await agent.ask(readCard, { query: { iccid: iccid(5) } });
  expect(detail.diagnosis).toMatchObject({ state: 'bad', action: 'stop_card' });
  expect(detail.diagnosis.words).toContain('手动停机');
});

test('a pass that is cut off goes on where it was', async () => {
  await addCards(
    under,
    Array.from({ length: 130 }, (_, at) => ({ n: 100 + at })),
  );
  under.clock.advance(10 * MINUTE);
  await atCarrier(
    Array.from({ length: 130 }, (_, at) => 100 + at),
    'DEACTIVATED',
  );
  await under.jasper.control('POST', '/faults', { kind: 'timeout', operation: 'searchDevices', probability: 1 });
  expect(await pass()).toMatchObject({ kind: 'halted' });
  await under.jasper.control('DELETE', '/faults');
  await under.db.updateTable('carriers.gate').set({ failures: 0, opened: 0, open_until: null }).execute();
  expect(await pass()).toMatchObject({ kind: 'finished', changed: 130 });
  const { n } = await under.db
    .selectFrom('cards.card')
    .select((row) => row.fn.countAll<string>().as('n'))
    .where('lifecycle', '=', 'stopped')
    .where('iccid', '>=', iccid(100))
    .where('iccid', '<=', iccid(229))
    .executeTakeFirstOrThrow();
  expect(n).toBe('130');
});

test('a list the carrier refuses is asked for once, and waits for its schedule', async () => {
  await under.jasper.control('POST', '/faults', { kind: 'refuse', operation: 'searchDevices', probability: 1 });
  const asked = () =>
    under.db
      .selectFrom('carriers.call')
      .select((row) => row.fn.countAll<string>().as('n'))
      .where('account_id', '=', under.accountId)
      .where('outcome', '=', 'refused')
      .where('operation', '=', 'listDevices')
      .executeTakeFirstOrThrow();
  const again: string[] = [];
  const ctx = Object.create(under.ctx, { enqueue: { value: async (job: { name: string }) => again.push(job.name) } });
  await syncAccountJob.run(ctx, { carrierAccountId: under.accountId }, never);
  expect(await asked()).toEqual({ n: '1' });
  expect(again).toEqual([]);
});

test('asked for one thing and found in a third, a command ends as refused', async () => {
  await addCards(under, [{ n: 10, status: 'DEACTIVATED', stopReasons: [manual] }]);
  await under.jasper.control('POST', '/faults', { kind: 'swallow', operation: 'editDevice', iccid: iccid(10) });
  const { taskId } = await start(agent, 'reboot_card', listSource([10]));
  await workOff(under);
  await atCarrier([10], 'RETIRED');
  under.clock.advance(5_000);
  await confirmDue(under.ctx, under.accountId, cursorFrom(under.clock.now()), never);
  expect(await commands(under, 10)).toMatchObject([{ state: 'refused' }]);
  expect(await card(under, 10)).toMatchObject({ lifecycle: 'cancelled', pending_action: null, stop_reasons: [manual] });
  expect(await item(under, taskId, 10)).toMatchObject({ state: 'failed', code: 'overtaken' });
});

test('a refresh tells what the carrier says now, its numbers and its session included; once a minute', async () => {
  const [id = ''] = await addCards(under, [{ n: 20 }]);
  await atCarrier([20], 'DEACTIVATED');
  const { card: shown, diagnosis } = await agent.ask(refreshCard, { body: { id } });
  expect(shown).toMatchObject({ lifecycle: 'stopped', carrierStatus: 'DEACTIVATED' });
  expect(diagnosis.action).toBe('reboot_card');
  const row = await card(under, 20);
  expect(row.business_number).toBeTruthy();
  expect(row.imsi).toBeTruthy();
  expect(row.rate_plan).toBeTruthy();
  const claimed = await under.db.selectFrom('cards.card_identifier').select('kind').where('card_id', '=', id).execute();
  expect(claimed.map((each) => each.kind).sort()).toEqual([1, 2, 5]);
  expect((await agent.call(refreshCard, { body: { id } })).code).toBe(refreshedJustNow.code);
  under.clock.advance(MINUTE);
  const twice = await Promise.all([1, 2, 3].map(() => agent.call(refreshCard, { body: { id } })));
  expect(twice.map((answer) => answer.code).sort()).toEqual(['200', refreshedJustNow.code, refreshedJustNow.code]);
  const detail = await agent.ask(readCard, { query: { iccid: iccid(20) } });
  expect(detail.session).not.toBeNull();
  expect(detail.raw).toBeNull();
  const admin = await under.as('admin');
  expect((await admin.ask(readCard, { query: { iccid: iccid(20) } })).raw?.answer).toMatchObject({ iccid: iccid(20) });
});

test('a refresh reads what was used too, also of an account that reads it on no schedule', async () => {
  const [id = ''] = await addCards(under, [{ n: 27 }]);
  await atCarrier([27], 'ACTIVATED');
  await under.db
    .updateTable('carriers.account')
    .set({ schedules: JSON.stringify({ status: 300, usage: 0, session: 0, realName: 0, pools: 0 }) } as never)
    .execute();
  const used = (dataBytes: number) => under.jasper.control('POST', '/jasper/usage', { iccid: iccid(27), dataBytes });
  await used(5_000_000);
  under.clock.advance(1_000);
  const refreshed = async () => (await agent.ask(refreshCard, { body: { id } })).card;
  const first = await refreshed();
  expect(Number(first.flowUsed)).toBeGreaterThanOrEqual(5_000_000);
  expect(first.usageAt).toBe(under.clock.now().toISOString());
  await used(7_000_000);
  under.clock.advance(MINUTE);
  const then = await refreshed();
  expect(Number(then.flowUsed) - Number(first.flowUsed)).toBeGreaterThanOrEqual(7_000_000);
  expect(then.usageAt).toBe(under.clock.now().toISOString());
});

test('a refresh confirms what was asked', async () => {
  const [id = ''] = await addCards(under, [{ n: 21 }]);
  const { taskId } = await start(agent, 'stop_card', listSource([21]));
  await workOff(under);
  under.clock.advance(1_000);
  const { card: shown } = await agent.ask(refreshCard, { body: { id } });
  expect(shown).toMatchObject({ lifecycle: 'stopped', pending: null });
  expect(await task(under, taskId)).toMatchObject({ state: 'completed', done: 1 });
});

test('a refresh is refused for cancelled cards, and nobody learns of foreign ones', async () => {
  const [cancelled = '', foreign = ''] = await addCards(under, [
    { n: 22, status: 'RETIRED' },
    { n: 23, customerId: '20' },
  ]);
  expect((await agent.call(refreshCard, { body: { id: cancelled } })).code).toBe(refreshNotAllowed.code);
  const unknown = '999999999999';
  for (const ask of [
    (id: string) => agent.call(refreshCard, { body: { id } }),
    (id: string) => agent.call(peekCard, { query: { id } }),
  ]) {
    const [one, two] = [await ask(foreign), await ask(unknown)];
    expect(one.code).toBe(cardNotFound.code);
    expect([one.status, one.code, one.message, one.data]).toEqual([two.status, two.code, two.message, two.data]);
  }
  expect((await agent.call(readCard, { query: { iccid: iccid(23) } })).code).toBe(cardNotFound.code);
  expect((await agent.call(readCard, { query: { iccid: '89860699999999999999' } })).code).toBe(cardNotFound.code);
});

test('a refresh is refused once the service period is over, one card or many, in the same words', async () => {
  const [over = '', running = ''] = await addCards(under, [{ n: 25 }, { n: 26 }]);
  const ends = (id: string, at: Date) =>
    under.db.updateTable('cards.card').set({ service_period_end: at }).where('id', '=', id).execute();
  const now = under.clock.now();
  await ends(over, now);
  await ends(running, new Date(now.getTime() + MINUTE));
  expect((await agent.call(refreshCard, { body: { id: over } })).code).toBe(refreshNotAllowed.code);
  const { offered } = await agent.ask(readCard, { query: { iccid: iccid(25) } });
  expect(offered.find(({ action }) => action === 'sync_card')).toMatchObject({
    isAllowed: false,
    why: refreshNotAllowed.text.zh,
  });
  const body = { action: 'sync_card', source: listSource([25, 26]), parameters: {} } as const;
  expect(await agent.ask(previewSelection, { body })).toMatchObject({
    willTouch: 1,
    skipped: [{ words: refreshNotAllowed.text.zh, count: 1 }],
  });
  expect((await agent.call(refreshCard, { body: { id: running } })).code).toBe('200');
});

test('a carrier that cannot be asked is said so, and the page goes on working', async () => {
  const [id = ''] = await addCards(under, [{ n: 24 }]);
  const set = (state: 'on' | 'paused') =>
    under.db.updateTable('carriers.account').set({ state }).where('id', '=', under.accountId).execute();
  await set('paused');
  expect((await agent.call(refreshCard, { body: { id } })).code).toBe(cardCarrierUnavailable.code);
  const detail = await agent.ask(readCard, { query: { iccid: iccid(24) } });
  expect(detail.carrier).toMatchObject({ isReachable: false, unreachableWhy: '通道已暂停', accountName: null });
  await set('on');
});

test('syncing many cards is a task; what the carrier does not know fails by itself', async () => {
  await addCards(under, [{ n: 30 }, { n: 31 }]);
  await under.db
    .updateTable('cards.card')
    .set({ iccid: '89860600000000099999' })
    .where('iccid', '=', iccid(31))
    .execute();
  await atCarrier([30], 'DEACTIVATED');
  const { taskId } = await start(agent, 'sync_card', {
    kind: 'list',
    identifierType: 1,
    text: `${iccid(30)}\n89860600000000099999`,
  });
  await workOff(under);
  expect(await task(under, taskId)).toMatchObject({ state: 'completed', done: 1, failed: 1 });
  expect(await card(under, 30)).toMatchObject({ lifecycle: 'stopped' });
});

test('imported cards are asked about by the way that costs the carrier fewer calls', async () => {
  const tell = (cards: number) =>
    syncImported.run(under.ctx, { importBatchId: '77', customerId: '10', carrierAccountId: under.accountId, cards });
  await addCards(under, [{ n: 50 }, { n: 51 }]);
  await under.db
    .updateTable('cards.card')
    .set({ import_batch_id: '77' })
    .where('iccid', 'in', [iccid(50), iccid(51)])
    .execute();
  await tell(2);
  const tasks = () => under.db.selectFrom('tasks.task').selectAll().where('action_code', '=', 'sync_card').execute();
  const [latest] = (await tasks()).slice(-1);
  expect(latest).toMatchObject({ total: 2, source: 'schedule', customer_id: '10' });
  const before = (await tasks()).length;
  await tell(5_000);
  expect(await tasks()).toHaveLength(before);
  const { modified_since } = await under.db
    .selectFrom('carrier_sync.carrier_pass')
    .selectAll()
    .executeTakeFirstOrThrow();
  expect(modified_since.getUTCFullYear()).toBe(2000);
});

test('open consoles hear of a card only within their scope', async () => {
  await addCards(under, [{ n: 60 }]);
  const heard: LiveMessage[] = [];
  const stop = under.ctx.subscribe((message) => heard.push(message));
  await start(agent, 'stop_card', listSource([60]));
  await workOff(under);
  await expect.poll(() => heard.filter((message) => message.topic === CARD_CHANGED).length).toBeGreaterThan(0);
  stop();
  const [message] = heard.filter((each) => each.topic === CARD_CHANGED);
  expect(message).toMatchObject({
    customerId: '10',
    data: {
      cards: [{ iccid: iccid(60), lifecycle: 'activated', pending: { action: 'stop_card', to: 'DEACTIVATED' } }],
    },
  });
});

test('a product ties a card to the first device it is seen in; another product does not', async () => {
  const [tied, free] = await addCards(under, [{ n: 950 }, { n: 951 }]);
  const codes = await Promise.all(
    (['firstSeen', 'imported'] as const).map((imeiLock) =>
      sellProduct(under.ctx, { carrierAccountId: under.accountId, customerIds: ['10'], imeiLock }),
    ),
  );
  for (const [at, id] of [tied, free].entries()) {
    const product = { product_code: codes[at] ?? null, product_version: 1 };
    await under.db.updateTable('cards.card').set(product).where('id', '=', String(id)).execute();
    await agent.ask(refreshCard, { body: { id: String(id) } });
  }
  const shown = await agent.ask(readCard, { query: { iccid: iccid(950) } });
  expect(shown.card.imei).toMatch(/^\d{14,17}$/);
  expect(shown.imeiLock).toMatchObject({ imei: shown.card.imei, isSeparated: false });
  expect(shown.terms).toEqual({ version: 1, imeiLock: 'firstSeen', testEnds: null, silentEnds: null });
  expect(await events(under, 950)).toContainEqual(expect.objectContaining({ action: 'bind_imei', result: 'done' }));
  expect(await agent.ask(readCard, { query: { iccid: iccid(951) } })).toMatchObject({ imeiLock: null });
});
