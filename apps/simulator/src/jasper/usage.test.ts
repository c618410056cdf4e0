import { TurnableClock } from '@cardinal/primitives/clock.ts';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { billingCycleAt } from '../cardWorld/billingCycle.ts';
import { CardCarrier } from '../cardWorld/cardCarrier.ts';
import { usageBetween } from '../cardWorld/cardUsage.ts';
import { iccid, type SimulatorUnderTest, startUnderTest, USER } from '../simulatorUnderTest.ts';
import { WorldClock } from '../worldClock.ts';
import { jasperNature } from './jasperCarrier.ts';

const DAY_MS = 86_400_000;
const GIGABYTE = 1024 ** 3;
const SINCE = '2026-06-01T00:00:00Z';

describe('what a card uses', () => {
  let at: SimulatorUnderTest;
  const usage = async (card: string) => (await at.call(`/devices/${card}/ctdUsages`)).json as Record<string, number>;
  const session = async (card: string) =>
    (await at.call(`/devices/${card}/sessionInfo`)).json as Record<string, string | null>;
  /** A card that uses data every day. */
  let busy: string;
  let idle: string;

  beforeAll(async () => {
    at = await startUnderTest();
    await at.control('POST', '/jasper/devices', { account: USER, from: iccid(0), count: 60, activatedAt: SINCE });
    await at.control('POST', '/jasper/devices', {
      account: USER,
      from: iccid(100),
      count: 1,
      status: 'INVENTORY',
      ratePlan: 'SHELF',
    });
    const all = await Promise.all(
      Array.from({ length: 60 }, async (_, n) => ({ card: iccid(n), bytes: (await usage(iccid(n)))['ctdDataUsage']! })),
    );
    all.sort((a, b) => a.bytes - b.bytes);
    idle = all[0]!.card;
    busy = all[59]!.card;
  });
  afterAll(() => at.simulator.close());

  it('is told with the card’s names, in bytes, messages and seconds', async () => {
    const { json } = await at.call(`/devices/${busy}/ctdUsages`);
    expect(json).toMatchObject({
      iccid: busy,
      imsi: expect.any(String),
      status: 'ACTIVATED',
      ratePlan: 'DEMO-100MB',
      overageLimitOverride: 'DEFAULT',
    });
    for (const field of ['ctdDataUsage', 'ctdSMSUsage', 'ctdVoiceUsage', 'ctdSessionCount'])
      expect(Number.isInteger(json[field])).toBe(true);
    expect((await at.call(`/devices/${busy}/ctdUsages?fields=ctdDataUsage`)).json).toEqual({
      ctdDataUsage: json['ctdDataUsage'],
    });
    expect((await at.call(`/devices/${iccid(404)}/ctdUsages`)).status).toBe(404);
  });

  it('differs from card to card, and some lie in a drawer', async () => {
    expect((await usage(busy))['ctdDataUsage']).toBeGreaterThan(0);
    expect((await usage(idle))['ctdDataUsage']).toBe(0);
    expect(await session(idle)).toEqual({
      iccid: idle,
      ipAddress: null,
      dateSessionStarted: null,
      dateSessionEnded: null,
      apn: null,
    });
  });

  it('is the same in another simulator of the same seed, and another with another', async () => {
    const figures = async (seed: number) => {
      const other = await startUnderTest({ seed });
      await other.control('POST', '/jasper/devices', { account: USER, iccids: [busy], activatedAt: SINCE });
      other.clock.set(at.clock.now());
      const { ctdDataUsage } = (await other.call(`/devices/${busy}/ctdUsages`)).json;
      await other.simulator.close();
      return ctdDataUsage;
    };
    expect(await figures(at.simulator.jasper.seed)).toBe((await usage(busy))['ctdDataUsage']);
    expect(await figures(7)).not.toBe((await usage(busy))['ctdDataUsage']);
  });

  it('grows while the card is active, stands still while it is stopped, and starts anew with the cycle on the 27th', async () => {
    const before = (await usage(busy))['ctdDataUsage']!;
    at.clock.advance(DAY_MS);
    const grown = (await usage(busy))['ctdDataUsage']!;
    expect(grown).toBeGreaterThan(before);
    await at.put(busy, { status: 'DEACTIVATED' });
    at.clock.advance(DAY_MS);
    expect((await usage(busy))['ctdDataUsage']).toBe(grown);
    expect((await session(busy))['dateSessionEnded']).not.toBeNull();
    at.clock.set('2026-11-26T15:59:59Z');
    expect((await usage(busy))['ctdDataUsage']).toBe(grown);
    at.clock.set('2026-11-26T16:00:00Z');
    expect((await usage(busy))['ctdDataUsage']).toBe(0);
    await at.put(busy, { status: 'ACTIVATED' });
    at.clock.advance(DAY_MS);
    expect((await usage(busy))['ctdDataUsage']).toBeGreaterThan(0);
  });

  it('is what a card that came stopped used before it was stopped', async () => {
    const came = (card: string, since: string) =>
      at.control('POST', '/jasper/devices', {
        account: USER,
        iccids: [card],
        status: 'DEACTIVATED',
        activatedAt: SINCE,
        since,
      });
    const [active, stopped] = [busy, busy.replace(/^898606/, '898609')];
    await came(stopped, '2026-11-10T00:00:00Z');
    const path = `/devices/${stopped}/usageInZone?cycleStartDate=2026-10-27Z`;
    const zones = (await at.call(path)).json['deviceCycleUsageInZones'] as Record<string, { dataUsage: number }[]>;
    expect(zones['DEMO-100MB, 1']![0]!.dataUsage).toBeGreaterThan(0);
    expect((await usage(stopped))['ctdDataUsage']).toBe(0);
    expect((await usage(active))['ctdDataUsage']).toBeGreaterThan(0);
    expect((await session(stopped))['dateSessionEnded']! < '2026-11-10 00:00:01').toBe(true);
  });

  it('stays readable by zone for three cycles', async () => {
    const path = `/devices/${busy}/usageInZone`;
    const now = (await at.call(path)).json;
    expect(now).toMatchObject({
      iccid: busy,
      cycleStartDate: '2026-11-26T16:00:00.000Z',
      cycleEndDate: '2026-12-26T15:59:59.000Z',
    });
    const zones = (json: Record<string, unknown>) =>
      json['deviceCycleUsageInZones'] as Record<string, { dataUsage: number; zone: string }[]>;
    expect(zones(now)['DEMO-100MB, 1']![0]).toMatchObject({
      ratePlan: 'DEMO-100MB',
      dataUsageUnit: 'bytes',
      dataUsage: (await usage(busy))['ctdDataUsage'],
    });
    const last = (await at.call(`${path}?cycleStartDate=2026-10-27Z`)).json;
    expect(zones(last)['DEMO-100MB, 1']![0]!.dataUsage).toBeGreaterThan(0);
    expect(zones((await at.call(`${path}?ratePlan=OTHER`)).json)).toEqual({});
    for (const day of ['2026-08-27Z', '2026-11-26Z', 'someday'])
      expect((await at.call(`${path}?cycleStartDate=${day}`)).status).toBe(400);
  });

  it('comes from rate plans too', async () => {
    const all = (await at.call('/usages?ratePlanName=DEMO-100MB')).json['usages'] as { dataUsage: number }[];
    let sum = 0;
    for (let n = 0; n < 60; n++) sum += (await usage(iccid(n)))['ctdDataUsage']!;
    expect(all[0]!.dataUsage).toBe(sum);
    const sms = (await at.call('/usages?ratePlanName=DEMO-100MB&usageType=SMS')).json['usages'] as object[];
    expect(Object.keys(sms[0]!)).toEqual(['zone', 'smsmousage', 'smsmtusage']);
    expect((await at.call('/usages?ratePlanName=SHELF')).json['usages']).toMatchObject([{ dataUsage: 0 }]);
    expect((await at.call('/usages')).status).toBe(400);
    expect((await at.call('/usages?ratePlanName=NOBODY')).status).toBe(404);
    expect((await at.call('/usages?ratePlanName=SHELF&usageType=LIGHT')).status).toBe(400);
  });

  it('can be put on a card by hand, up to its limit and over it', async () => {
    const before = await usage(idle);
    expect(before['overageLimitReached']).toBe(false);
    await at.control('POST', '/jasper/usage', { iccid: idle, dataBytes: GIGABYTE, sms: 3, voiceSeconds: 60 });
    at.clock.advance(1000);
    const after = await usage(idle);
    expect(after['ctdDataUsage']! - before['ctdDataUsage']!).toBe(GIGABYTE);
    expect(after['ctdSMSUsage']! - before['ctdSMSUsage']!).toBe(3);
    expect(after['overageLimitReached']).toBe(true);
    await at.put(idle, { overageLimitOverride: 'TEMPORARY_OVERRIDE' });
    expect(await usage(idle)).toMatchObject({ overageLimitReached: false, overageLimitOverride: 'TEMPORARY_OVERRIDE' });
  });

  it('brings sessions that open and close, and can be opened and closed by hand', async () => {
    await at.control('POST', '/jasper/sessions', { iccid: busy, open: true });
    at.clock.advance(60_000);
    const open = await session(busy);
    expect(open).toMatchObject({
      ipAddress: expect.stringMatching(/^10\./),
      dateSessionEnded: null,
      apn: 'unim2m.njm2mapn',
    });
    await at.control('POST', '/jasper/sessions', { iccid: busy, open: false });
    at.clock.advance(DAY_MS);
    expect((await session(busy))['dateSessionEnded']).not.toBeNull();
    await at.control('POST', '/jasper/sessions', { iccid: busy, open: true });
    at.clock.advance(60_000);
    await at.put(busy, { status: 'DEACTIVATED' });
    expect((await session(busy))['dateSessionEnded']).not.toBeNull();
  });
});

describe('usage as it grows', () => {
  it('is a whole number that never shrinks, however often the card is stopped and restarted', () => {
    const steps = fc.array(
      fc.tuple(fc.constantFrom('ACTIVATED', 'DEACTIVATED', undefined), fc.integer({ min: 1, max: 40 * 3_600_000 })),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(steps, fc.integer({ min: 0, max: 10_000 }), (taken, n) => {
        const clock = new TurnableClock('2026-11-27T00:00:00Z');
        const carrier = new CardCarrier(jasperNature, { clock: new WorldClock(clock), seed: 3, journal: () => {} });
        carrier.openAccount({ username: USER, secret: 'k' });
        carrier.addDevices({ account: USER, iccids: [iccid(n)] });
        const fromMs = carrier.nowMs();
        let last = usageBetween(carrier.world, 0, 3, fromMs, carrier.nowMs());
        for (const [status, ms] of taken) {
          if (status)
            carrier.edit({
              row: 0,
              changes: [{ field: 'status', value: status }],
              effectiveMs: undefined,
              by: USER,
              times: 'once',
            });
          const isActive = carrier.world.devices.status(0) === 'ACTIVATED';
          clock.advance(ms);
          const usage = usageBetween(carrier.world, 0, 3, fromMs, carrier.nowMs());
          for (const part of ['dataBytes', 'sms', 'voiceSeconds', 'sessions'] as const) {
            expect(Number.isInteger(usage[part])).toBe(true);
            expect(usage[part]).toBeGreaterThanOrEqual(last[part]);
            if (!isActive) expect(usage[part]).toBe(last[part]);
          }
          last = usage;
        }
      }),
    );
  });
});

describe('a billing cycle', () => {
  it.each([
    ['2026-02-28T00:00:00Z', 27, '2026-02-26T16:00:00.000Z', '2026-03-26T16:00:00.000Z'],
    ['2026-01-05T00:00:00Z', 27, '2025-12-26T16:00:00.000Z', '2026-01-26T16:00:00.000Z'],
    ['2026-03-01T00:00:00Z', 1, '2026-02-28T16:00:00.000Z', '2026-03-31T16:00:00.000Z'],
  ])('at %s with day %i goes from %s to %s', (moment, day, start, end) => {
    const cycle = billingCycleAt(Date.parse(moment), day);
    expect([new Date(cycle.startMs).toISOString(), new Date(cycle.endMs).toISOString()]).toEqual([start, end]);
  });

  it('contains its moment and follows the one before without a gap', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_000_000_000_000 }), fc.integer({ min: 1, max: 28 }), (ms, day) => {
        const cycle = billingCycleAt(ms, day);
        expect(cycle.startMs <= ms && ms < cycle.endMs).toBe(true);
        expect(billingCycleAt(ms, day, 1).endMs).toBe(cycle.startMs);
      }),
    );
  });
});
