import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { basic, iccid, KEY, type SimulatorUnderTest, startUnderTest, USER } from '../simulatorUnderTest.ts';

describe('who may call', () => {
  let at: SimulatorUnderTest;
  beforeAll(async () => {
    at = await startUnderTest();
    await at.control('POST', '/jasper/accounts', { username: 'rival', secret: 'other', kind: 'essential' });
    await at.control('POST', '/jasper/devices', { account: USER, iccids: [iccid(1)] });
    await at.control('POST', '/jasper/devices', { account: 'rival', iccids: [iccid(2)] });
  });
  afterAll(() => at.simulator.close());

  it('without a header it asks for authentication and tells no code', async () => {
    const answer = await at.call(`/devices/${iccid(1)}`, { authorization: null });
    expect(answer.status).toBe(401);
    expect(answer.json).toEqual({ errorMessage: 'Full authentication is required to access this resource' });
    expect(answer.headers.get('www-authenticate')).toBe('Basic realm="Jasper"');
    expect(answer.headers.get('content-type')).toBe('application/json;charset=ISO-8859-1');
  });

  it('takes another scheme for none', async () => {
    const answer = await at.call('/echo/a', { authorization: 'Bearer abc' });
    expect(answer.json['errorMessage']).toBe('Full authentication is required to access this resource');
  });

  it.each([
    ['a wrong key', basic(USER, 'wrong')],
    ['an unknown user', basic('nobody', KEY)],
    ['no colon', `Basic ${Buffer.from(USER).toString('base64')}`],
    ['an empty key', basic(USER, '')],
    ['rubbish', 'Basic %%%'],
  ])('refuses %s in the same words', async (_, authorization) => {
    const answer = await at.call('/echo/a', { authorization });
    expect(answer.status).toBe(401);
    expect(answer.json).toEqual({ errorMessage: 'Invalid credentials', errorCode: '10000001' });
  });

  it('asks who it is before telling that a path does not exist', async () => {
    expect((await at.call('/nothing', { authorization: null })).status).toBe(401);
    expect((await at.call('/nothing')).status).toBe(404);
  });

  it('echoes', async () => {
    expect((await at.call('/echo/hello')).json).toEqual({ context: 'hello' });
  });

  it("answers for another account's card exactly as for none", async () => {
    const foreign = await at.call(`/devices/${iccid(2)}`);
    const none = await at.call(`/devices/${iccid(999)}`);
    expect(foreign.status).toBe(404);
    expect(foreign.text).toBe(none.text);
    const edited = await at.put(iccid(2), { status: 'DEACTIVATED' });
    expect(edited.status).toBe(404);
    expect((await at.control('GET', `/jasper/devices/${iccid(2)}`)).json['status']).toBe('ACTIVATED');
  });

  it.each(['auditTrails', 'usageInZone'])('keeps %s from accounts of the Essential kind', async (part) => {
    const answer = await at.call(`/devices/${iccid(2)}/${part}`, { authorization: basic('rival', 'other') });
    expect(answer.status).toBe(403);
    expect((await at.call('/usages?ratePlanName=DEMO-100MB', { authorization: basic('rival', 'other') })).status).toBe(
      403,
    );
  });

  it('never tells or keeps the key', async () => {
    const accounts = await at.control('GET', '/jasper/accounts');
    expect(accounts.text).not.toContain(KEY);
    expect(accounts.text).not.toContain('keyHash');
  });

  it('lets a new key in and the old one no more', async () => {
    await at.control('POST', '/jasper/accounts', { username: 'rival', secret: 'renewed' });
    expect((await at.call('/echo/a', { authorization: basic('rival', 'other') })).status).toBe(401);
    expect((await at.call('/echo/a', { authorization: basic('rival', 'renewed') })).status).toBe(200);
  });
});

describe('how often it may call', () => {
  let at: SimulatorUnderTest;
  beforeAll(async () => {
    at = await startUnderTest();
    await at.control('POST', '/jasper/devices', { account: USER, iccids: [iccid(1)] });
  });
  afterAll(() => at.simulator.close());

  it('refuses the sixth call of a second once the limit is switched on, and the budget comes back', async () => {
    await at.control('PATCH', `/jasper/accounts/${USER}`, { callsPerSecond: 5 });
    for (let i = 0; i < 5; i++) expect((await at.call('/echo/a')).status).toBe(200);
    const sixth = await at.call('/echo/a');
    expect(sixth.status).toBe(429);
    expect(sixth.json).toMatchObject({ errorMessage: expect.any(String), errorCode: expect.stringMatching(/^\d+$/) });
    at.clock.advance(1000);
    expect((await at.call('/echo/a')).status).toBe(200);
    await at.control('PATCH', `/jasper/accounts/${USER}`, { callsPerSecond: null });
    for (let i = 0; i < 10; i++) expect((await at.call('/echo/a')).status).toBe(200);
  });

  it('refuses a second call in flight, until the first caller has gone', async () => {
    await at.control('PATCH', `/jasper/accounts/${USER}`, { callsInFlight: 1 });
    await at.control('POST', '/faults', { kind: 'timeout', operation: 'getDevice', count: 1 });
    const patience = new AbortController();
    const hanging = at.call(`/devices/${iccid(1)}`, { signal: patience.signal });
    await expect.poll(() => at.simulator.jasper.gate(USER).figures().inFlight).toBe(1);
    expect((await at.call('/echo/a')).status).toBe(429);
    patience.abort();
    await expect(hanging).rejects.toThrow();
    await expect.poll(() => at.simulator.jasper.gate(USER).figures().inFlight).toBe(0);
    expect((await at.call('/echo/a')).status).toBe(200);
    await at.control('PATCH', `/jasper/accounts/${USER}`, { callsInFlight: null });
  });

  it('counts what it saw, per operation, and forgets when asked', async () => {
    await at.control('DELETE', '/jasper/calls');
    at.clock.advance(5000);
    await Promise.all([at.call('/echo/a'), at.call('/echo/b'), at.call(`/devices/${iccid(1)}`)]);
    at.clock.advance(5000);
    await at.call('/echo/c');
    const { calls } = (await at.control('GET', '/jasper/calls')).json as { calls: Record<string, unknown> };
    expect(calls[USER]).toMatchObject({
      calls: 4,
      refused: 0,
      peakPerSecond: 3,
      byOperation: { echo: 3, getDevice: 1 },
    });
  });
});
