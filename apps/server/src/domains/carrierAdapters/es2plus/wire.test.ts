import { text } from '@cardinal/primitives/text.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readFunction } from './client.ts';
import { codeWords } from './codes.ts';
import { downloadOrderAnswer, iccidOfWire, iccidToWire, progressInfo } from './wire.ts';

const heard = (status: number, body: unknown, protocol = 'gsma/rsp/v2.2.0') => ({
  status,
  headers: { 'x-admin-protocol': protocol },
  text: typeof body === 'string' ? body : JSON.stringify(body),
});
const ended = (status: string, statusCodeData?: object, more: object = {}) => ({
  header: { functionExecutionStatus: { status, ...(statusCodeData ? { statusCodeData } : {}) } },
  ...more,
});

test('an ICCID of 19 digits gets its F and loses it again; others travel as they are', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\d{18,20}$/), (iccid) => {
      expect(iccidOfWire(iccidToWire(iccid))).toBe(iccid);
      expect(iccidToWire(iccid)).toHaveLength(iccid.length === 18 ? 18 : 20);
    }),
  );
});

test('a function that failed is refused in words; a stranger stops the account; what cannot be read is unclear', () => {
  const read = (answer: ReturnType<typeof heard>) => readFunction(answer, downloadOrderAnswer);
  const success = ended('Executed-Success', undefined, { iccid: '8986000000000000001F' });
  expect(read(heard(200, success))).toMatchObject({ kind: 'ok', answer: { iccid: '8986000000000000001' } });
  expect(read(heard(200, ended('Failed', { subjectCode: '8.2.5', reasonCode: '3.7' })))).toMatchObject({
    kind: 'refused',
    code: '8.2.5/3.7',
    words: { zh: '8.2.5/3.7 该类型码号已用完' },
  });
  expect(read(heard(200, ended('Failed', { subjectCode: '8.2.1', reasonCode: '3.9' })))).toMatchObject({
    isUnknown: true,
  });
  expect(read(heard(200, ended('Failed', { subjectCode: '1.1', reasonCode: '3.9' }))).kind).toBe('badCredentials');
  expect(read(heard(200, ended('Failed'))).kind).toBe('refused');
  const unclear = [
    heard(200, success, 'gsma/rsp/v3.0.0'),
    heard(200, ended('Expired')),
    heard(200, ended('Executed-Success')),
    heard(200, '{"header":'),
    heard(500, 'oops'),
  ];
  expect(unclear.map((answer) => read(answer).kind)).toEqual(unclear.map(() => 'unclear'));
  expect([400, 401, 403, 429].map((status) => read(heard(status, '')).kind)).toEqual([
    'refused',
    'badCredentials',
    'badCredentials',
    'tooMany',
  ]);
});

test('a combination without words of its own is told by its halves', () => {
  expect(codeWords('8.10.1', '3.9')).toEqual(text('8.10.1/3.9 会话：未知', '8.10.1/3.9 transaction: unknown'));
  expect(codeWords('9.9', '7.7').zh).toBe('9.9/7.7 其他：失败');
});

test('a notification in the form of the papers is read, others are not', () => {
  const told = {
    header: { functionRequesterIdentifier: '1.3.6.1.4.1.99999.900', functionCallIdentifier: 'N-1' },
    iccid: '8986000000000000001F',
    profileType: 'DEMO-CN-1',
    timestamp: '2026-11-21T02:00:00Z',
    notificationPointId: 4,
    notificationPointStatus: { status: 'Executed-Success' },
  };
  expect(progressInfo.parse(told)).toMatchObject({ iccid: '8986000000000000001', notificationPointId: 4 });
  const wrong = [{ timestamp: 'yesterday' }, { notificationPointId: '4' }, { iccid: 'x' }, { eid: '1' }, { imei: 'a' }];
  expect(wrong.filter((change) => progressInfo.safeParse({ ...told, ...change }).success)).toEqual([]);
});
