import { previewSelection } from '@cardinal/contract/api/cardBatches/selection.ts';
import {
  addCards,
  card,
  cardsUnderTest,
  events,
  iccid,
  item,
  listSource,
  start,
  workOff,
} from '@cardinal/testing/cardsUnderTest.ts';
import { connectCarrier } from '@cardinal/testing/carriers.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { expect, test } from 'vitest';
import { confirmChanges } from './confirmChanges.ts';

const KEY = 'abc123ABC';

const control = (path: string, body: object) => under.jasper.control('POST', path, body);

const under = await forThisFile(cardsUnderTest());
const agent = await under.as('agent');
await control('/onelink/accounts', { username: '1000012026', secret: 'pw', changeWindowMs: 0 });
await control('/onelink/devices', { account: '1000012026', iccids: [1, 2, 3].map(iccid), status: '2' });
const onelink = await connectCarrier(under.app, {
  adapter: 'onelink',
  baseUrl: `${under.jasper.url}/v5`,
  credentials: { appid: '1000012026', password: 'pw' },
});
await control('/telecomCmp/accounts', { username: 'demo_user', secret: `${KEY}demo_pwd` });
await control('/telecomCmp/devices', { account: 'demo_user', iccids: [11].map(iccid), status: '4' });
const telecom = await connectCarrier(under.app, {
  adapter: 'telecomCmp',
  baseUrl: under.jasper.url,
  credentials: { userId: 'demo_user', password: 'demo_pwd', key: KEY },
});
await addCards(under, [
  ...[1, 2, 3].map((n) => ({ n, kind: 2, accountId: onelink })),
  { n: 4, kind: 2 },
  { n: 11, accountId: telecom },
  { n: 5, kind: 2, customerId: '20', accountId: onelink },
]);

async function settle(accountId: string): Promise<void> {
  await workOff(under);
  under.clock.advance(6_000);
  await confirmChanges(under.ctx, accountId, new AbortController().signal);
}
const numbers = (count: number, from = 0) =>
  Array.from({ length: count }, (_, n) => ({ number: `1380000${String(from + n).padStart(4, '0')}`, remark: null }));
const whiteList = (add: readonly object[], remove: readonly string[] = []) => ({ whiteList: { add, remove } });
const preview = (source: object, parameters: object, action = 'set_white_list') =>
  agent.ask(previewSelection, { body: { action, source, parameters } as never });

test('twelve numbers are put on a white list: the card has them once the carrier shows them', async () => {
  const added = [{ number: '13800000000', remark: '妈妈' }, ...numbers(11, 1)];
  const { taskId } = await start(agent, 'set_white_list', listSource([1]), whiteList(added));
  expect(await card(under, 1)).toMatchObject({ white_list_count: null });
  await settle(onelink);
  expect(await item(under, taskId, 1)).toMatchObject({ state: 'done' });
  const kept = await card(under, 1);
  expect(kept).toMatchObject({ white_list_count: 12 });
  expect(kept.white_list?.[0]).toEqual({ number: '13800000000', remark: '妈妈' });
  expect((await events(under, 1)).map(({ action, result }) => [action, result])).toEqual([
    ['set_white_list', 'asked'],
    ['set_white_list', 'confirmed'],
  ]);
  // Matches an earlier request: nothing is requested again.
  expect(await preview(listSource([1]), whiteList(added.slice(0, 2)))).toMatchObject({
    willTouch: 0,
    skipped: [{ reason: 'already' }],
  });
  await start(agent, 'set_white_list', listSource([1]), whiteList([], ['13800000000']));
  await settle(onelink);
  expect(await card(under, 1)).toMatchObject({ white_list_count: 11 });
});

test('a carrier that refuses leaves the list as it was, and the task says so', async () => {
  await start(agent, 'set_white_list', listSource([2]), whiteList(numbers(2)));
  await settle(onelink);
  expect(await card(under, 2)).toMatchObject({ white_list_count: 2 });
  await control('/faults', { carrier: 'onelink', kind: 'refuse', iccid: iccid(2), count: 1 });
  const { taskId } = await start(agent, 'set_white_list', listSource([2]), whiteList(numbers(1, 50)));
  await settle(onelink);
  expect(await item(under, taskId, 2)).toMatchObject({ state: 'failed' });
  expect(await card(under, 2)).toMatchObject({ white_list_count: 2 });
});

test('wrong numbers, other carriers and cards of others are told before anything starts', async () => {
  for (const [parameters, field] of [
    [whiteList([{ number: '12345', remark: null }]), 'number'],
    [whiteList([]), 'whiteList'],
    [whiteList(numbers(1), [numbers(1)[0]?.number ?? '']), 'whiteList'],
    [{}, 'whiteList'],
  ] as const) {
    await expect(preview(listSource([3]), parameters)).rejects.toThrow(field);
  }
  expect(await preview(listSource([3, 4, 5]), whiteList(numbers(1)))).toMatchObject({ willTouch: 1, willSkip: 2 });
  const norole = await under.as('norole');
  await expect(
    norole.ask(previewSelection, {
      body: { action: 'set_white_list', source: listSource([3]), parameters: whiteList(numbers(1)) as never },
    }),
  ).rejects.toThrow();
});

test('the network of a card is reset by its carrier’s answer, and may be reset again', async () => {
  for (const _ of [1, 2]) {
    const { taskId } = await start(agent, 'reset_network', listSource([3]));
    await settle(onelink);
    expect(await item(under, taskId, 3)).toMatchObject({ state: 'done' });
  }
  expect((await events(under, 3)).at(-1)).toMatchObject({ result: 'confirmed', to_value: { zh: '重置' } });
  expect(await preview(listSource([4]), {}, 'reset_network')).toMatchObject({ willTouch: 0 });
});

test('a cap is set, changed and lifted; the card keeps the one its carrier took', async () => {
  for (const [usageCapMb, kept] of [
    [500, 500],
    [0, 0],
    [null, null],
  ]) {
    const { taskId } = await start(agent, 'set_usage_cap', listSource([11]), { usageCapMb });
    await settle(telecom);
    expect(await item(under, taskId, 11)).toMatchObject({ state: 'done' });
    expect(await card(under, 11)).toMatchObject({ usage_cap_mb: kept });
  }
  expect((await events(under, 11)).map(({ result, to_value }) => [result, to_value])).toContainEqual([
    'confirmed',
    '500 MB',
  ]);
  await expect(preview(listSource([11]), { usageCapMb: -1 }, 'set_usage_cap')).rejects.toThrow('usageCapMb');
});

test('an APN is named, and asked only of an interface that has it', async () => {
  await expect(preview(listSource([11]), { apn: 'not an apn' }, 'change_apn')).rejects.toThrow('apn');
  expect(await preview(listSource([11]), { apn: 'ctnb' }, 'change_apn')).toMatchObject({
    willTouch: 0,
    skipped: [{ words: expect.stringContaining('APN') }],
  });
});
