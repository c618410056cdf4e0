import { expect, test } from 'vitest';
import { bytesOf } from '../../protocol/volumes.ts';
import { type Asked, readAnswer } from './client.ts';
import { stampOf, tokenOf } from './signature.ts';
import { statusOfWire, statusToWire } from './statuses.ts';
import { detailsAnswer, editAnswer, readGatewayDate, realNameAnswer, recordsAnswer } from './wire.ts';

test('the published vector of the SM3 token, and both forms of China time', () => {
  const stamp = { timestamp: '2024-05-01 12:00:00 000', transId: '20240501120000000123456' };
  expect(tokenOf('demoApp', 'demoSecret', stamp)).toBe(
    '18049732b7dcdc6e4436c2b30f10aa8525901c0e69cf3fb1bcf310bb9ff01cc4',
  );
  expect(stampOf(new Date('2024-05-01T04:00:00.000Z'), 123_456)).toEqual(stamp);
  expect(stampOf(new Date('2026-12-31T16:00:00.007Z'), 42)).toEqual({
    timestamp: '2027-01-01 00:00:00 007',
    transId: '20270101000000007000042',
  });
});

const edit: Asked<unknown> = { api: 'wsEditTerminal', data: {}, answer: editAnswer, alsoDone: ['1193'] };
const heard = (body: unknown, status = 200) => ({
  status,
  text: typeof body === 'string' ? body : JSON.stringify(body),
});

test('a success and a failure are found wherever the envelope says them', () => {
  const done = { status: '0000', message: 'success', data: { resultCode: '0000', iccid: '1' } };
  expect(readAnswer(heard(done), edit).kind).toBe('ok');
  expect(readAnswer(heard({ data: { resultCode: '1193', resultDesc: 'no change' } }), edit).kind).toBe('ok');
  for (const body of [
    { status: '0000', message: 'success', data: { resultCode: '1074', resultDesc: '账期超出范围' } },
    { status: '0000', data: { status: '1074', message: '账期超出范围' } },
    { data: { rspcode: '1074', rspdesc: '账期超出范围' } },
    { status: '1074', message: '账期超出范围', data: null },
    { status: 1074, message: '账期超出范围' },
    { rspcode: '1074', rspdesc: '账期超出范围', data: '' },
  ]) {
    expect(readAnswer(heard(body), edit)).toMatchObject({
      kind: 'refused',
      code: '1074',
      words: { zh: '运营商：账期超出范围' },
    });
  }
});

test('what nobody can read is unclear, never done and never failed', () => {
  for (const [body, status] of [
    ['{"status":"00', 200],
    ['<html>bad gateway</html>', 502],
    [{}, 200],
    ['', 200],
    [{ data: { resultCode: '9999', resultDesc: 'system busy' } }, 500],
  ] as const)
    expect([body, readAnswer(heard(body, status), edit).kind]).toEqual([body, 'unclear']);
  const details: Asked<unknown> = { api: '', data: {}, answer: detailsAnswer };
  const odd = { data: { resultCode: '0000', terminals: 'none' } };
  expect(readAnswer(heard(odd), details)).toMatchObject({ kind: 'unclear', code: 'garbled' });
  expect(readAnswer(heard('{}', 429), edit).kind).toBe('tooMany');
});

test('who is calling is told from what is asked for', () => {
  for (const said of ['token is invalid', '签名校验失败', 'app_id not found'])
    expect([said, readAnswer(heard({ status: '1002', message: said }), edit).kind]).toEqual([said, 'stranger']);
  expect(readAnswer(heard('', 401), edit).kind).toBe('stranger');
});

test('real name: both of its codes are answers', () => {
  const asked = { api: '', data: {}, answer: realNameAnswer, alsoDone: ['0001', '0002'] };
  expect(readAnswer(heard({ data: { rspcode: '0001' } }), asked)).toMatchObject({ answer: { rspcode: '0001' } });
  expect(readAnswer(heard({ data: { rspcode: '0003', rspdesc: '无此卡' } }), asked).kind).toBe('refused');
});

test('megabytes are bytes; figures come as texts and as numbers', () => {
  expect([bytesOf('1.5', 'MB'), bytesOf('0.001', 'MB'), bytesOf(3, 'KB'), bytesOf('2', 'GB')]).toEqual([
    '1572864',
    '1049',
    '3072',
    '2147483648',
  ]);
  expect([bytesOf('', 'B'), bytesOf('-1', 'B'), bytesOf('1e9', 'B'), bytesOf(null, 'MB')]).toEqual([
    null,
    null,
    null,
    null,
  ]);
  const [found] =
    detailsAnswer.parse({
      terminals: [
        { iccid: '89', simStatus: 2, monthToDateDataUsage: '10.25', overageLimitReached: 'true', ratePlan: 7 },
      ],
    }).terminals ?? [];
  expect(found).toMatchObject({ monthToDateDataUsage: '10747904', overageLimitReached: true, ratePlan: '7' });
  expect(recordsAnswer.parse({ usageDetails: [{ sessionStartTime: '2024-05-01 00:00:00', dataVolume: 12 }] })).toEqual({
    usageDetails: [{ sessionStartTime: '2024-05-01 00:00:00', dataVolume: '12' }],
  });
});

test('dates are China’s where they do not say otherwise', () => {
  const read = (written: string | null) => readGatewayDate(written)?.toISOString();
  expect(read('2024-05-01 08:00:00')).toBe('2024-05-01T00:00:00.000Z');
  expect(read('2024-05-01 08:00:00 123')).toBe('2024-05-01T00:00:00.000Z');
  expect(read('2024-05-01T00:00:00.000Z')).toBe('2024-05-01T00:00:00.000Z');
  expect(read('2024-05-01T08:00:00+0800')).toBe('2024-05-01T00:00:00.000Z');
  expect(read('2024-05-01')).toBe('2024-04-30T16:00:00.000Z');
  expect([read(null), read(''), read('2024-13-40 00:00:00')]).toEqual([undefined, undefined, undefined]);
});

test('statuses by their numbers; only what the gateway can be asked for is asked', () => {
  expect(['2', '3', '9', '8', '42'].map(statusOfWire)).toEqual([
    'ACTIVATED',
    'DEACTIVATED',
    'PURGED_ING',
    'START',
    '42',
  ]);
  expect(['DEACTIVATED', 'INVENTORY', 'PURGED', 'FORCED_STOP', 'toString'].map(statusToWire)).toEqual([
    '3',
    '7',
    undefined,
    undefined,
    undefined,
  ]);
});
