import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { iccid, type SimulatorUnderTest, startUnderTest, USER } from '../simulatorUnderTest.ts';

const CARD = iccid(1);
const STOP = { status: 'DEACTIVATED' };

describe('a carrier that confirms later', () => {
  let at: SimulatorUnderTest;
  const settings = (body: object) => at.control('PATCH', `/jasper/accounts/${USER}`, body);
  const status = async (card = CARD) => (await at.call(`/devices/${card}`)).json['status'];
  beforeEach(async () => {
    at = await startUnderTest();
    await at.control('POST', '/jasper/devices', {
      account: USER,
      from: iccid(0),
      count: 5,
      since: '2026-05-01T00:00:00Z',
    });
    await at.control('POST', '/jasper/devices', { account: USER, iccids: [iccid(50)], status: 'INVENTORY' });
  });
  afterEach(() => at.simulator.close());

  it('answers 202 and changes the status when its delay has passed', async () => {
    await settings({ confirmAfterMs: 3000 });
    expect((await at.put(CARD, STOP)).status).toBe(202);
    at.clock.advance(2999);
    expect(await status()).toBe('ACTIVATED');
    at.clock.advance(1);
    expect(await status()).toBe('DEACTIVATED');
  });

  it('answers as the account is told to, whatever it does', async () => {
    await settings({ editAnswer: 202 });
    expect((await at.put(CARD, STOP)).status).toBe(202);
    expect(await status()).toBe('DEACTIVATED');
    await settings({ editAnswer: 200, confirmAfterMs: 1000 });
    expect((await at.put(CARD, { status: 'ACTIVATED' })).status).toBe(200);
    expect(await status()).toBe('DEACTIVATED');
  });

  it('holds changes until they are released, some or all', async () => {
    await settings({ confirmAfterMs: null });
    for (let n = 0; n < 3; n++) await at.put(iccid(n), STOP);
    at.clock.advance(86_400_000);
    expect(await status(iccid(0))).toBe('ACTIVATED');
    expect((await at.control('GET', '/jasper/held')).json['held']).toHaveLength(3);
    expect((await at.control('POST', '/jasper/release', { iccids: [iccid(0)] })).json).toEqual({ released: 1 });
    expect([await status(iccid(0)), await status(iccid(1))]).toEqual(['DEACTIVATED', 'ACTIVATED']);
    expect((await at.control('POST', '/jasper/release')).json).toEqual({ released: 2 });
    expect(await status(iccid(1))).toBe('DEACTIVATED');
  });

  it('drops an accepted change that has become impossible, and counts a repeated one as none', async () => {
    await settings({ confirmAfterMs: 1000 });
    await at.put(CARD, STOP);
    await at.put(CARD, STOP);
    at.clock.advance(1000);
    expect((await at.control('GET', `/jasper/devices/${CARD}`)).json).toMatchObject({ effects: [{}], repeats: 1 });
    await at.put(CARD, { status: 'ACTIVATED' });
    await at.control('POST', '/jasper/changes', { iccids: [CARD], changes: { status: 'PURGED' } });
    at.clock.advance(1000);
    expect(await status()).toBe('PURGED');
    expect((await at.control('GET', '/jasper/held')).json['held']).toEqual([]);
  });

  it('lets others change a card: seen by the search, counted as foreign, bound by no table', async () => {
    const answer = await at.control('POST', '/jasper/changes', {
      iccids: [CARD, iccid(404)],
      changes: { status: 'RETIRED' },
      by: 'hotline',
    });
    expect(answer.json).toEqual({ changed: 1, unknown: [iccid(404)] });
    const now = encodeURIComponent(at.clock.now().toISOString());
    expect((await at.call(`/devices?modifiedSince=${now}`)).json['devices']).toMatchObject([
      { iccid: iccid(50) },
      { iccid: CARD, status: 'RETIRED' },
    ]);
    const effects = (await at.control('GET', '/jasper/effects')).json as { summary: unknown; devices: unknown[] };
    expect(effects.devices).toMatchObject([
      { iccid: CARD, effects: [{ to: 'RETIRED', origin: 'foreign', by: 'hotline' }] },
    ]);
    expect(effects.summary).toEqual({ devices: 1, byCount: { '0': 1 }, repeats: 0, refusals: 0 });
    expect((await at.control('POST', '/jasper/changes', { iccids: [CARD], changes: { status: 'GONE' } })).status).toBe(
      400,
    );
  });

  it('sees a new card attach some time after it was made ready', async () => {
    await settings({ firstAttachMs: 60_000 });
    await at.put(iccid(50), { status: 'ACTIVATION_READY' });
    at.clock.advance(59_999);
    expect(await status(iccid(50))).toBe('ACTIVATION_READY');
    at.clock.advance(1);
    expect(await status(iccid(50))).toBe('ACTIVATED');
    expect((await at.control('GET', `/jasper/devices/${iccid(50)}`)).json['effects']).toMatchObject([
      { to: 'ACTIVATION_READY', origin: 'api' },
      { to: 'ACTIVATED', origin: 'network' },
    ]);
  });

  it('lives by a clock of its own, which runs, stands or jumps', async () => {
    await settings({ confirmAfterMs: 3_600_000 });
    await at.put(CARD, STOP);
    expect((await at.control('PUT', '/clock', { advanceMs: 3_600_000 })).json).toEqual({
      now: '2026-11-21T03:00:00.000Z',
      frozen: false,
    });
    expect(await status()).toBe('DEACTIVATED');
    await at.control('PUT', '/clock', { now: '2026-12-24T20:00:00+08:00', frozen: true });
    at.clock.advance(5000);
    expect((await at.control('GET', '/clock')).json).toEqual({ now: '2026-12-24T12:00:00.000Z', frozen: true });
    await at.control('PUT', '/clock', { frozen: false });
    at.clock.advance(5000);
    expect((await at.control('GET', '/clock')).json).toEqual({ now: '2026-12-24T12:00:05.000Z', frozen: false });
    expect((await at.control('PUT', '/clock', { now: 'noon' })).status).toBe(400);
  });
});
