import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { iccid, type SimulatorUnderTest, startUnderTest, USER } from '../simulatorUnderTest.ts';

const CARD = iccid(1);
const EVER = encodeURIComponent('2000-01-01T00:00:00+00:00');
const STOP = { status: 'DEACTIVATED' };

describe('when things go wrong at the carrier', () => {
  let at: SimulatorUnderTest;
  const fault = (body: object) => at.control('POST', '/faults', body);
  const truth = async (card = CARD) =>
    (await at.control('GET', `/jasper/devices/${card}`)).json as {
      status: string;
      effects: unknown[];
      repeats: number;
      refusals: number;
    };
  beforeEach(async () => {
    at = await startUnderTest();
    await at.control('POST', '/jasper/devices', { account: USER, from: iccid(0), count: 20 });
  });
  afterEach(() => at.simulator.close());

  it('timeout: no answer comes and nothing is done, until the caller gives up', async () => {
    await fault({ kind: 'timeout', operation: 'editDevice' });
    const patience = new AbortController();
    const asked = at.call(`/devices/${CARD}`, { method: 'PUT', body: STOP, signal: patience.signal });
    await expect
      .poll(async () => ((await at.control('GET', '/faults')).json['faults'] as { strikes: number }[])[0]?.strikes)
      .toBe(1);
    patience.abort();
    await expect(asked).rejects.toThrow();
    expect(await truth()).toMatchObject({ status: 'ACTIVATED', effects: [] });
  });

  it('timeout with effect: no answer comes, yet it is done', async () => {
    await fault({ kind: 'timeout', operation: 'editDevice', applied: true });
    const patience = new AbortController();
    const asked = at.call(`/devices/${CARD}`, { method: 'PUT', body: STOP, signal: patience.signal });
    await expect.poll(async () => (await truth()).status).toBe('DEACTIVATED');
    patience.abort();
    await expect(asked).rejects.toThrow();
  });

  it('lostConfirmation: done, and the connection breaks; asking again has no second effect', async () => {
    await fault({ kind: 'lostConfirmation', operation: 'editDevice', count: 1 });
    await expect(at.put(CARD, STOP)).rejects.toThrow();
    expect(await truth()).toMatchObject({
      status: 'DEACTIVATED',
      effects: [{ from: 'ACTIVATED', to: 'DEACTIVATED', origin: 'api' }],
      repeats: 0,
    });
    expect((await at.put(CARD, STOP)).status).toBe(200);
    expect((await truth()).effects).toHaveLength(1);
    expect((await truth()).repeats).toBe(1);
  });

  it('dropBeforeEffect: the connection breaks and nothing is done', async () => {
    await fault({ kind: 'dropBeforeEffect', count: 1 });
    await expect(at.put(CARD, STOP)).rejects.toThrow();
    expect(await truth()).toMatchObject({ status: 'ACTIVATED', effects: [] });
    expect((await at.put(CARD, STOP)).status).toBe(200);
  });

  it('httpError: the carrier’s error body, without effect or with it', async () => {
    await fault({ kind: 'httpError', count: 1 });
    const first = await at.put(CARD, STOP);
    expect(first.status).toBe(500);
    expect(first.json).toMatchObject({ errorMessage: expect.any(String), errorCode: expect.stringMatching(/^\d+$/) });
    expect((await truth()).status).toBe('ACTIVATED');
    await fault({ kind: 'httpError', httpStatus: 503, applied: true, count: 1 });
    expect((await at.put(CARD, STOP)).status).toBe(503);
    expect((await truth()).status).toBe('DEACTIVATED');
  });

  it('refuse: the change is not allowed, and counted as refused', async () => {
    await fault({ kind: 'refuse', iccid: CARD });
    expect((await at.put(CARD, STOP)).status).toBe(400);
    expect(await truth()).toMatchObject({ status: 'ACTIVATED', effects: [], refusals: 1 });
    expect((await at.put(iccid(2), STOP)).status).toBe(200);
  });

  it('swallow: accepted, never done', async () => {
    await fault({ kind: 'swallow' });
    expect(await at.put(CARD, STOP)).toMatchObject({ status: 200, json: { iccid: CARD } });
    expect((await at.put(CARD, { status: 'INVENTORY' })).status).toBe(400);
    await at.call(`/devices/${CARD}/smsMessages`, { method: 'POST', body: { messageText: 'a' } });
    at.clock.advance(86_400_000);
    expect(await truth()).toMatchObject({ status: 'ACTIVATED', effects: [] });
    expect((await at.call(`/smsMessages?fromDate=${EVER}`)).json['smsMsgIds']).toEqual([]);
  });

  it('duplicate: carried out twice, which for a status is one effect and for a message two', async () => {
    await fault({ kind: 'duplicate' });
    await at.put(CARD, STOP);
    expect(await truth()).toMatchObject({ effects: [{ to: 'DEACTIVATED' }], repeats: 1 });
    await at.call(`/devices/${CARD}/smsMessages`, { method: 'POST', body: { messageText: 'a' } });
    expect((await at.call(`/smsMessages?fromDate=${EVER}&pageSize=50`)).json['smsMsgIds']).toHaveLength(2);
    const { devices } = (await at.call(`/devices?modifiedSince=${EVER}`)).json as { devices: { iccid: string }[] };
    expect(devices).toHaveLength(21);
    expect(devices[20]).toEqual(devices[0]);
  });

  it('duplicate, later: an old stop comes back and stops the card that was restarted since', async () => {
    await fault({ kind: 'duplicate', delayMs: 10_000, count: 1 });
    await at.put(CARD, STOP);
    await at.put(CARD, { status: 'ACTIVATED' });
    at.clock.advance(10_000);
    expect(await truth()).toMatchObject({ status: 'DEACTIVATED', effects: [{}, {}, {}] });
  });

  it('wrongStatus: reads lie, the truth stays', async () => {
    await fault({ kind: 'wrongStatus', status: 'DEACTIVATED', iccid: CARD, operation: 'getDevice' });
    expect((await at.call(`/devices/${CARD}`)).json['status']).toBe('DEACTIVATED');
    expect((await at.call(`/devices/${iccid(2)}`)).json['status']).toBe('ACTIVATED');
    expect((await truth()).status).toBe('ACTIVATED');
    await fault({ kind: 'wrongStatus', status: 'PURGED', operation: 'searchDevices' });
    const { devices } = (await at.call(`/devices?modifiedSince=${EVER}`)).json as { devices: { status: string }[] };
    expect(new Set(devices.map(({ status }) => status))).toEqual(new Set(['PURGED']));
  });

  it('garbled: the answer breaks off', async () => {
    await fault({ kind: 'garbled' });
    const answer = await at.call(`/devices/${CARD}`);
    expect(answer.status).toBe(200);
    expect(() => JSON.parse(answer.text)).toThrow();
  });

  it('slow: later calls are answered first, and it is done all the same', async () => {
    await fault({ kind: 'slow', delayMs: 150, iccid: CARD });
    const order: string[] = [];
    const slow = at.put(CARD, STOP).then((answer) => order.push(`slow ${answer.status}`));
    const quick = at.put(iccid(2), STOP).then((answer) => order.push(`quick ${answer.status}`));
    await Promise.all([slow, quick]);
    expect(order).toEqual(['quick 200', 'slow 200']);
    expect((await truth()).status).toBe('DEACTIVATED');
  });

  it('are aimed at one account, and gone when cleared', async () => {
    await at.control('POST', '/jasper/accounts', { username: 'rival', secret: 'other' });
    const set = await fault({ kind: 'httpError', account: 'rival' });
    expect((await at.call('/echo/a')).status).toBe(200);
    const mine = await fault({ kind: 'httpError', account: USER });
    expect((await at.call('/echo/a')).status).toBe(500);
    expect((await at.control('DELETE', `/faults/${mine.json['id']}`)).status).toBe(200);
    expect((await at.call('/echo/a')).status).toBe(200);
    expect((await at.control('DELETE', '/faults')).json).toEqual({ faults: [] });
    expect((await at.control('DELETE', `/faults/${set.json['id']}`)).status).toBe(404);
    expect((await fault({ kind: 'earthquake' })).status).toBe(400);
    expect((await fault({ kind: 'timeout', probabilty: 1 })).status).toBe(400);
  });

  it('a stop of many cards under faults, retried until confirmed, has exactly one effect on each', async () => {
    await at.control('POST', '/jasper/devices', { account: USER, from: iccid(1000), count: 300 });
    await fault({ kind: 'dropBeforeEffect', operation: 'editDevice', probability: 0.1, seed: 11 });
    await fault({ kind: 'lostConfirmation', operation: 'editDevice', probability: 0.05, seed: 12 });
    await fault({ kind: 'duplicate', operation: 'editDevice', probability: 0.05, seed: 13 });
    const cards = Array.from({ length: 300 }, (_, n) => iccid(1000 + n));
    await Promise.all(
      cards.map(async (card) => {
        for (;;) {
          const answer = await at.put(card, STOP).catch(() => undefined);
          if (answer?.status === 200) return;
        }
      }),
    );
    const counted = (await at.control('POST', '/jasper/effects', { iccids: cards })).json as {
      summary: { byCount: unknown; repeats: number };
    };
    expect(counted.summary.byCount).toEqual({ '1': 300 });
    expect(counted.summary.repeats).toBeGreaterThan(0);
  });
});
