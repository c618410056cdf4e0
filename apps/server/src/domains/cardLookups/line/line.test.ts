import { editByHand, notByHand, sameByHand } from '@cardinal/contract/api/cardLookups/cardByHand.ts';
import { askLine, lineNotTold } from '@cardinal/contract/api/cardLookups/lineReading.ts';
import { cardNotFound } from '@cardinal/contract/api/cards/cardRefusals.ts';
import { readCard } from '@cardinal/contract/api/cardViews/cardDetail.ts';
import { addCards, card, cardsUnderTest, events, iccid } from '@cardinal/testing/cardsUnderTest.ts';
import { connectCarrier } from '@cardinal/testing/carriers.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { expect, test } from 'vitest';
import { applyReadings } from '../../cardCommands/readings/applyReadings.ts';

const control = (path: string, body: object) => under.jasper.control('POST', path, body);
const idOf = async (n: number) => (await card(under, n)).id;
const detail = (n: number, who = agent) => who.ask(readCard, { query: { iccid: iccid(n) } });

const under = await forThisFile(cardsUnderTest());
const [agent, rival] = await Promise.all([under.as('agent'), under.as('rival')]);
await control('/onelink/accounts', { username: '1000012026', secret: 'pw' });
await control('/onelink/devices', { account: '1000012026', iccids: [1].map(iccid), status: '4' });
const onelink = await connectCarrier(under.app, {
  adapter: 'onelink',
  baseUrl: `${under.jasper.url}/v5`,
  credentials: { appid: '1000012026', password: 'pw' },
});
await addCards(under, [{ n: 1, accountId: onelink }, { n: 2 }, { n: 3 }, { n: 4 }]);
await under.db
  .updateTable('cards.card')
  .set({ platform: 2, sub_type: 2, carrier_status: 'stop', lifecycle: 'stopped' })
  .where('iccid', '=', iccid(1))
  .execute();
const partner = { platform: 5, sub_type: null, carrier_status: 'ACTIVE', carrier_account_id: '999999' };
await under.db.updateTable('cards.card').set(partner).where('iccid', '=', iccid(3)).execute();

test('asked now, a carrier tells services, stop reason and device in its words, and the card takes them over', async () => {
  await control('/onelink/changes', { iccids: [iccid(1)], changes: { 'service.sms': '0' } });
  expect(await detail(1)).toMatchObject({ line: { ask: { why: null }, reading: null } });
  const told = await agent.ask(askLine, { body: { id: await idOf(1) } });
  expect(told).toMatchObject({
    services: expect.arrayContaining([
      { service: 'sms', isOn: false, apn: null },
      { service: 'data', isOn: true, apn: 'CMIOT' },
    ]),
    stopReason: { words: expect.any(String) },
    binding: { isSeparated: null, separatedAt: null },
    allowances: [{ name: expect.any(String), totalBytes: expect.stringMatching(/^\d+$/), isDirected: null }],
  });
  expect(await detail(1)).toMatchObject({ line: { reading: told }, card: { smsOn: false, apn: 'CMIOT' } });
});

test('an interface that tells nothing of it says so; cards of others are not there', async () => {
  expect((await agent.call(askLine, { body: { id: await idOf(2) } })).code).toBe(lineNotTold.code);
  expect((await detail(2)).line.ask?.why).toBeTruthy();
  expect((await rival.call(askLine, { body: { id: await idOf(1) } })).code).toBe(cardNotFound.code);
  expect((await rival.call(editByHand, { body: { id: await idOf(3), status: 'STOP', note: '来函停机' } })).code).toBe(
    cardNotFound.code,
  );
});

test('a card without an interface is kept by hand: with a ground, in the history, and no carrier is asked', async () => {
  const id = await idOf(3);
  const set = (status: string, note = '合作方来函停机') => agent.call(editByHand, { body: { id, status, note } });
  expect((await detail(3)).byHand).toMatchObject({ why: null, last: null });
  expect((await set('STOP', '')).data).toMatchObject({ errors: [{ field: 'note' }] });
  expect((await set('NO_SUCH')).data).toMatchObject({ errors: [{ field: 'status' }] });
  expect((await set('STOP')).code).toBe('200');
  expect((await set('STOP')).code).toBe(sameByHand.code);
  expect(await card(under, 3)).toMatchObject({ carrier_status: 'STOP', lifecycle: 'stopped', pending_action: null });
  expect((await events(under, 3)).at(-1)).toMatchObject({
    action: 'stop_card',
    source: 'byHand',
    result: 'done',
    reason: '合作方来函停机',
    actor_name: 'agent',
  });
  expect((await detail(3)).byHand?.last).toMatchObject({ by: 'agent', note: '合作方来函停机' });
  expect((await detail(2)).byHand).toBeNull();
  const kept = { id: await idOf(2), status: 'DEACTIVATED', note: '不应允许' };
  expect((await agent.call(editByHand, { body: kept })).code).toBe(notByHand.code);
});

test('every device a card is seen in stays known to who had it then', async () => {
  const see = async (imei: string) => {
    under.clock.advance(60_000);
    const device = {
      iccid: iccid(4),
      status: 'ACTIVATED',
      imsi: null,
      msisdn: null,
      imei,
      ratePlan: null,
      communicationPlan: null,
      activatedAt: null,
      changedAt: null,
      raw: {},
    };
    const readAt = under.clock.now();
    await under.ctx.transact((inside) => applyReadings(inside, under.accountId, [device], { readAt, isDirect: true }));
    return readAt.toISOString();
  };
  const first = await see('860000000000011');
  const second = await see('860000000000022');
  await see('860000000000022');
  const third = await see('860000000000011');
  expect((await detail(4)).imeis).toEqual([
    { imei: '860000000000011', seenAt: third },
    { imei: '860000000000022', seenAt: second },
    { imei: '860000000000011', seenAt: first },
  ]);
  await under.db.updateTable('cards.card').set({ customer_id: '20' }).where('iccid', '=', iccid(4)).execute();
  expect((await detail(4, rival)).imeis).toEqual([{ imei: '860000000000011', seenAt: null }]);
});
