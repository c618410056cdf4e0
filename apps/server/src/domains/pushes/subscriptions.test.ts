import { replayPushes } from '@cardinal/contract/api/pushes/deliveries.ts';
import {
  nothingToReplay,
  pushAddressNotAllowed,
  pushNameTaken,
  tooManyReplays,
  tooManySubscriptions,
} from '@cardinal/contract/api/pushes/refusals.ts';
import {
  addPushSubscription,
  editPushSubscription,
  removePushSubscription,
  rotatePushSecret,
  testPush,
} from '@cardinal/contract/api/pushes/subscriptions.ts';
import { changedByAnother } from '@cardinal/contract/framework/standardRefusals.ts';
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
import { deliverAllJob } from './delivering/jobs.ts';

const it = await forThisFile(testApp({ demo: 'people' }));
const receiver = await forThisFile(pushReceiver());
const { ctx, now, agent, pass, iccid, rowsOf, subscriptionOf, at, subscribed, clear } = await pushDesk(it, receiver);
beforeEach(clear);

test('a 410 suspends at once; redirects are not followed; a test shows request and answer', async () => {
  const caller = await agent();
  const { id, secret, path } = await subscribed(caller);
  receiver.answers(() => ({ status: 302, headers: { location: receiver.url.replace('/events', '/elsewhere') } }));
  const tested = await caller.ask(testPush, { body: { id, event: 'order_result' }, address: '10.9.1.1' });
  expect(tested).toMatchObject({ isDelivered: false, httpStatus: 302, words: 'HTTP 302，不跟随跳转' });
  expect(at('/elsewhere')).toEqual([]);
  const [asked] = at(path);
  expect(asked?.body).toBe(tested.body);
  expect(asked?.event['test']).toBe(true);
  expect(await isGenuine(secret, asked as never)).toBe(true);
  expect(tested.headers.find(({ name }) => name === 'webhook-id')?.value).toBe(asked?.headers['webhook-id']);
  receiver.answers(() => ({ status: 410 }));
  await tell(ctx, [orderEvent('10', 'O-410', now())]);
  await deliverNow(ctx, id);
  expect(await subscriptionOf(caller, id)).toMatchObject({ state: 'suspended', backlog: 1 });
  const { list, summary: figures } = await rowsOf(caller, id);
  expect(list.map(({ isTest, state }) => [isTest, state])).toEqual([
    [true, 'givenUp'],
    [false, 'failed'],
  ]);
  // A test is no attempt that counts.
  expect(figures.successPercent).toBe(0);
  const testRow = list[0]?.id as string;
  expect((await caller.call(replayPushes, { body: { by: 'rows', ids: [testRow] } })).code).toBe(nothingToReplay.code);
});

test('a replay of 100 rows makes 100 more attempts under the same event ids, by rows or by a range', async () => {
  const caller = await agent();
  const { id, path } = await subscribed(caller);
  const from = now().toISOString();
  await tell(
    ctx,
    Array.from({ length: 100 }, (_, n) => cardEvent('10', iccid(n % 10), n, now())),
  );
  await deliverNow(ctx, id);
  const { list } = await rowsOf(caller, id);
  const ids = list.map((each) => each.id);
  expect(await caller.ask(replayPushes, { body: { by: 'rows', ids } })).toEqual({ replayed: 100, left: 0 });
  await deliverNow(ctx, id);
  const range = { by: 'range' as const, subscriptionId: id, from, to: now().toISOString() };
  expect((await caller.call(replayPushes, { body: { ...range, isUndeliveredOnly: true } })).code).toBe(
    nothingToReplay.code,
  );
  expect(await caller.ask(replayPushes, { body: { ...range, isUndeliveredOnly: false } })).toEqual({
    replayed: 100,
    left: 0,
  });
  await deliverNow(ctx, id);
  const byId = Map.groupBy(at(path), ({ headers }) => headers['webhook-id']);
  expect([...byId.values()].map((each) => each.length)).toEqual(Array(100).fill(3));
  for (const row of (await rowsOf(caller, id)).list) expect(row).toMatchObject({ state: 'sent', attempts: 3 });
  await tell(
    ctx,
    Array.from({ length: 1_001 }, (_, n) => orderEvent('10', `M-${n}`, now())),
  );
  await deliverAllJob.run(ctx, {}, new AbortController().signal);
  const refused = await caller.call(replayPushes, { body: { ...range, isUndeliveredOnly: true } });
  expect(refused.code).toBe(tooManyReplays.code);
});

test('private addresses are refused when they are saved and again at every call', async () => {
  const caller = await agent();
  const body = { events: ['order_result' as const], platforms: [], productCodes: [], timeoutSeconds: 1 };
  const urls = [
    'http://hooks.example.com/x',
    'https://10.0.0.8/x',
    'https://192.168.1.1/x',
    'https://169.254.169.254/latest',
    'https://[::ffff:10.0.0.1]/x',
    'https://[fd00::1]/x',
    'https://user:word@hooks.example.com/x',
    'https://hooks.example.com/x?token=1',
    'ftp://hooks.example.com/x',
    'nonsense',
  ];
  for (const [at, url] of urls.entries()) {
    const answer = await caller.call(addPushSubscription, {
      body: { ...body, name: `内网 ${at}`, url },
      address: `10.8.0.${at}`,
    });
    expect([url, answer.code]).toEqual([url, pushAddressNotAllowed.code]);
    expect(answer.data).toMatchObject({ errors: [{ field: 'url' }] });
  }
  const { id } = await subscribed(caller);
  // As if its name had moved since.
  await it.db.updateTable('pushes.subscription').set({ url: 'https://10.0.0.8/x' }).where('id', '=', id).execute();
  await tell(ctx, [orderEvent('10', 'O-PRIVATE', now())]);
  await deliverNow(ctx, id);
  expect((await rowsOf(caller, id)).list).toMatchObject([
    { state: 'failed', httpStatus: null, words: '目标地址不允许' },
  ]);
});

test('both secrets sign for a day after a rotation; at most five subscriptions with names of their own; versions are checked', async () => {
  const caller = await agent();
  const { id, secret, path } = await subscribed(caller, { name: '轮换' });
  const { secret: next } = await caller.ask(rotatePushSecret, { body: { id, version: 1 } });
  expect((await caller.call(rotatePushSecret, { body: { id, version: 1 } })).code).toBe(changedByAnother.code);
  await tell(ctx, [orderEvent('10', 'R-1', now())]);
  await deliverNow(ctx, id);
  const [first] = at(path);
  expect(String(first?.headers['webhook-signature']).split(' ')).toHaveLength(2);
  expect(await isGenuine(secret, first as never)).toBe(true);
  expect(await isGenuine(next, first as never)).toBe(true);
  pass(24 * 60 + 1);
  await tell(ctx, [orderEvent('10', 'R-2', now())]);
  await deliverNow(ctx, id);
  const last = at(path).at(-1);
  expect(await isGenuine(secret, last as never)).toBe(false);
  expect(await isGenuine(next, last as never)).toBe(true);

  const again = await agent();
  const edit = {
    id,
    version: 2,
    name: '轮换',
    url: receiver.url,
    events: ['order_result' as const],
    platforms: [1 as const],
    productCodes: [],
    timeoutSeconds: 3,
  };
  await again.ask(editPushSubscription, { body: edit });
  expect((await again.call(editPushSubscription, { body: edit })).code).toBe(changedByAnother.code);
  const others = [];
  for (let n = 0; n < 4; n += 1) others.push(await subscribed(again));
  const sixth = {
    name: '第六个',
    url: receiver.url,
    events: ['order_result' as const],
    platforms: [],
    productCodes: [],
    timeoutSeconds: 1,
  };
  expect((await again.call(addPushSubscription, { body: sixth, address: '10.7.0.1' })).code).toBe(
    tooManySubscriptions.code,
  );
  for (const each of others) {
    const { version } = (await subscriptionOf(again, each.id)) as { version: number };
    await again.ask(removePushSubscription, { body: { id: each.id, version } });
  }
  expect((await again.call(addPushSubscription, { body: { ...sixth, name: '轮换' }, address: '10.7.0.2' })).code).toBe(
    pushNameTaken.code,
  );
  const stored = await it.db.selectFrom('pushes.signing_secret').select('sealed').execute();
  for (const { sealed } of stored) expect(sealed).not.toMatch(/whsec_/);
  const { version } = (await subscriptionOf(again, id)) as { version: number };
  await again.ask(removePushSubscription, { body: { id, version } });
});

test('a subscription for carriers or products gets the events of their cards only, and results of orders', async () => {
  const caller = await agent();
  const { id, path } = await subscribed(caller, { platforms: [2] });
  const other = await subscribed(caller, { productCodes: ['P1'], events: ['package_activation_expiry_info'] });
  await tell(ctx, [cardEvent('10', iccid(91), 9001, now()), orderEvent('10', 'S-1', now())]);
  await deliverNow(ctx, id, other.id);
  expect(at(path).map(({ event }) => event['type'])).toEqual(['order_result']);
  expect(at(other.path).map(({ event }) => event['iccid'])).toEqual([iccid(91)]);
});
