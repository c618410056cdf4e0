import { expect, test } from 'vitest';
import { MOST_PROFILE_TEXT, readProfile } from './profileProblems.ts';

const STATUSES = ['ACTIVE', 'STOP'];
const sound = {
  format: 1,
  credentials: [{ name: 'apiKey', label: { zh: '密钥', en: 'Key' }, isSecret: true }],
  auth: { kind: 'header', name: 'x-api-key', value: '{credential.apiKey}' },
  statuses: { ACTIVE: ['1'], STOP: ['2', '3'] },
  operations: {
    echo: { method: 'GET', path: '/ping' },
    getDevice: { method: 'GET', path: '/cards/{iccid}', at: '/data', fields: { status: '/status' } },
  },
};
/** The paths of the errors after a change to the valid document. */
const wrong = (change: object) => readProfile({ ...sound, ...change }, STATUSES).problems.map(({ field }) => field);
const operation = (name: string, asked: object) => ({ operations: { ...sound.operations, [name]: asked } });
const device = (change: object) => operation('getDevice', { ...sound.operations.getDevice, ...change });

test('a sound document is read with what it leaves out', () => {
  const { profile, problems } = readProfile(sound, STATUSES);
  expect(problems).toEqual([]);
  expect(profile).toMatchObject({ zone: '+08:00', volumes: 'B', confirmation: 'query', cycleDay: 1 });
});

test('a path never leaves the address of the account', () => {
  for (const path of [
    '//evil.example',
    'https://evil.example/',
    '/a/../b',
    '/./a',
    '/a?b=1',
    '/a#b',
    '\\\\evil',
    '/a b',
    '',
  ]) {
    expect([path, wrong(device({ path }))]).toEqual([path, ['operations.getDevice.path']]);
  }
});

test('names nobody fills, braces and forms are found where they stand', () => {
  expect(wrong(device({ path: '/cards/{nosuch}' }))).toEqual(['operations.getDevice.path']);
  expect(wrong(device({ query: { a: '{status}', b: 'x{y' } }))).toEqual([
    'operations.getDevice.query.a',
    'operations.getDevice.query.b',
  ]);
  const json = { a: ['{iccid}', { b: 'no {iccid:list}' }] };
  expect(wrong(device({ method: 'POST', json }))).toEqual(['operations.getDevice.json.a.1.b']);
  expect(wrong({ auth: { kind: 'bearer', token: '{credential.other}' } })).toEqual(['auth.token']);
  expect(wrong({ auth: { kind: 'bearer', token: 'fixed' }, headers: { host: 'evil' } })).toEqual(['headers.host']);
});

test('fields are those of the operation, in the kinds they have', () => {
  expect(wrong(device({ fields: { iccid: '/iccid' } }))).toEqual([
    'operations.getDevice.fields.iccid',
    'operations.getDevice.fields',
  ]);
  expect(wrong(device({ fields: { status: { at: '/status', unit: 'MB' } } }))).toEqual([
    'operations.getDevice.fields.status.unit',
  ]);
  expect(wrong(device({ fields: { status: 'data/status' } }))).toEqual(['operations.getDevice.fields.status']);
  const session = { method: 'GET', path: '/s/{iccid}', fields: { isOnline: '/on' } };
  expect(wrong(operation('getSession', session))).toEqual(['operations.getSession.fields.isOnline']);
});

test('what other parts rely on has to be there', () => {
  expect(wrong({ operations: { getDevice: sound.operations.getDevice } })).toEqual(['operations']);
  expect(wrong(operation('setSpeed', { method: 'PUT', path: '/s/{iccid}' }))).toEqual(['speeds']);
  expect(wrong(operation('listDevices', { method: 'GET', path: '/l', fields: { iccid: '/i', status: '/s' } }))).toEqual(
    ['operations.listDevices'],
  );
  expect(wrong(device({ batchSize: 5 }))).toEqual(['operations.getDevice.batchSize']);
  expect(wrong(device({ json: {} }))).toEqual(['operations.getDevice.method']);
  expect(wrong({ auth: { kind: 'signature', algorithm: 'hmac-sha256', parts: ['{body}'], into: {} } })).toEqual([
    'auth.key',
    'auth.into',
  ]);
});

test('status words: of the carrier’s table, each meaning one thing', () => {
  expect(wrong({ statuses: { ACTIVATED: ['1'] } })).toEqual(['statuses.ACTIVATED']);
  expect(wrong({ statuses: { ACTIVE: ['1'], STOP: ['2', '1'] } })).toEqual(['statuses.STOP.1']);
  expect(wrong({ heardOnly: ['GONE'] })).toEqual(['heardOnly.0']);
});

test('the form itself: unknown keys, sizes, kinds', () => {
  expect(wrong({ nosuch: 1 })).toEqual(['nosuch']);
  expect(wrong({ cycleDay: 31 })).toEqual(['cycleDay']);
  expect(wrong({ auth: { kind: 'magic' } })).toEqual(['auth.kind']);
  expect(wrong({ about: 'x'.repeat(MOST_PROFILE_TEXT) })).toEqual(['']);
  expect(wrong(operation('diagnose', { method: 'GET', path: '/d' }))).toEqual(['operations.diagnose']);
  let deep: object = {};
  for (let depth = 0; depth < 20; depth++) deep = { deep };
  expect(wrong(device({ method: 'POST', json: deep }))).toEqual(['operations.getDevice.json']);
  expect(readProfile('no document', STATUSES).problems.map(({ field }) => field)).toEqual(['']);
});
