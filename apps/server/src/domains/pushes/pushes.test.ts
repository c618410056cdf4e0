import { listInbox } from '@cardinal/contract/api/notices/inbox.ts';
import { readPushDelivery, replayPushes, skipPushes } from '@cardinal/contract/api/pushes/deliveries.ts';
import {
  noOpenPush,
  nothingToReplay,
  pushDeliveryNotFound,
  pushSubscriptionNotFound,
} from '@cardinal/contract/api/pushes/refusals.ts';
import {
  listPushSubscriptions,
  removePushSubscription,
  rotatePushSecret,
  switchPushSubscription,
  testPush,
} from '@cardinal/contract/api/pushes/subscriptions.ts';
import { testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import {
  cardEvent,
  deliverNow,
  isGenuine,
  orderEvent,
  pushDesk,
  pushReceiver,
  tell,
} from '@cardinal/testing/pushesUnderTest.ts';
import { beforeEach, expect, test } from 'vitest';
import { deliverAllJob, forget } from './delivering/jobs.ts';

const DAY_MS = 86_400_000;
const it = await forThisFile(testApp({ demo: 'people' }));
const receiver = await forThisFile(pushReceiver());
const { ctx, now, agent, pass, iccid, rowsOf, subscriptionOf, at, subscribed, clear } = await pushDesk(it, receiver);
beforeEach(clear);

test('what happens from now on is sent once, signed so that anybody can verify it, and foreign customers see nothing', async () => {
  const caller = await agent();
  await tell(ctx, [orderEvent('10', 'BEFORE', now())]);
  pass(1);
  const { id, secret, path } = await subscribed(caller);
  await tell(ctx, [
    orderEvent('10', 'O-1', now()),
    cardEvent('10', iccid(1), 1, now()),
    orderEvent('20', 'FOREIGN', now()),
  ]);
  await deliverNow(ctx, id);
  await deliverNow(ctx, id);
  receiver.received.sort((a, b) => Number(a.event['id']) - Number(b.event['id']));
  expect(at(path).map(({ event }) => [event['type'], event['iccid']])).toEqual([
    ['order_result', undefined],
    ['package_activation_expiry_info', iccid(1)],
  ]);
  for (const each of at(path)) {
    expect(await isGenuine(secret, each)).toBe(true);
    expect(
      await isGenuine(secret, { ...each, body: each.body.replace('order', 'ordes').replace('card', 'cart') + ' ' }),
    ).toBe(false);
    expect(await isGenuine(`whsec_${Buffer.alloc(32).toString('base64')}`, each)).toBe(false);
    expect(each.headers['content-type']).toMatch(/^application\/json/);
  }
  const { list, summary: figures } = await rowsOf(caller, id);
  expect(list).toMatchObject([
    { type: 'order_result', orderNo: 'O-1', state: 'sent', httpStatus: 200, attempts: 1, nextAt: null },
    { iccid: iccid(1), state: 'sent', attempts: 1 },
  ]);
  expect(figures).toMatchObject({ successPercent: 100, backlog: 0, oldestAt: null });
  const rival = await it.anew('rival');
  const [row] = list;
  const foreign = { query: { id: row?.id as string } };
  expect((await rival.call(readPushDelivery, foreign)).code).toBe(pushDeliveryNotFound.code);
  expect((await rowsOf(rival, id)).list).toEqual([]);
  expect((await rival.ask(listPushSubscriptions, {})).list).toEqual([]);
  const body = { id, version: 1 };
  for (const refused of [
    await rival.call(rotatePushSecret, { body }),
    await rival.call(removePushSubscription, { body }),
    await rival.call(switchPushSubscription, { body: { ...body, isOn: false } }),
    await rival.call(testPush, { body: { id, event: 'order_result' } }),
    await rival.call(replayPushes, {
      body: {
        by: 'range',
        subscriptionId: id,
        from: now().toISOString(),
        to: now().toISOString(),
        isUndeliveredOnly: false,
      },
    }),
  ])
    expect(refused.code).toBe(pushSubscriptionNotFound.code);
  for (const refused of [
    await rival.call(replayPushes, { body: { by: 'rows', ids: [row?.id as string] } }),
    await rival.call(skipPushes, { body: { ids: [row?.id as string] } }),
  ])
    expect(refused.code).toBe(pushDeliveryNotFound.code);
  const detail = await caller.ask(readPushDelivery, foreign);
  expect(detail.body).toBe(at(path)[0]?.body);
  expect(detail.tries).toMatchObject([{ httpStatus: 200, words: 'HTTP 200' }]);
  expect(JSON.stringify(detail)).not.toContain(secret);
  expect(detail.tries[0]?.headers.find(({ name }) => name === 'webhook-signature')?.value).toContain('HMAC-SHA256');
});

test('an address that answers 500 twice and then 200 makes one row of three attempts with one event id', async () => {
  const caller = await agent();
  const { id, path } = await subscribed(caller);
  let calls = 0;
  receiver.answers(() => {
    calls += 1;
    return calls <= 2 ? { status: 500, text: `no ${'x'.repeat(9_000)}` } : { status: 200, text: 'ok' };
  });
  await tell(ctx, [orderEvent('10', 'O-500', now())]);
  await deliverNow(ctx, id);
  expect((await rowsOf(caller, id)).list).toMatchObject([
    { state: 'failed', httpStatus: 500, attempts: 1, words: 'HTTP 500' },
  ]);
  await deliverNow(ctx, id);
  expect(calls).toBe(1);
  pass(2);
  await deliverNow(ctx, id);
  pass(2);
  await deliverNow(ctx, id);
  expect(calls).toBe(2);
  pass(5);
  await deliverNow(ctx, id);
  const { list } = await rowsOf(caller, id);
  expect(list).toMatchObject([{ state: 'sent', httpStatus: 200, attempts: 3, nextAt: null }]);
  const sent = at(path);
  expect(new Set(sent.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect(new Set(sent.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(3);
  expect(new Set(sent.map(({ body }) => body)).size).toBe(1);
  const { tries } = await caller.ask(readPushDelivery, { query: { id: list[0]?.id as string } });
  expect(tries.map(({ httpStatus }) => httpStatus)).toEqual([500, 500, 200]);
  expect(tries[0]?.answer).toHaveLength(4_096);
  expect((await subscriptionOf(caller, id))?.successPercent).toBe(33.3);
});

test('a receiver down for ten minutes gets all of 500 events, in order per card, under the same ids, and others are not delayed', {
  timeout: 120_000,
}, async () => {
  const caller = await agent();
  const { id, path } = await subscribed(caller);
  const beside = await subscribed(caller);
  receiver.answers((one) => (one.path === path ? 'hangUp' : { status: 200 }));
  const events = Array.from({ length: 500 }, (_, n) => cardEvent('10', iccid(n % 50), n, now()));
  await tell(ctx, events);
  for (let minute = 0; minute < 10; minute += 1) {
    await deliverNow(ctx, id, beside.id);
    pass(1);
  }
  expect(at(beside.path)).toHaveLength(500);
  const whileDown = at(path).length;
  // It rests: what is down is not called for every event.
  expect(whileDown).toBeLessThan(20);
  expect(await subscriptionOf(caller, id)).toMatchObject({ backlog: 500, lastError: '连接中断', state: 'on' });
  const down = new Set(at(path).map(({ headers }) => headers['webhook-id']));
  receiver.received.length = 0;
  receiver.answers(() => ({ status: 204 }));
  for (let minute = 0; minute < 12; minute += 1) {
    await deliverNow(ctx, id);
    pass(1);
  }
  const sent = at(path);
  expect(sent).toHaveLength(500);
  const ids = new Set(sent.map(({ headers }) => String(headers['webhook-id'])));
  expect(ids.size).toBe(500);
  for (const each of down) expect(ids).toContain(each);
  const ofCard = Map.groupBy(sent, ({ event }) => event['iccid']);
  expect(ofCard.size).toBe(50);
  for (const [, all] of ofCard) {
    const places = all.map(({ event }) => Number(event['id']));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  }
  expect(await subscriptionOf(caller, id)).toMatchObject({ backlog: 0, probeAt: null });
});

test('a failing event holds the later ones of its card only; skipped, they follow', async () => {
  const caller = await agent();
  const { id, path } = await subscribed(caller);
  receiver.answers(({ body }) => ({ status: body.includes('套餐 7001') ? 422 : 200 }));
  await tell(ctx, [
    cardEvent('10', iccid(71), 7001, now()),
    cardEvent('10', iccid(71), 7002, now()),
    cardEvent('10', iccid(72), 7003, now()),
  ]);
  await deliverNow(ctx, id);
  const names = () => at(path).map(({ event }) => (event['data'] as { packageName: string }).packageName);
  expect(names().toSorted()).toEqual(['套餐 7001', '套餐 7003']);
  const { list } = await rowsOf(caller, id);
  const [stuck, behind, fine] = list.toSorted(
    (a, b) => a.eventId.length - b.eventId.length || a.eventId.localeCompare(b.eventId),
  );
  expect([stuck?.state, behind?.state, fine?.state]).toEqual(['failed', 'waiting', 'sent']);
  expect((await caller.call(skipPushes, { body: { ids: [fine?.id as string] } })).code).toBe(noOpenPush.code);
  expect(await caller.ask(skipPushes, { body: { ids: [stuck?.id as string, fine?.id as string] } })).toEqual({
    skipped: 1,
    left: 1,
  });
  await deliverNow(ctx, id);
  expect(names().at(-1)).toBe('套餐 7002');
});

test('an event nobody wants is given up after three days; an address that takes nothing is suspended, told to staff, and nothing is lost', {
  timeout: 120_000,
}, async () => {
  await it.work();
  let caller = await agent();
  const { id, path } = await subscribed(caller);
  receiver.answers(({ body }) => ({ status: body.includes('套餐 8001') ? 400 : 200 }));
  await tell(ctx, [cardEvent('10', iccid(81), 8001, now())]);
  // Nine attempts lie at most 76 hours apart, and each is found up to three hours late.
  for (let hour = 0; hour < 105; hour += 3) {
    await tell(ctx, [cardEvent('10', iccid(82), 8100 + hour, now())]);
    await deliverNow(ctx, id);
    pass(180);
  }
  caller = await agent();
  expect((await rowsOf(caller, id)).list[0]).toMatchObject({ state: 'givenUp', attempts: 9 });
  expect((await subscriptionOf(caller, id))?.state).toBe('on');

  receiver.answers(() => ({ status: 503 }));
  await tell(ctx, [cardEvent('10', iccid(83), 8300, now())]);
  for (let hour = 0; hour < 93; hour += 3) {
    await deliverNow(ctx, id);
    pass(180);
  }
  caller = await agent();
  const suspended = await subscriptionOf(caller, id);
  expect(suspended).toMatchObject({ state: 'suspended', backlog: 1, lastError: 'HTTP 503' });
  await expect
    .poll(async () => (await caller.ask(listInbox, {})).list.filter(({ title }) => title.includes('已挂起')), {
      timeout: 30_000,
    })
    .toMatchObject([{ link: '/system/activePushConfig' }]);
  // Meanwhile it goes on happening.
  await tell(ctx, [cardEvent('10', iccid(83), 8301, now())]);
  await deliverAllJob.run(ctx, {}, new AbortController().signal);
  receiver.received.length = 0;
  receiver.answers(() => ({ status: 200 }));
  pass(2 * 24 * 60);
  await deliverNow(ctx, id);
  expect(at(path)).toEqual([]);
  caller = await agent();
  await caller.ask(switchPushSubscription, { body: { id, version: suspended?.version as number, isOn: true } });
  await deliverNow(ctx, id);
  expect(at(path).map(({ event }) => (event['data'] as { packageName: string }).packageName)).toEqual([
    '套餐 8300',
    '套餐 8301',
  ]);

  // What nobody fetched for seven days is given up.
  const { version } = (await subscriptionOf(caller, id)) as { version: number };
  await caller.ask(switchPushSubscription, { body: { id, version, isOn: false } });
  await tell(ctx, [cardEvent('10', iccid(84), 8400, now())]);
  await deliverAllJob.run(ctx, {}, new AbortController().signal);
  it.clock.advance(8 * DAY_MS);
  await deliverAllJob.run(ctx, {}, new AbortController().signal);
  caller = await agent();
  expect((await rowsOf(caller, id)).list.at(-1)).toMatchObject({ state: 'givenUp', words: '七天内未送达' });
  it.clock.advance(31 * DAY_MS);
  await forget(ctx);
  caller = await agent();
  const old = (await rowsOf(caller, id)).list[0]?.id as string;
  expect((await caller.ask(readPushDelivery, { query: { id: old } })).body).toBeNull();
  expect((await caller.call(replayPushes, { body: { by: 'rows', ids: [old] } })).code).toBe(nothingToReplay.code);
});
