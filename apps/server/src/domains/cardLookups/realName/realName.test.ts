import {
  askRealName,
  realNameNotOffered,
  realNameRefused,
  viewRealNameLink,
} from '@cardinal/contract/api/cardLookups/realName.ts';
import { cardCarrierUnavailable, cardNotFound, realNameUnclear } from '@cardinal/contract/api/cards/cardRefusals.ts';
import { readCard } from '@cardinal/contract/api/cardViews/cardDetail.ts';
import type { Caller } from '@cardinal/testing/app.ts';
import { addCards, card, cardsUnderTest, events, iccid } from '@cardinal/testing/cardsUnderTest.ts';
import { connectCarrier } from '@cardinal/testing/carriers.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { expect, test } from 'vitest';

const ONELINK = { appid: '1000012026', password: 'onelink-password' };
const DAY_MS = 86_400_000;

const control = (method: string, path: string, body?: unknown) => under.jasper.control(method, path, body);

const under = await forThisFile(cardsUnderTest());
const [agent, rival] = [await under.as('agent'), await under.as('rival')];
await control('POST', '/onelink/accounts', { username: ONELINK.appid, secret: ONELINK.password });
const addedAt = new Date(under.clock.now().getTime() - 40 * DAY_MS).toISOString();
const iccids = [1, 2].map(iccid);
await control('POST', '/onelink/devices', { account: ONELINK.appid, iccids, status: '2', addedAt });
const accountId = await connectCarrier(
  under.app,
  { adapter: 'onelink', baseUrl: `${under.jasper.url}/v5`, credentials: ONELINK },
  { timeoutMs: 400 },
);
await addCards(under, [{ n: 1 }, { n: 2 }, { n: 3 }, { n: 4 }]);
await under.db
  .updateTable('cards.card')
  .set({ platform: 2, sub_type: 2, carrier_account_id: accountId, carrier_status: 'normal' })
  .where('iccid', 'in', [...iccids, iccid(4)])
  .execute();

const idOf = async (n: number) => (await card(under, n)).id;
const link = async (who: Caller, n: number) => who.call(viewRealNameLink, { body: { id: await idOf(n) } });

test('the carrier’s page is told and not kept, and that it was taken stands in the history', async () => {
  const { data } = await link(agent, 1);
  expect(data).toMatchObject({ iccid: iccid(1), url: expect.stringMatching(/^https:/) });
  expect((await events(under, 1)).at(-1)).toMatchObject({ action: 'real_name', result: 'done', actor_name: 'agent' });
  const { id } = await card(under, 1);
  const logged = await under.db
    .selectFrom('audit.operation_log')
    .selectAll()
    .where('object_id', '=', id)
    .where('endpoint', '=', 'cards.viewRealNameLink')
    .execute();
  expect(logged).toHaveLength(1);
  expect(JSON.stringify(logged)).not.toContain(data?.url);
});

test('asked now, the carrier’s state is taken over with the moment; who is real-named gets no link', async () => {
  const body = { id: await idOf(2) };
  expect(await agent.ask(askRealName, { body })).toMatchObject({ status: 0 });
  await control('POST', '/onelink/changes', { iccids: [iccid(2)], changes: { realName: '1' } });
  const told = await agent.ask(askRealName, { body });
  expect(told).toMatchObject({ status: 1, readAt: under.clock.now().toISOString() });
  const view = await agent.ask(readCard, { query: { iccid: iccid(2) } });
  expect(view).toMatchObject({
    card: { realNameStatus: 1 },
    realName: { ask: { why: null }, link: { why: '该卡已实名' } },
  });
  expect((await link(agent, 2)).code).toBe(realNameNotOffered.code);
});

test('a carrier without it, one that refuses, is silent or is paused: each is told as what it is', async () => {
  const { realName } = await agent.ask(readCard, { query: { iccid: iccid(3) } });
  expect(realName.link).toEqual({ why: '该通道不提供实名链接' });
  expect((await link(agent, 3)).code).toBe(realNameNotOffered.code);
  // The carrier does not know this card.
  expect((await link(agent, 4)).code).toBe(realNameRefused.code);
  await control('POST', '/faults', { kind: 'garbled', operation: 'secure/sim-real-name-reg' });
  expect((await link(agent, 1)).code).toBe(realNameUnclear.code);
  await control('DELETE', '/faults');
  const { carrier_account_id } = await card(under, 1);
  await under.db
    .updateTable('carriers.account')
    .set({ state: 'paused' })
    .where('id', '=', carrier_account_id)
    .execute();
  expect((await link(agent, 1)).code).toBe(cardCarrierUnavailable.code);
  await under.db.updateTable('carriers.account').set({ state: 'on' }).where('id', '=', carrier_account_id).execute();
});

test('a card of somebody else is not there, and without the permission there is nothing to ask', async () => {
  expect((await link(rival, 1)).code).toBe(cardNotFound.code);
  const body = { id: await idOf(1) };
  expect((await rival.call(askRealName, { body })).code).toBe(cardNotFound.code);
  const nobody = await under.as('norole');
  for (const endpoint of [askRealName, viewRealNameLink]) {
    expect((await nobody.call(endpoint, { body })).status).toBe(403);
  }
});
