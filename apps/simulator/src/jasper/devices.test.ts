import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  basic,
  type Heard,
  iccid,
  MORNING,
  type SimulatorUnderTest,
  startUnderTest,
  USER,
} from '../simulatorUnderTest.ts';

const EVER = encodeURIComponent('2000-01-01T00:00:00+00:00');
const DAY_MS = 86_400_000;
const named = (answer: Heard) => (answer.json['devices'] as { iccid: string }[]).map((device) => device.iccid);

describe('searching devices', () => {
  let at: SimulatorUnderTest;
  beforeAll(async () => {
    at = await startUnderTest();
    await at.control('POST', '/jasper/devices', {
      account: USER,
      from: iccid(0),
      count: 120,
      since: '2026-05-01T00:00:00Z',
    });
    await at.control('POST', '/jasper/devices', {
      account: USER,
      from: iccid(500),
      count: 3,
      status: 'INVENTORY',
      ratePlan: 'OTHER-1GB',
    });
    await at.control('POST', '/jasper/accounts', { username: 'rival', secret: 'other' });
    await at.control('POST', '/jasper/devices', { account: 'rival', from: iccid(900), count: 2 });
  });
  afterAll(() => at.simulator.close());

  it.each([
    ['without modifiedSince', '', 'modifiedSince is required'],
    ['with a plus that was not encoded', '?modifiedSince=2026-01-01T00:00:00+00:00', 'modifiedSince must be a date'],
    ['with a day that does not exist', `?modifiedSince=2026-13-01T00:00:00Z`, 'modifiedSince must be a date'],
    ['with a page too large', `?modifiedSince=${EVER}&pageSize=51`, 'pageSize'],
    ['with page 0', `?modifiedSince=${EVER}&pageNumber=0`, 'pageNumber'],
    ['with a status nobody knows', `?modifiedSince=${EVER}&status=SLEEPING`, 'SLEEPING'],
    ['of an account that is not the caller’s', `?modifiedSince=${EVER}&accountId=7`, 'accountId'],
  ])('is refused %s', async (_, query, words) => {
    const answer = await at.call(`/devices${query}`);
    expect(answer.status).toBe(400);
    expect(answer.json['errorMessage']).toContain(words);
    expect(answer.json['errorCode']).toMatch(/^\d+$/);
  });

  it('pages through everything once, 50 at a time, and says where it ends', async () => {
    const seen: string[] = [];
    const ends: boolean[] = [];
    for (let n = 1; n <= 3; n++) {
      const page = await at.call(`/devices?modifiedSince=${EVER}&pageNumber=${n}`);
      expect(page.json['pageNumber']).toBe(n);
      seen.push(...named(page));
      ends.push(page.json['lastPage'] as boolean);
    }
    expect(ends).toEqual([false, false, true]);
    expect(new Set(seen).size).toBe(123);
    expect(named(await at.call(`/devices?modifiedSince=${EVER}&pageNumber=4`))).toEqual([]);
  });

  it('says lastPage when the last page is exactly full', async () => {
    const answer = await at.call(`/devices?modifiedSince=${EVER}&pageSize=41&pageNumber=3`);
    expect(named(answer)).toHaveLength(41);
    expect(answer.json['lastPage']).toBe(true);
  });

  it('tells four facts of a device, or the ones asked for', async () => {
    const { devices } = (await at.call(`/devices?modifiedSince=${EVER}&pageSize=1`)).json as { devices: unknown[] };
    expect(devices).toEqual([
      { iccid: iccid(0), status: 'ACTIVATED', ratePlan: 'DEMO-100MB', communicationPlan: 'DEMO-DATA' },
    ]);
    const sparse = (await at.call(`/devices?modifiedSince=${EVER}&pageSize=1&fields=iccid,status`)).json as {
      devices: unknown[];
    };
    expect(sparse.devices).toEqual([{ iccid: iccid(0), status: 'ACTIVATED' }]);
  });

  it('finds only the caller’s own, by status and by custom field', async () => {
    expect(named(await at.call(`/devices?modifiedSince=${EVER}`, { authorization: basic('rival', 'other') }))).toEqual([
      iccid(900),
      iccid(901),
    ]);
    expect(named(await at.call(`/devices?modifiedSince=${EVER}&status=INVENTORY`))).toEqual([
      iccid(500),
      iccid(501),
      iccid(502),
    ]);
    await at.put(iccid(7), { accountCustom3: 'north' });
    expect(named(await at.call(`/devices?modifiedSince=${EVER}&accountCustom3=north`))).toEqual([iccid(7)]);
  });

  it('moves a changed device to the end, and finds it by the time of its change', async () => {
    at.clock.advance(60_000);
    const since = at.clock.now();
    await at.put(iccid(3), { status: 'DEACTIVATED' });
    at.clock.advance(1000);
    await at.put(iccid(1), { status: 'DEACTIVATED' });
    const after = (moment: Date) => encodeURIComponent(moment.toISOString().replace('Z', '+00:00'));
    expect(named(await at.call(`/devices?modifiedSince=${after(since)}`))).toEqual([iccid(3), iccid(1)]);
    const last = await at.call(`/devices?modifiedSince=${EVER}&pageNumber=3`);
    expect(named(last).slice(-2)).toEqual([iccid(3), iccid(1)]);
    expect(named(await at.call(`/devices?modifiedSince=${after(since)}&modifiedTill=${after(since)}`))).toEqual([
      iccid(3),
    ]);
  });

  it('keeps the order of time when devices with older dates come later', async () => {
    await at.control('POST', '/jasper/devices', { account: USER, iccids: [iccid(700)], since: '2020-01-01T00:00:00Z' });
    expect(named(await at.call(`/devices?modifiedSince=${EVER}&pageSize=1`))).toEqual([iccid(700)]);
  });
});

describe('one device', () => {
  let at: SimulatorUnderTest;
  beforeAll(async () => {
    at = await startUnderTest();
    const dates = {
      addedAt: '2026-04-01T00:00:00Z',
      activatedAt: '2026-05-01T00:00:00Z',
      since: '2026-05-02T00:00:00Z',
    };
    await at.control('POST', '/jasper/devices', { account: USER, from: iccid(17), count: 10, ...dates });
    await at.control('POST', '/jasper/devices', {
      account: USER,
      iccids: [iccid(90)],
      ratePlan: 'BIG-1GB',
      status: 'INVENTORY',
    });
  });
  afterAll(() => at.simulator.close());

  it('has its numbers, plans and dates', async () => {
    const { json, headers } = await at.call(`/devices/${iccid(17)}`);
    expect(headers.get('content-type')).toBe('application/json;charset=UTF-8');
    expect(json).toMatchObject({
      iccid: '89860600000000000017',
      imsi: '460060000000017',
      msisdn: '861060000000017',
      imei: '860000000000017',
      status: 'ACTIVATED',
      ratePlan: 'DEMO-100MB',
      communicationPlan: 'DEMO-DATA',
      customer: null,
      dateActivated: '2026-05-01 00:00:00.000+0000',
      dateAdded: '2026-04-01 00:00:00.000+0000',
      dateUpdated: '2026-05-02 00:00:00.000+0000',
      dateShipped: '2026-04-02 00:00:00.000+0000',
      accountId: '100000001',
      fixedIPAddress: null,
      accountCustom1: '',
      accountCustom10: '',
      globalSimType: 'None',
    });
    expect((await at.call(`/devices/${iccid(90)}`)).json['dateActivated']).toBeNull();
  });

  it('tells only the fields asked for', async () => {
    expect((await at.call(`/devices/${iccid(17)}?fields=status,imsi`)).json).toEqual({
      imsi: '460060000000017',
      status: 'ACTIVATED',
    });
  });

  it('does not exist: 404 in the carrier’s words', async () => {
    const answer = await at.call(`/devices/${iccid(404)}`);
    expect(answer.status).toBe(404);
    expect(answer.json).toMatchObject({ errorMessage: expect.any(String), errorCode: expect.stringMatching(/^\d+$/) });
  });

  it('is stopped, restarted, retired and purged, and no other way', async () => {
    const card = iccid(18);
    for (const status of ['DEACTIVATED', 'ACTIVATED', 'DEACTIVATED', 'RETIRED', 'PURGED']) {
      const answer = await at.put(card, { status });
      expect([answer.status, answer.json]).toEqual([200, { iccid: card }]);
      expect((await at.call(`/devices/${card}`)).json['status']).toBe(status);
    }
    const back = await at.put(card, { status: 'ACTIVATED' });
    expect(back.status).toBe(400);
    expect(back.json['errorMessage']).toContain('from PURGED to ACTIVATED');
    expect((await at.call(`/devices/${card}`)).json['status']).toBe('PURGED');
    expect((await at.put(iccid(19), { status: 'RETIRED' })).status).toBe(400);
    expect((await at.put(iccid(19), { status: 'INVENTORY' })).status).toBe(400);
  });

  it('gets its activation date when it first becomes active, and keeps it', async () => {
    const card = iccid(90);
    await at.put(card, { status: 'ACTIVATED' });
    const first = (await at.call(`/devices/${card}`)).json['dateActivated'];
    expect(first).toBe(MORNING.replace('T', ' ').replace('Z', '+0000'));
    at.clock.advance(DAY_MS);
    await at.put(card, { status: 'DEACTIVATED' });
    await at.put(card, { status: 'ACTIVATED' });
    expect((await at.call(`/devices/${card}`)).json['dateActivated']).toBe(first);
  });

  it('takes every other field an edit may set', async () => {
    const fields = {
      ratePlan: 'BIG-1GB',
      customer: 'Harbour',
      deviceID: 'd-1',
      modemID: 'm-1',
      accountCustom10: 'x',
      operatorCustom5: 'y',
      customerCustom5: 'z',
    };
    expect((await at.put(iccid(20), fields)).status).toBe(200);
    expect((await at.call(`/devices/${iccid(20)}`)).json).toMatchObject(fields);
    expect((await at.put(iccid(20), { ipv4Address: '10.0.0.9', apn: 'demo', pdpId: '1' })).status).toBe(200);
    expect((await at.call(`/devices/${iccid(20)}`)).json['fixedIPAddress']).toBe('10.0.0.9');
  });

  it.each([
    ['nothing', {}],
    ['only a date', { effectiveDate: '2026-12-01Z' }],
    ['a field that is none', { status: 'DEACTIVATED', colour: 'red' }],
    ['a status that is none', { status: 'STOPPED' }],
    ['a number as status', { status: 4 }],
    ['a list', ['status']],
    ['a rate plan the account does not have', { ratePlan: 'NOBODY-1GB' }],
    ['a communication plan the account does not have', { communicationPlan: 'NOBODY' }],
    ['an override that is none', { overageLimitOverride: 'ALWAYS' }],
    ['an address without its access point', { ipv4Address: '10.0.0.9' }],
    ['a date that is none', { status: 'DEACTIVATED', effectiveDate: 'tomorrow' }],
    ['a date more than 180 days ahead', { status: 'DEACTIVATED', effectiveDate: '2027-06-01T00:00:00+00:00' }],
    ['no JSON', '{"status": '],
  ])('refuses an edit with %s and changes nothing', async (_, body) => {
    const answer = await at.put(iccid(21), body);
    expect(answer.status).toBe(400);
    expect(answer.json).toMatchObject({ errorMessage: expect.any(String), errorCode: expect.stringMatching(/^\d+$/) });
    const after = (await at.control('GET', `/jasper/devices/${iccid(21)}`)).json;
    expect([after['status'], after['effects'], after['ratePlan']]).toEqual(['ACTIVATED', [], 'DEMO-100MB']);
  });

  it('waits for the effective date', async () => {
    const card = iccid(22);
    const due = new Date(at.clock.now().getTime() + DAY_MS).toISOString();
    expect((await at.put(card, { status: 'DEACTIVATED', effectiveDate: due })).status).toBe(202);
    expect((await at.call(`/devices/${card}`)).json['status']).toBe('ACTIVATED');
    at.clock.advance(DAY_MS);
    expect((await at.call(`/devices/${card}`)).json).toMatchObject({
      status: 'DEACTIVATED',
      dateUpdated: due.replace('T', ' ').replace('Z', '+0000'),
    });
  });

  it('remembers who changed what, newest first, within the days asked for', async () => {
    const card = iccid(23);
    await at.put(card, { status: 'DEACTIVATED' });
    at.clock.advance(40 * DAY_MS);
    await at.put(card, { status: 'ACTIVATED', accountCustom1: 'a' });
    const year = (await at.call(`/devices/${card}/auditTrails?daysOfHistory=365`)).json;
    expect(year).toMatchObject({ iccid: card, pageNumber: 1, lastPage: true });
    expect(year['deviceAuditTrails']).toMatchObject([
      { field: 'accountCustom1', priorValue: '', value: 'a' },
      { field: 'status', priorValue: 'DEACTIVATED', value: 'ACTIVATED', userName: USER },
      { field: 'status', priorValue: 'ACTIVATED', value: 'DEACTIVATED' },
    ]);
    expect((await at.call(`/devices/${card}/auditTrails`)).json['deviceAuditTrails']).toHaveLength(2);
    const second = (await at.call(`/devices/${card}/auditTrails?daysOfHistory=365&pageSize=2&pageNumber=2`)).json;
    expect([(second['deviceAuditTrails'] as unknown[]).length, second['lastPage']]).toEqual([1, true]);
    expect((await at.call(`/devices/${card}/auditTrails?daysOfHistory=366`)).status).toBe(400);
  });

  it('was seen in places: the latest two, or those of a time', async () => {
    const latest = (await at.call(`/devices/${iccid(24)}/locationHistory`)).json['simlocations'] as {
      latitude: number;
      dateCaptured: string;
    }[];
    expect(latest).toHaveLength(2);
    expect(latest[0]!.dateCaptured > latest[1]!.dateCaptured).toBe(true);
    const from = encodeURIComponent('2026-10-01T00:00:00+00:00');
    const to = encodeURIComponent('2026-10-03T00:00:00+00:00');
    const some = (await at.call(`/devices/${iccid(24)}/locationHistory?fromDate=${from}&toDate=${to}`)).json[
      'simlocations'
    ] as unknown[];
    expect(some).toHaveLength(9);
    expect((await at.call(`/devices/${iccid(24)}/locationHistory?fromDate=yesterday`)).status).toBe(400);
  });
});
