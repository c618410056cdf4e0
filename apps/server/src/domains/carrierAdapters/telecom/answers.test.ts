import { expect, test } from 'vitest';
import { parseAnswer } from './answerFields.ts';
import { judge, taken } from './judge.ts';
import {
  deviceOf,
  mainStatusAnswer,
  onlineAnswer,
  readChinaTime,
  realNameAnswer,
  realNameOf,
  sessionOf,
  trafficAnswer,
  volume,
} from './readings.ts';
import { SPEEDS, speedOrder } from './speeds.ts';
import { orderTypeOf, statusOfCode } from './statuses.ts';

const CARD = { iccid: '89861100000000000017', msisdn: '14900000000' };
const heard = (text: string, status = 200) => ({ status, headers: {}, text });

const TRAFFIC = `<?xml version="1.0" encoding="utf-8"?>
<root><web:NEW_DATA_TICKET_QRsp xmlns:web="http://www.example.org/webservice">
 <IRESULT>0</IRESULT><TOTALCOUNT>0</TOTALCOUNT><CHARGE_CNT_CH>0元</CHARGE_CNT_CH>
 <TOTAL_BYTES_CNT>12.50MB</TOTAL_BYTES_CNT><GROUP_TRANSACTIONID>DEMO-0001</GROUP_TRANSACTIONID><number>14900000000</number>
</web:NEW_DATA_TICKET_QRsp></root>`;

test('answers are fields in XML or JSON whatever wraps them, or words with or without a code', () => {
  expect(parseAnswer(TRAFFIC)).toMatchObject({ kind: 'fields', fields: { IRESULT: '0', TOTAL_BYTES_CNT: '12.50MB' } });
  const response = { RspType: '1', RspCode: '-5', RspDesc: '业务校验失败' };
  expect(parseAnswer(JSON.stringify({ Response: response, GROUP_TRANSACTIONID: '1' }))).toEqual({
    kind: 'fields',
    fields: { ...response, GROUP_TRANSACTIONID: '1' },
  });
  expect(parseAnswer('<SvcCont><Response><RspCode>0000</RspCode><RspDesc/></Response></SvcCont>')).toEqual({
    kind: 'fields',
    fields: { RspCode: '0000', RspDesc: '' },
  });
  expect(parseAnswer('<a><b>1</b><b>2</b><c/></a>')).toEqual({ kind: 'fields', fields: { b: ['1', '2'], c: '' } });
  expect(parseAnswer('-3：签名错误')).toEqual({ kind: 'words', code: '-3', words: '签名错误' });
  expect(parseAnswer('101004: too often')).toEqual({ kind: 'words', code: '101004', words: 'too often' });
  expect(parseAnswer('-7在途订单，流水号1000')).toEqual({ kind: 'words', code: '-7', words: '在途订单，流水号1000' });
  expect(parseAnswer('1064号码已停机')).toEqual({ kind: 'words', code: undefined, words: '1064号码已停机' });
  expect(parseAnswer('该号码已存在停机记录')).toEqual({
    kind: 'words',
    code: undefined,
    words: '该号码已存在停机记录',
  });
});

test('what was torn off on its way, or is a page of somebody else, is not guessed at', () => {
  const garbled = ['', TRAFFIC.slice(0, 200), '{"resultCode":"0"', '<!DOCTYPE html><p>', '<a>&thief;</a>', '[1]'];
  expect(garbled.map((text) => parseAnswer(text).kind)).toEqual(garbled.map(() => 'garbled'));
  expect(judge(heard(''), trafficAnswer).kind).toBe('unclear');
  expect(judge(heard('0000：成功'), trafficAnswer).kind).toBe('unclear');
  expect(judge(heard(TRAFFIC, 502), trafficAnswer).kind).toBe('unclear');
  expect(judge(heard(TRAFFIC.replace('12.50MB', '12.50')), trafficAnswer).kind).toBe('unclear');
});

test('refusals, too many calls and strangers are told apart by the codes that are known', () => {
  const kindOf = (text: string) => judge(heard(text), trafficAnswer);
  expect(kindOf('101004：调用过于频繁')).toMatchObject({ kind: 'tooMany', httpStatus: 200 });
  expect(kindOf('-1：用户名或密码错误')).toMatchObject({ kind: 'badCredentials' });
  expect(kindOf('-1：没有该接口的权限')).toMatchObject({ kind: 'refused', code: '-1' });
  expect(kindOf('-4：iccid错误')).toMatchObject({ kind: 'refused', isUnknown: true });
  expect(kindOf('该号码已存在停机记录')).toMatchObject({
    kind: 'refused',
    code: 'said',
    words: { zh: '运营商：该号码已存在停机记录' },
  });
  expect(kindOf('<SvcCont><result>100008</result><resultMsg>待激活</resultMsg></SvcCont>')).toMatchObject({
    kind: 'refused',
    code: '100008',
  });
});

test('a taken order is known by the number of its transaction', () => {
  const said = '<SvcCont><result>0</result><GROUP_TRANSACTIONID>77</GROUP_TRANSACTIONID></SvcCont>';
  expect(taken(judge(heard(said), realNameAnswer))).toMatchObject({ kind: 'ok', answer: { reference: '77' } });
});

test('volumes are exact and carry their unit', () => {
  expect(['12.50MB', '0.1KB', '1GB', '3 B', '0', '0.00MB'].map((written) => volume.parse(written))).toEqual([
    '13107200',
    '102',
    '1073741824',
    '3',
    '0',
    '0',
  ]);
  expect(['12', '', 'MB', '-1MB', '1,024KB'].map((written) => volume.safeParse(written).success)).toEqual(
    Array(5).fill(false),
  );
});

test('the main status becomes a word of our table; a stop for a missing real name is found in the names', () => {
  expect(['1', '2', '3', '4', '5', '6', '7', '42'].map((code) => statusOfCode(code, []))).toEqual([
    'ACTIVATION_READY',
    'TEST_READY',
    'IN_STANDBY',
    'ACTIVATED',
    'DEACTIVATED',
    'OPERATOR_MANAGEMENT',
    'RETIRED',
    '42',
  ]);
  const raw = mainStatusAnswer.parse({
    number: 14900000000,
    productInfo: [
      { productMainStatusCd: 5, productMainStatusName: '停机', operatorDefinitionStatusName: '未实名停机' },
    ],
  });
  expect(deviceOf({ iccid: CARD.iccid }, raw)).toMatchObject({ status: 'UNNAMED_SHUTDOWN', msisdn: '14900000000' });
  expect(['DEACTIVATED', 'ACTIVATED', 'RETIRED', 'toString'].map(orderTypeOf)).toEqual([
    '19',
    '20',
    undefined,
    undefined,
  ]);
});

test('a session is open until it says stop; times are China’s', () => {
  const read = (description: object) => sessionOf(CARD, onlineAnswer.parse({ description }));
  const open = {
    result: '0',
    acctStatusType: 'start',
    eventTimestamp: '2024-05-01 12:00:00',
    rattype: '6',
    apn: 'ctiot',
  };
  expect(read({ ...open, framedIpAddress: '10.0.0.17', imei: '860000000000017' })).toEqual({
    iccid: CARD.iccid,
    isOnline: true,
    startedAt: new Date('2024-05-01T04:00:00Z'),
    endedAt: null,
    ipAddress: '10.0.0.17',
    apn: 'ctiot',
    imei: '860000000000017',
    rat: '4G',
  });
  expect(read({ ...open, acctStatusType: 'Stop', startTime: '2024-05-01 11:00:00' })).toMatchObject({
    isOnline: false,
    startedAt: new Date('2024-05-01T03:00:00Z'),
    endedAt: new Date('2024-05-01T04:00:00Z'),
  });
  expect(read({ result: '-1' })).toMatchObject({ isOnline: false, startedAt: null, endedAt: null, rat: null });
  expect(['20240501120000', '2024-05-01', '', null, '2024-13-45 00:00:00'].map(readChinaTime)).toEqual([
    new Date('2024-05-01T04:00:00Z'),
    null,
    null,
    null,
    null,
  ]);
});

test('who has a number of an identity card is named', () => {
  const read = (fields: object) => realNameOf(realNameAnswer.parse(fields)).isDone;
  expect([read({ certNumber: '3301**********001X' }), read({ certNumber: ' ' }), read({})]).toEqual([
    true,
    false,
    false,
  ]);
});

test('only the speeds of the table are asked for, each by its number', () => {
  expect(SPEEDS).toHaveLength(23);
  expect([1, 64, 1_000, 7_000, 10_000, 20_000, 150_000].map((kbps) => speedOrder(kbps)?.speedValue)).toEqual([
    '10',
    '32',
    '12',
    '15',
    '16',
    '17',
    '30',
  ]);
  expect(speedOrder(null)).toEqual({ action: 'DEL', speedValue: '10' });
  expect(speedOrder(2_000)).toBeUndefined();
});
