import { cardNotFound } from '@cardinal/contract/api/cards/cardRefusals.ts';
import { refreshCard } from '@cardinal/contract/api/cardViews/cardDetail.ts';
import { readCardPlaces, readCardSessions } from '@cardinal/contract/api/carrierSync/sessions.ts';
import * as networks from '@cardinal/contract/api/carriers/networks.ts';
import { type Caller, type TestApp, testApp } from '@cardinal/testing/app.ts';
import { type SimulatedJasper, simulatedJasper } from '@cardinal/testing/carriers.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { presetOf } from '../../carrierAdapters/generic/presets.ts';
import { openCarrierAccount } from '../../carriers/accounts/openAccount.ts';

const BETWEEN_READINGS_MS = 120_000;
const [ACCOUNT, CARD] = ['901', '700001'];
const ICCID = '8988200000000000016';
const SECRET = 'roaming-secret-4711';

let host: TestApp;
let world: SimulatedJasper;
let operator: Caller;
let admin: Caller;

beforeAll(async () => {
  host = await testApp({ demo: 'people' });
  world = await simulatedJasper({ clock: host.clock });
  operator = await host.as('operator');
  admin = await host.as('admin');
  await control('accounts', { username: 'roaming', secret: SECRET });
  await control('devices', { account: 'roaming', iccids: [ICCID], status: 'active' });
  await openCarrierAccount(host.app.systemContext('test'), {
    id: ACCOUNT,
    name: '国际测试',
    customerId: '1',
    adapter: 'international',
    profile: presetOf('international'),
    baseUrl: `${world.url}/generic`,
    credentials: { token: SECRET },
  });
  const now = host.clock.now();
  await host.db
    .insertInto('cards.card')
    .values({
      id: CARD,
      iccid: ICCID,
      platform: 6,
      carrier_account_id: ACCOUNT,
      kind: 1,
      carrier_status: 'ACTIVATED',
      lifecycle: 'activated',
      customer_id: '10',
      created_at: now,
      updated_at: now,
    } as never)
    .execute();
});
afterAll(async () => {
  await host?.stop();
  await world?.stop();
});

const control = (path: string, body: unknown) => world.control('POST', `/generic/${path}`, body);
const moveTo = (network: string) => control('changes', { iccids: [ICCID], changes: { network }, origin: 'network' });
async function read(): Promise<void> {
  host.clock.advance(BETWEEN_READINGS_MS);
  await operator.ask(refreshCard, { body: { id: CARD } });
}
const places = () => operator.ask(readCardPlaces, { query: { cardId: CARD } });
const find = async (query: object) => (await admin.ask(networks.listNetworks, { query: query as never })).list;

test('a session in Germany is there with its network, a move to France shows since when, and both have their usage', async () => {
  await moveTo('26201');
  await control('sessions', { iccid: ICCID, open: true });
  await control('usage', { iccid: ICCID, dataBytes: 3_000_000 });
  await read();
  expect((await places()).current).toMatchObject({
    country: 'DE',
    network: { mcc: '262', mnc: '01', isRegistered: true },
    isOnline: true,
    readAt: host.clock.now().toISOString(),
  });
  await moveTo('20801');
  const movedAt = host.clock.now();
  await control('usage', { iccid: ICCID, dataBytes: 1_000_000 });
  await read();
  const { current, countries } = await places();
  expect(current).toMatchObject({ country: 'FR', network: { en: 'Orange' }, since: movedAt.toISOString() });
  const bytesIn = (country: string) => Number(countries.find((each) => each.country === country)?.bytes);
  expect(bytesIn('DE')).toBeGreaterThanOrEqual(3_000_000);
  expect(bytesIn('FR')).toBeGreaterThanOrEqual(1_000_000);
});

test('the sessions are listed latest first with what the carrier tells, and to nobody else', async () => {
  const { isOffered, total, sessions } = await operator.ask(readCardSessions, { query: { cardId: CARD } });
  expect([isOffered, total >= 2]).toEqual([true, true]);
  expect(sessions[0]).toMatchObject({ isOpen: true, country: 'FR', apn: 'cmnet.demo', rat: '4G' });
  expect(sessions.slice(1).find(({ country }) => country === 'DE')).toMatchObject({ isOpen: false });
  expect(Number(sessions[0]?.bytesUp) + Number(sessions[0]?.bytesDown)).toBe(Number(sessions[0]?.bytes));
  const rival = await host.as('rival');
  const foreign = await Promise.all([
    rival.call(readCardSessions, { query: { cardId: CARD } }),
    rival.call(readCardPlaces, { query: { cardId: CARD } }),
  ]);
  expect(foreign.map(({ code }) => code)).toEqual([cardNotFound.code, cardNotFound.code]);
});

test('a network nobody knows comes into the register as unregistered, with its zeros, until somebody names it', async () => {
  await moveTo('00101');
  await read();
  const [found] = await find({ keyword: '001-01' });
  expect(found).toMatchObject({ mcc: '001', mnc: '01', isRegistered: false, cardsSeen: 1, country: null });
  expect((await places()).current).toMatchObject({
    country: null,
    network: { mcc: '001', mnc: '01', isRegistered: false },
  });
  const body = { networkId: found!.id, version: 1, en: 'Test lab', rats: [], through: [ACCOUNT], priceClass: 'high' };
  await admin.ask(networks.editNetwork, { body: { ...body, preference: 'forbidden' } as never });
  expect((await find({ keyword: '001-01' }))[0]).toMatchObject({
    isRegistered: true,
    priceClass: 'high',
    preference: 'forbidden',
  });
});

test('seen networks have their share of the traffic, and are found by it', async () => {
  const seen = await find({ isSeen: 'true', pageSize: 50 });
  expect(seen.map(({ mcc, mnc }) => `${mcc}-${mnc}`).sort()).toEqual(['001-01', '208-01', '262-01']);
  const share = seen.reduce((total, { trafficPercent }) => total + (trafficPercent ?? 0), 0);
  expect(share).toBeGreaterThan(99);
  expect((await find({ isSeen: 'false', keyword: '262-01' })).length).toBe(0);
});

test('cards are steered where a carrier can, and the reason is told where none can', async () => {
  const [lab] = await find({ keyword: '001-01' });
  const [orange] = await find({ keyword: '208-01' });
  const steer = (row: typeof lab, isSteered: boolean, version = row!.version) =>
    admin.call(networks.steerNetwork, { body: { networkId: row!.id, isSteered, version } });
  expect(orange?.notSteerable).toContain('不支持');
  expect((await steer(orange, true)).code).toBe(networks.networkNotSteerable.code);
  expect(lab?.notSteerable).toBeNull();
  expect((await steer(lab, true)).status).toBe(200);
  const { accounts } = (await world.control('GET', '/generic/accounts')) as { accounts: { steered: string[] }[] };
  expect(accounts[0]?.steered).toEqual(['00101']);
  expect((await find({ keyword: '001-01' }))[0]).toMatchObject({ preference: 'steered' });
  const fields = { networkId: lab!.id, version: lab!.version + 1, en: 'Test lab', rats: [], through: [ACCOUNT] };
  const over = await admin.call(networks.editNetwork, { body: { ...fields, preference: 'none' } as never });
  expect(over.code).toBe(networks.steeredNetwork.code);
  expect((await steer(lab, false)).code).toBe('4090002');
  expect((await steer(lab, false, lab!.version + 1)).status).toBe(200);
  expect((await find({ keyword: '001-01' }))[0]).toMatchObject({ preference: 'none' });
});
