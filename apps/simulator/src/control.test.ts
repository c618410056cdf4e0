import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Simulator, startSimulator } from './simulator.ts';
import { basic, iccid, type SimulatorUnderTest, startUnderTest, USER } from './simulatorUnderTest.ts';

describe('steering the world', () => {
  let at: SimulatorUnderTest;
  beforeAll(async () => {
    at = await startUnderTest();
  });
  afterAll(() => at.simulator.close());

  it('makes 20,000 cards by a range or by a list, once', async () => {
    const range = await at.control('POST', '/jasper/devices', { account: USER, from: iccid(0), to: iccid(19_999) });
    expect(range.json).toEqual({ created: 20_000, total: 20_000 });
    const iccids = Array.from({ length: 20_000 }, (_, n) => iccid(19_000 + n));
    expect((await at.control('POST', '/jasper/devices', { account: USER, iccids })).json).toEqual({
      created: 19_000,
      total: 39_000,
    });
  });

  it.each([
    ['an unknown account', { account: 'nobody', iccids: [iccid(1)] }, 404],
    ['no ICCIDs', { account: USER }, 400],
    ['both a list and a range', { account: USER, iccids: [iccid(1)], from: iccid(1), count: 2 }, 400],
    ['a range that runs backwards', { account: USER, from: iccid(9), to: iccid(1) }, 400],
    ['letters where an ICCID has none', { account: USER, iccids: ['89860X00000000000001'] }, 400],
    ['a status nobody knows', { account: USER, iccids: [iccid(1)], status: 'STOPPED' }, 400],
    ['a field that is none', { account: USER, iccids: [iccid(1)], rateplan: 'X' }, 400],
  ])('refuses an inventory with %s', async (_, body, status) => {
    const answer = await at.control('POST', '/jasper/devices', body);
    expect(answer.status).toBe(status);
    expect(answer.json['message']).toEqual(expect.any(String));
  });

  it.each([
    ['GET', `/jasper/devices/${iccid(99_999)}`, undefined],
    ['POST', '/jasper/usage', { iccid: iccid(99_999), dataBytes: 1 }],
    ['POST', '/jasper/sessions', { iccid: iccid(99_999), open: true }],
    ['POST', '/jasper/sms', { iccid: iccid(99_999), text: 'a' }],
    ['PATCH', '/jasper/accounts/nobody', { cycleDay: 1 }],
  ])('%s %s: what does not exist is not found', async (method, path, body) => {
    expect((await at.control(method, path, body)).status).toBe(404);
  });

  it('tells how it is', async () => {
    expect((await at.control('GET', '/health')).json).toMatchObject({
      carriers: expect.arrayContaining(['jasper', 'onelink']),
      memoryBytes: expect.any(Number),
    });
  });

  it('is no part of the carrier: its own paths need no Authorization, the carrier’s do', async () => {
    expect((await at.call('/../../../_control/health', { authorization: null })).status).toBe(200);
    expect((await at.call('/_control/health')).status).toBe(404);
  });
});

describe('the demo’s world', () => {
  let at: SimulatorUnderTest;
  const account = { username: 'demo', secret: 'demo-key' };
  const as = { authorization: basic('demo', 'demo-key') };
  const devices = [
    { iccid: iccid(1), status: 'ACTIVATED', imsi: '460061234567890', msisdn: '8610600000001' },
    { iccid: iccid(2), status: 'DEACTIVATED' },
    { iccid: iccid(3), status: 'INVENTORY' },
    { iccid: iccid(4), ratePlan: 'OWN-5GB', activatedAt: '2026-02-01T00:00:00Z' },
    {
      iccid: iccid(5),
      activatedAt: '2026-02-01T00:00:00Z',
      used: [
        { at: '2026-09-01T00:00:00Z', dataBytes: 5 },
        { at: '2026-11-19T00:00:00Z', dataBytes: 24_000_000, sms: 3 },
      ],
    },
  ];
  const asOf = '2026-11-20T00:00:00Z';
  beforeAll(async () => {
    at = await startUnderTest();
  });
  afterAll(() => at.simulator.close());

  it('is made of what the platform tells, and only once', async () => {
    expect((await at.control('POST', '/jasper/world', { account, devices, asOf })).json).toEqual({
      created: 5,
      existing: 0,
    });
    await at.call(`/devices/${iccid(1)}`, { ...as, method: 'PUT', body: { status: 'DEACTIVATED' } });
    at.clock.advance(10_000);
    expect((await at.control('POST', '/jasper/world', { account, devices, asOf })).json).toEqual({
      created: 0,
      existing: 5,
    });
    expect((await at.call(`/devices/${iccid(1)}`, as)).json).toMatchObject({
      status: 'DEACTIVATED',
      imsi: '460061234567890',
      msisdn: '8610600000001',
    });
    expect((await at.call(`/devices/${iccid(4)}`, as)).json).toMatchObject({
      ratePlan: 'OWN-5GB',
      dateActivated: '2026-02-01 00:00:00.000+0000',
    });
    expect((await at.call(`/devices/${iccid(3)}`, as)).json['dateActivated']).toBeNull();
  });

  it('counts on from what a card was told to have used, once', async () => {
    const used = async () => (await at.call(`/devices/${iccid(5)}/ctdUsages`, as)).json;
    const { ctdDataUsage, ctdSMSUsage } = await used();
    expect([Number(ctdDataUsage) - 24_000_000 < 1_000_000, ctdSMSUsage]).toEqual([true, 3]);
    expect(ctdDataUsage).toBeGreaterThanOrEqual(24_000_000);
    at.clock.advance(86_400_000);
    expect((await used()).ctdDataUsage).toBeGreaterThan(Number(ctdDataUsage));
  });

  it('keeps the manners its account was given since', async () => {
    await at.control('PATCH', '/jasper/accounts/demo', { confirmAfterMs: 77 });
    await at.control('POST', '/jasper/world', { account, devices: [] });
    const { accounts } = (await at.control('GET', '/jasper/accounts')).json as {
      accounts: { username: string; confirmAfterMs: number }[];
    };
    expect(accounts.find(({ username }) => username === 'demo')?.confirmAfterMs).toBe(77);
  });

  it('has believable dates: added before activated before now, and the same for the same seed', async () => {
    const many = Array.from({ length: 500 }, (_, n) => ({
      iccid: iccid(1000 + n),
      status: n % 2 ? 'ACTIVATED' : 'DEACTIVATED',
    }));
    const other = await startUnderTest();
    for (const world of [at, other])
      await world.control('POST', '/jasper/world', { account, devices: many, asOf, seed: 9 });
    for (const { iccid: card } of many.slice(0, 40)) {
      const { json } = await at.call(`/devices/${card}`, as);
      const [added, activated, updated] = ['dateAdded', 'dateActivated', 'dateUpdated'].map((field) =>
        String(json[field]),
      );
      expect([added! <= activated!, activated! <= updated!, updated! <= '2026-11-21']).toEqual([true, true, true]);
      expect((await other.call(`/devices/${card}`, as)).json).toEqual({ ...json, accountId: expect.any(String) });
    }
    await other.simulator.close();
  });
});

describe('control with a token', () => {
  let simulator: Simulator;
  beforeAll(async () => {
    simulator = await startSimulator({ controlToken: 'a-token-of-the-test' });
  });
  afterAll(() => simulator.close());

  it('is open to whoever has it and to nobody else', async () => {
    const health = (token?: string) =>
      fetch(`${simulator.url}/_control/health`, { headers: token ? { 'x-simulator-token': token } : {} });
    expect((await health()).status).toBe(401);
    expect((await health('another')).status).toBe(401);
    expect((await health('a-token-of-the-test')).status).toBe(200);
  });
});
