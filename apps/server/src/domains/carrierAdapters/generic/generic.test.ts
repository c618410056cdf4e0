import { createHash, createHmac } from 'node:crypto';
import type { CarrierProfile } from '@cardinal/contract/carrierProfiles/profile.ts';
import { readProfile } from '@cardinal/contract/carrierProfiles/profileProblems.ts';
import { STATUS_TABLES } from '@cardinal/contract/statuses/carrierStatuses.ts';
import { expect, test } from 'vitest';
import { compose, Unsendable } from './compose.ts';
import { CONFIGURED } from './families.ts';
import { fillJson, MissingName } from './fill.ts';
import { judge, rulesOf, valueAt } from './judge.ts';
import { readMoment, writeMoment } from './moments.ts';
import { deviceOf } from './operate.ts';
import { presetOf, presetsOf } from './presets.ts';
import { readAnswer } from './read.ts';

const WORDS = { on: '1', off: '0' };
const caller = { baseUrl: 'https://api.example.com/gate/', credentials: { appId: 'demo', secret: 'key', n: '' } };

function profileWith(change: object): CarrierProfile {
  const { profile, problems } = readProfile({ ...presetOf('generic'), ...change }, [
    'ACTIVE',
    'STOP',
    'NO_ACTIVE',
    'cancelled',
  ]);
  if (!profile) throw new Error(JSON.stringify(problems));
  return profile;
}

test('every preset of every family is a sound description that can do something', () => {
  for (const family of CONFIGURED) {
    const presets = presetsOf(family);
    expect(presets.length).toBeGreaterThan(0);
    for (const { profile } of presets) {
      const read = family.readProfile?.(profile);
      expect([family.key, read?.problems]).toEqual([family.key, []]);
      const made = read?.profile && family.shape?.(read.profile);
      expect(made?.capabilities.statusActions).toEqual(
        expect.arrayContaining(['active_card', 'stop_card', 'reboot_card', 'cancel_card']),
      );
      expect(made?.capabilities.batchSizes).toMatchObject({ getDevices: 100, listDevices: 100 });
      expect(Object.keys(made?.operate ?? {}).sort()).toEqual([...(made?.capabilities.operations ?? [])].sort());
      const known = Object.keys(STATUS_TABLES[family.platform].statuses);
      expect(Object.keys(read?.profile?.statuses ?? {}).every((status) => known.includes(status))).toBe(true);
    }
  }
});

test('a request is filled in; what is filled in never leads out of the address', () => {
  const profile = profileWith({ auth: { kind: 'none' } });
  const asked = (path: string, own: Record<string, string | null>) =>
    compose(profile, { method: 'GET', path, query: { a: '{imsi?}', b: '{iccid}' } }, profile.auth, caller, own);
  expect(asked('/v1/{iccid}', { iccid: '8986' }).url.href).toBe('https://api.example.com/gate/v1/8986?b=8986');
  expect(asked('/v1/{iccid}', { iccid: 'a/../b?c=1', imsi: '4' }).url.href).toBe(
    'https://api.example.com/gate/v1/a%2F..%2Fb%3Fc%3D1?a=4&b=a%2F..%2Fb%3Fc%3D1',
  );
  for (const iccid of ['..', '.']) expect(() => asked('/v1/{iccid}/x', { iccid })).toThrow(Unsendable);
  expect(() => asked('/%2e%2e/x', { iccid: '1' })).toThrow(Unsendable);
  expect(() => asked('/v1/{msisdn}', { iccid: '1', msisdn: null })).toThrow(MissingName);
  const split = { method: 'GET' as const, path: '/v1', headers: { 'x-card': '{iccid}' } };
  expect(() => compose(profile, split, profile.auth, caller, { iccid: 'a\r\nx: y' })).toThrow(Unsendable);
});

test('bodies keep their types, and lose entries whose name is missing', () => {
  const body = { page: '{page:number}', on: '{isOn:flag}', cards: '{iccids:list}', apn: '{apn?}', many: 'n={iccids}' };
  expect(fillJson(body, { page: 3, isOn: false, iccids: ['1', '2'], apn: null }, WORDS)).toEqual({
    page: 3,
    on: false,
    cards: ['1', '2'],
    many: 'n=1,2',
  });
  expect(fillJson([{ on: '{isOn}' }, 7, null], { isOn: true }, WORDS)).toEqual([{ on: '1' }, 7, null]);
});

test('signatures: an HMAC over the finished request, and a digest over sorted parameters', () => {
  const signature = {
    kind: 'signature',
    algorithm: 'hmac-sha256',
    key: '{credential.secret}',
    parts: ['{method}', '{path}', '{query}', '{body}'],
    between: '\n',
    into: { header: 'X-Signature' },
  };
  const profile = profileWith({ credentials: presetOf('broadnet')['credentials'], auth: signature });
  const post = { method: 'POST' as const, path: '/v1/x', query: { b: '2', a: '1 2' }, json: { iccid: '{iccid}' } };
  const { body, headers } = compose(profile, post, profile.auth, caller, { iccid: '89' });
  const signed = 'POST\n/gate/v1/x\nb=2&a=1+2\n{"iccid":"89"}';
  expect(body).toBe('{"iccid":"89"}');
  expect(headers['x-signature']).toBe(createHmac('sha256', 'key').update(signed).digest('hex'));

  const md5 = {
    ...signature,
    algorithm: 'md5',
    key: undefined,
    parts: ['{sortedQuery}&key={credential.secret}{body}'],
  };
  const other = profileWith({
    credentials: presetOf('broadnet')['credentials'],
    auth: { ...md5, encoding: 'HEX', into: { query: 'sign' } },
  });
  const { url } = compose(other, { ...post, method: 'GET', json: undefined }, other.auth, caller, {});
  const expected = createHash('md5').update('a=1 2&b=2&key=key').digest('hex').toUpperCase();
  expect(url.searchParams.get('sign')).toBe(expected);
});

const rules = (change: object = {}) => rulesOf(profileWith(change), {}, true);
const heard = (status: number, body: unknown) => ({
  status,
  text: typeof body === 'string' ? body : JSON.stringify(body),
});

test('answers are judged by code and by HTTP; what nobody understands is unclear', () => {
  const kind = (status: number, body: unknown, change?: object) => judge(heard(status, body), rules(change)).kind;
  expect(kind(200, { code: 0, data: {} })).toBe('ok');
  expect(kind(200, { code: '1003' })).toBe('tooMany');
  expect(kind(429, '')).toBe('tooMany');
  expect(kind(200, { code: '1002' })).toBe('sessionGone');
  expect(kind(401, '')).toBe('badCredentials');
  const { credentials, auth } = presetOf('leyu');
  expect(kind(401, '', { credentials, auth })).toBe('sessionGone');
  expect(kind(200, {})).toBe('unclear');
  expect(kind(200, '{"code":"0"')).toBe('unclear');
  expect(kind(500, { code: '1500' })).toBe('unclear');
  expect(kind(400, 'Bad Request')).toBe('unclear');
  expect(judge(heard(404, { code: '1404', message: 'no card' }), rules())).toMatchObject({
    kind: 'refused',
    code: '1404',
    isUnknown: true,
    words: { zh: '运营商：no card' },
  });
  expect(kind(200, { code: '7' }, { codes: { already: ['7'] } })).toBe('ok');
  expect(kind(200, { code: '9' }, { codes: { unclear: ['9'] } })).toBe('unclear');
});

test('fields are read by their kind, rows by theirs; without what is needed nothing is understood', () => {
  const profile = profileWith({ dates: 'yyyy-MM-dd HH:mm:ss', volumes: 'KB' });
  const request = { at: '/d/0', fields: { status: '/s', activatedAt: '/when', imsi: '/i' } };
  const body = { d: [{ s: 'offline', when: '2024-05-01 08:00:00', i: 46 }] };
  expect(readAnswer(profile, 'getDevice', request, body)).toEqual([
    { status: 'STOP', activatedAt: new Date('2024-05-01T00:00:00Z'), imsi: '46' },
  ]);
  expect(readAnswer(profile, 'getDevice', request, { d: [{}] })).toBeUndefined();
  expect(readAnswer(profile, 'getDevice', request, null)).toBeUndefined();
  const rows = { at: '/u', fields: { iccid: '/i', bytes: { at: '/b', unit: 'MB' as const } } };
  expect(readAnswer(profile, 'getUsages', rows, { u: [{ i: '1', b: '1.5' }] })).toEqual([
    { iccid: '1', bytes: '1572864' },
  ]);
  expect(readAnswer(profile, 'getUsages', rows, { u: null })).toEqual([]);
  expect(readAnswer(profile, 'getUsages', rows, { u: [{ i: '1' }] })).toBeUndefined();
  expect(valueAt({ 'a/b': { '~': [7] } }, '/a~1b/~0/0')).toBe(7);
  expect(valueAt({}, '/constructor')).toBeUndefined();
});

test('a description that names a pool says of every card whether it is in one', () => {
  const row = { iccid: '1', status: 'ACTIVE' };
  expect(deviceOf(row, '1')).not.toHaveProperty('poolId');
  expect(deviceOf({ ...row, poolId: 'P1' }, '1').poolId).toBe('P1');
  expect(deviceOf({ ...row, poolId: undefined }, '1').poolId).toBeNull();
});

test('moments in every form, there and back', () => {
  const at = new Date('2026-11-21T02:30:00Z');
  for (const form of ['iso', 'seconds', 'milliseconds', 'yyyy-MM-dd HH:mm:ss', 'yyyyMMddHHmmss'] as const)
    expect([form, readMoment(writeMoment(at, form, '+08:00'), form, '+08:00')]).toEqual([form, at]);
  expect(writeMoment(at, 'yyyyMMdd', '-03:30')).toBe('20261120');
  expect(readMoment('20261121', 'yyyyMMdd', '+08:00')?.toISOString()).toBe('2026-11-20T16:00:00.000Z');
  expect([readMoment('', 'iso', '+08:00'), readMoment('x', 'seconds', '+08:00')]).toEqual([null, null]);
});
