import { STATUS_TABLES } from '@cardinal/contract/statuses/carrierStatuses.ts';
import { expect, test } from 'vitest';
import { readAnswer } from './client.ts';
import { onlyWayTo, operTypeOf, statusOfWire, wireOfStatus } from './statuses.ts';
import { readStamp, sessionAnswer, stampOf, tokenAnswer, transidOf, usageAnswer } from './wire.ts';

const heard = (body: unknown, status = 200) => ({
  status,
  text: typeof body === 'string' ? body : JSON.stringify(body),
});
const told = (status: string, result: unknown[] = []) => heard({ status, message: 'said', result });

test('a transid is appid, the Chinese wall clock and eight digits', () => {
  const moment = new Date('2024-05-01T04:00:00Z');
  expect(stampOf(moment)).toBe('20240501120000');
  expect(transidOf('100001', moment, 1)).toBe('1000012024050112000000000001');
  expect(transidOf('1'.repeat(26), moment)).toMatch(/^\d{48}$/);
  expect(transidOf('100001', moment)).not.toBe(transidOf('100001', moment));
});

test('moments are read as the Chinese wall clock; what is none is null', () => {
  expect(readStamp('20240501120000')?.toISOString()).toBe('2024-05-01T04:00:00.000Z');
  expect(readStamp('2024-05-01 12:00:00')?.toISOString()).toBe('2024-05-01T04:00:00.000Z');
  expect([readStamp(''), readStamp(null), readStamp('20241301120000'), readStamp('20240501')]).toEqual([
    null,
    null,
    null,
    null,
  ]);
});

test('the words of both platforms are those of our table, and lead back to their own', () => {
  expect(['2', '00', '4', '02', '6', '7', '1', '07'].map(statusOfWire)).toEqual([
    'normal',
    'normal',
    'stop',
    'stop',
    'test',
    'inventory',
    'toActivate',
    'toActivate',
  ]);
  expect(statusOfWire('05')).toBe('05');
  for (const status of ['normal', 'stop', 'toActivate', 'preclose']) {
    for (const platform of ['CT', 'PB'] as const)
      expect(statusOfWire(wireOfStatus(status, platform) ?? '')).toBe(status);
  }
  expect([wireOfStatus('test', 'PB'), wireOfStatus('sleep', 'CT'), wireOfStatus('silent', 'CT')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  const known = Object.keys(STATUS_TABLES[2].statuses);
  for (const word of ['1', '2', '4', '6', '7', '8', '9', '00', '01', '02', '03', '04', '06', '07']) {
    expect(known).toContain(statusOfWire(word));
  }
});

test('what to ask for follows from the target alone or from where the card stands', () => {
  expect([onlyWayTo('stop'), onlyWayTo('normal'), onlyWayTo('preclose')]).toEqual(['0', undefined, undefined]);
  expect(['4', '7', '6', '1', '02', '07'].map((word) => operTypeOf(word, 'normal'))).toEqual([
    '1',
    '2',
    '5',
    '6',
    '1',
    '6',
  ]);
  expect([operTypeOf('8', 'normal'), operTypeOf('6', 'toActivate'), operTypeOf('7', 'toActivate')]).toEqual([
    undefined,
    '4',
    undefined,
  ]);
});

test('an answer is a success, a refusal, a token that is gone, or unclear', () => {
  const read = (body: { status: number; text: string }) => readAnswer(body, tokenAnswer);
  expect(read(told('0', [{ token: 'demo0token', ttl: '3600' }]))).toMatchObject({
    kind: 'ok',
    answer: { token: 'demo0token', ttl: 3600 },
  });
  expect(read(told('0', [{ token: 'demo0token', ttl: 7200 }]))).toMatchObject({ answer: { ttl: 7200 } });
  expect(read(told('12021'))).toMatchObject({ kind: 'sessionGone' });
  expect(read(told('12022'))).toMatchObject({ kind: 'badCredentials' });
  expect(read(told('12090'))).toMatchObject({ kind: 'tooMany' });
  expect(read(told('12010'))).toMatchObject({ kind: 'refused', isUnknown: true });
  expect(read(heard({ status: '12089', message: '不允许' }))).toMatchObject({
    kind: 'refused',
    code: '12089',
    words: { zh: '运营商：不允许' },
    isUnknown: false,
  });
  for (const unclear of [told('500'), told('0'), told('0', [{}]), heard('{"status":"0","res'), heard('<html>', 502)]) {
    expect(read(unclear)).toMatchObject({ kind: 'unclear' });
  }
  expect(read(heard({ status: '0', message: '', result: [{ token: 'x', ttl: 1 }] }, 503)).kind).toBe('unclear');
  expect(read(heard('', 429)).kind).toBe('tooMany');
});

test('odd figures are read: a space for nothing, numbers for text, no sessions at all', () => {
  expect(usageAnswer.parse([{ dataAmount: ' ' }])).toEqual({ dataAmount: ' ' });
  expect(usageAnswer.parse([{ dataAmount: 12.5 }])).toEqual({ dataAmount: 12.5 });
  expect(sessionAnswer.parse([{}])).toEqual({});
  expect(sessionAnswer.parse([{ simSessionList: [{ status: 1, rat: 6 }] }])).toEqual({
    simSessionList: [{ status: '1', rat: '6' }],
  });
});
