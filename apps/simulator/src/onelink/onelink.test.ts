import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type SimulatorUnderTest, startUnderTest } from '../simulatorUnderTest.ts';

const APPID = '1000012026';
const ACCOUNT = { username: APPID, secret: 'onelink-password', changeWindowMs: 0 };
const card = (n: number) => `898604${String(n).padStart(14, '0')}`;
type Told = { status: string; message: string; result: Record<string, unknown>[] };

let at: SimulatorUnderTest;
let serial = 0;
let token = '';

const transid = () => {
  serial += 1;
  return `${APPID}20261121100000${String(serial).padStart(8, '0')}`;
};
async function call(path: string, params: Record<string, string> = {}, how: 'GET' | 'json' | 'form' = 'GET') {
  const all = new URLSearchParams({ transid: transid(), token, ...params });
  const url = `${at.simulator.url}/v5/ec/${path}`;
  const types = { json: 'application/json', form: 'application/x-www-form-urlencoded' };
  const answer =
    how === 'GET'
      ? await fetch(`${url}?${all}`)
      : await fetch(url, {
          method: 'POST',
          headers: { 'content-type': types[how] },
          body: how === 'json' ? JSON.stringify(Object.fromEntries(all)) : String(all),
        });
  return (await answer.json()) as Told;
}
const getToken = async (extra: Record<string, string> = {}) => {
  const told = await call('get/token', { appid: APPID, password: ACCOUNT.secret, ...extra });
  return told.result[0] as { token: string; ttl: string };
};
const control = (method: string, path: string, body?: unknown) => at.control(method, `/onelink${path}`, body);
const status = async (n: number) => (await call('query/sim-status', { iccid: card(n) })).result[0]?.['cardStatus'];

beforeEach(async () => {
  at = await startUnderTest();
  await control('POST', '/accounts', ACCOUNT);
  await control('POST', '/accounts', { ...ACCOUNT, username: '2000000000' });
  const since = '2026-06-01T00:00:00Z';
  const add = (iccids: string[], word: string, account = APPID) =>
    control('POST', '/devices', { account, iccids, status: word, since, addedAt: since });
  await add([card(1), card(2), card(3)], '2');
  await add([card(11), card(12)], '00');
  await add([card(21)], '6');
  await add([card(22)], '7');
  await add([card(99)], '2', '2000000000');
  token = (await getToken()).token;
});
afterEach(() => at.simulator.close());

describe('the door', () => {
  it('gives one live token, what is left of it, and a new one on refresh', async () => {
    at.clock.advance(600_000);
    expect(await getToken()).toEqual({ token, ttl: '3000' });
    const fresh = await getToken({ refresh: '1' });
    expect(fresh).toEqual({ token: expect.not.stringMatching(token), ttl: '3600' });
    expect((await call('query/sim-status', { iccid: card(1) })).status).toBe('12021');
    token = fresh.token;
    expect((await call('query/sim-status', { iccid: card(1) })).status).toBe('0');
    at.clock.advance(3_600_000);
    expect((await call('query/sim-status', { iccid: card(1) })).status).toBe('12021');
    expect((await call('get/token', { appid: APPID, password: 'wrong' })).status).toBe('12022');
  });

  it('refuses a transid of another shape and one that was used', async () => {
    const used = transid();
    expect((await call('query/sim-status', { iccid: card(1), transid: used })).status).toBe('0');
    for (const wrong of [used, 'x', `${APPID}2026`, `2000000000${used.slice(10)}`]) {
      expect((await call('query/sim-status', { iccid: card(1), transid: wrong })).status).toBe('12004');
    }
  });

  it('takes query, JSON and form alike', async () => {
    for (const how of ['GET', 'json', 'form'] as const) {
      expect((await call('query/sim-status', { iccid: card(1) }, how)).result).toEqual([
        { cardStatus: '2', lastChangeDate: '20260601080000' },
      ]);
    }
  });

  it('wants exactly one number, and knows its own cards only', async () => {
    const refused = async (params: Record<string, string>) => (await call('query/sim-status', params)).status;
    expect(await refused({})).toBe('11000');
    expect(await refused({ iccid: card(1), msisdn: '1440000000001' })).toBe('11000');
    expect(await refused({ iccid: card(500) })).toBe('12010');
    expect(await refused({ iccid: card(99) })).toBe('12009');
    expect(await refused({ msisdn: '1440000000001' })).toBe('0');
    const iccids = Array.from({ length: 101 }, (_, n) => card(n)).join('_');
    expect((await call('query/sim-card-info/batch', { iccids })).status).toBe('11000');
    const info = await call('query/sim-card-info/batch', { iccids: [card(1), card(99)].join('_') });
    expect(info.result).toMatchObject([{ status: '0', msisdn: '1440000000001' }, { status: '12010' }]);
  });

  it('refuses calls beyond its limit with the code it is told to', async () => {
    await control('PATCH', `/accounts/${APPID}`, { callsPerSecond: 2, limitCode: '12345' });
    await at.clock.advance(1000);
    expect(await status(1)).toBe('2');
    expect(await status(1)).toBe('2');
    expect((await call('query/sim-status', { iccid: card(1) })).status).toBe('12345');
  });
});

describe('changes', () => {
  it('have an order number and take effect later; CT and PB keep their own words', async () => {
    await control('PATCH', `/accounts/${APPID}`, { confirmAfterMs: 3000 });
    const orders = await Promise.all(
      [1, 11].map(async (n) => (await call('change/sim-status', { iccid: card(n), operType: '0' })).result[0]),
    );
    const state = async () =>
      Promise.all(
        orders.map(async (order) => {
          const orderNum = String(order?.['orderNum']);
          return (await call('query/order-info', { orderNum })).result[0]?.['orderStatus'];
        }),
      );
    expect([await state(), await status(1), await status(11)]).toEqual([['0', '0'], '2', '00']);
    at.clock.advance(3000);
    expect([await state(), await status(1), await status(11)]).toEqual([['1', '1'], '4', '02']);
    expect((await call('change/sim-status', { iccid: card(1), operType: '0' })).status).toBe('12089');
    expect((await call('change/sim-status', { iccid: card(1), operType: '9' })).status).toBe('11000');
  });

  it('wait for the window of the card, alone or in a batch', async () => {
    await control('PATCH', `/accounts/${APPID}`, { changeWindowMs: 180_000 });
    expect((await call('change/sim-status', { iccid: card(1), operType: '0' })).status).toBe('0');
    expect((await call('change/sim-status', { iccid: card(1), operType: '1' })).status).toBe('12089');
    const msisdns = '1440000000001_1440000000002';
    expect((await call('change/sim-status/batch', { msisdns, operType: '9', reason: '01' })).status).toBe('12089');
    expect(await status(2)).toBe('2');
    at.clock.advance(180_000);
    expect((await call('change/sim-status', { iccid: card(1), operType: '1' })).status).toBe('0');
  });

  it('in a batch run as a job: waiting, running, done or done with failures', async () => {
    await control('PATCH', `/accounts/${APPID}`, { confirmAfterMs: 3000 });
    const job = async (msisdns: string, operType: string) =>
      String((await call('change/sim-status/batch', { msisdns, operType, reason: '01' })).result[0]?.['jobId']);
    const good = await job('1440000000001_1440000000002', '9');
    const mixed = await job('1440000000003_1440000000022', '9');
    const failed = await job('1440000000022', '9');
    const states = async () =>
      Promise.all(
        [good, mixed, failed].map(
          async (jobId) => (await call('query/sim-batch-result', { jobId })).result[0]?.['jobStatus'],
        ),
      );
    expect(await states()).toEqual(['0', '0', '4']);
    at.clock.advance(1000);
    expect(await states()).toEqual(['1', '1', '4']);
    at.clock.advance(2000);
    expect(await states()).toEqual(['2', '3', '4']);
    expect((await call('change/sim-status/batch', { msisdns: '1440000000001', operType: '9' })).status).toBe('11000');
  });

  it('of services, speed and binding are told back', async () => {
    const iccid = card(1);
    await call('operate/sim-apn-function', { iccid, apnName: 'CMIOT', operType: '1' });
    const { result } = await call('query/sim-communication-function-status', { iccid });
    expect(result[0]?.['serviceTypeList']).toContainEqual({ serviceType: '11', serviceStatus: '0', apnName: 'CMIOT' });
    await call('operate/card-bind-by-bill', { iccid, operType: '1', bindingStyle: '1', tac: '35000000' });
    const bound = await call('query/card-bind-status', { msisdn: '1440000000001', testType: '0' });
    expect(bound.result).toEqual([{ result: '0', sepTime: '20261121100000' }]);
  });
});

describe('usage', () => {
  it('is in kilobytes, a space for a fresh card, and of closed days in batches', async () => {
    await control('POST', '/usage', { iccid: card(1), dataBytes: 1_572_864 });
    at.clock.advance(1000);
    const month = async (n: number) =>
      (await call('query/sim-data-usage', { iccid: card(n) })).result[0]?.['dataAmount'];
    expect(Number(await month(1))).toBeGreaterThanOrEqual(1536);
    expect(await month(22)).toBe(' ');
    const iccids = [card(1), card(500)].join('_');
    const day = await call('query/sim-data-usage-daily/batch', { iccids, queryDate: '20261120' });
    expect(day.result[0]?.['dataAmountList']).toEqual([
      expect.objectContaining({ iccid: card(1), dataAmount: expect.stringMatching(/^\d+(\.\d+)?$/) }),
    ]);
    for (const queryDate of ['20261121', '20261113', '2026-11-20', '20261301']) {
      expect((await call('query/sim-data-usage-daily/batch', { iccids, queryDate })).status).toBe('11000');
    }
    expect((await call('query/sim-data-usage-monthly/batch', { iccids, queryDate: '202611' })).status).toBe('0');
    expect((await call('query/sim-data-usage-monthly/batch', { iccids, queryDate: '202605' })).status).toBe('11000');
  });

  it('comes by groups with their allowances', async () => {
    const groups = await call('query/group-info', { pageSize: '50', startNum: '1' });
    expect(groups.result).toMatchObject([{ groupList: [{ offeringName: 'DEMO-100MB' }], flag: 'Y' }]);
    const [first] = groups.result as { groupList?: { groupId: string }[] }[];
    const groupId = first?.groupList?.[0]?.groupId ?? '';
    expect((await call('query/group-data-margin', { groupId })).result[0]).toMatchObject({ accmMarginList: [{}] });
    expect((await call('query/group-data-margin', { groupId: '1' })).status).toBe('12034');
  });
});

it('keeps its world over the shortest list of events, orders included', async () => {
  await control('PATCH', `/accounts/${APPID}`, { confirmAfterMs: null });
  await call('change/sim-status', { iccid: card(1), operType: '0' });
  await call('operate/network-speed', { iccid: card(2), apnName: 'CMIOT', serviceUsageState: '92' });
  await control('POST', '/release', { iccids: [card(2)] });
  const other = await startUnderTest();
  for (const event of at.simulator.onelink.world.events()) other.simulator.onelink.world.apply(event);
  expect([...other.simulator.onelink.world.events()]).toEqual([...at.simulator.onelink.world.events()]);
  expect([...other.simulator.onelink.world.orders.all()].map(({ lines }) => lines[0]?.outcome)).toEqual([
    'waiting',
    'done',
  ]);
  await other.simulator.close();
});
