import { strDec, strEnc, thirdsOf } from '@cardinal/primitives/strEnc.ts';
import { expect, test } from 'vitest';
import { parametersOf, signOf } from './client.ts';
import {
  allowancesOf,
  bindingAnswer,
  bindingOf,
  packagesAnswer,
  placeOf,
  poolsAnswer,
  poolsOf,
  rangeOf,
  realNamePage,
} from './wire.ts';

const KEYS = { userId: 'demo_user', password: 'demo_pwd', key: 'abc123ABC' };
const CARD = { iccid: '89861100000000000017', msisdn: '14900000000' };

test('the published signs: values in natural order, an empty one among them', () => {
  expect(signOf(['14900000000', 'demo_user', 'demo_pwd', 'queryTraffic'], KEYS.key)).toBe(
    '82EDB4186730B9BA4D9D8420454B510F1F964E7F5AC63EB43B91B2199C189BF96ECA70694FF5A3AC65203CBBB9270D63B38883791B506DE3D98953BAEAA073F9F0C1C059274B770F3C475622BE249E3156DE861E8417E5F8',
  );
  const stop = { method: 'disabledNumber', card: CARD, signed: { acctCd: '', orderTypeId: '19' } };
  expect(parametersOf(KEYS, stop)).toMatchObject({
    user_id: 'demo_user',
    access_number: '14900000000',
    acctCd: '',
    sign: 'C1E47D062A1EC5F54D9D8420454B510F4D9D8420454B510F801D5A7A5D2224803B91B2199C189BF96ECA70694FF5A3AC65203CBBB9270D63B38883791B506DE39D4BABDD928BDC2FC58AF85E21070FBE7B3B732B0F62BC6CCF4126371A9BF727D11D4FBC9BBFC5C3',
  });
});

test('the password is never sent as it is; what is not signed changes no sign; a card without a number goes by its ICCID', () => {
  const asked = { method: 'queryTraffic', card: CARD };
  const plain = parametersOf(KEYS, asked);
  expect(Object.values(plain)).not.toContain(KEYS.password);
  expect(parametersOf(KEYS, { ...asked, unsigned: { needDtl: '0' } })['sign']).toBe(plain['sign']);
  expect(parametersOf(KEYS, { ...asked, card: { iccid: CARD.iccid } })).toMatchObject({ iccid: CARD.iccid });
  expect(strDec(parametersOf(KEYS, { method: 'getPoolList' })['sign'] ?? '', thirdsOf(KEYS.key))).toBe(
    'demo_pwd,demo_user,getPoolList',
  );
});

test('places are decrypted, and only places', () => {
  const place = JSON.stringify({ longitude: '120.1551', latitude: '30.2741', time: '2024-05-01 12:00:00' });
  expect(placeOf(CARD, strEnc(place, thirdsOf(KEYS.key)), KEYS.key)).toMatchObject({
    latitude: 30.2741,
    longitude: 120.1551,
    source: 'cell',
  });
  for (const said of ['-9：CRM异常', strEnc('nowhere', thirdsOf(KEYS.key)), strEnc(place, ['x', 'y', 'z'])]) {
    expect(placeOf(CARD, said, KEYS.key)).toBeUndefined();
  }
});

test('a binding is told only where the function is on', () => {
  const read = (fields: object) => bindingOf(CARD, bindingAnswer.parse({ imei: '860000000000017', ...fields }));
  expect(read({ bingdingType: '开通', bingdingStatus: '否' })).toMatchObject({
    boundImei: '860000000000017',
    isSeparated: true,
  });
  expect(read({ bingdingType: '未开通', bingdingStatus: '否' })).toMatchObject({ boundImei: null, isSeparated: null });
});

test('ranges end with their month; one pool is a list of one', () => {
  expect(rangeOf('day', '2026-11-21')).toEqual({ startDate: '20261121', endDate: '20261121' });
  expect(rangeOf('month', '2028-02')).toEqual({ startDate: '20280201', endDate: '20280229' });
  expect(poolsOf(poolsAnswer.parse({ OutProdInfos: { poolNbr: '50LLC00001' } }))).toMatchObject([
    { name: '50LLC00001' },
  ]);
  expect(poolsOf(poolsAnswer.parse({}))).toEqual([]);
});

test('the page for the real name carries nothing that can be read', () => {
  const page = new URL(realNamePage(KEYS, '14900000000'));
  expect(page.href).not.toMatch(/demo_user|demo_pwd|14900000000/);
  expect(strDec(page.searchParams.get('accessNbr') ?? '', thirdsOf(KEYS.key))).toBe('14900000000');
});

test('packages are read with their unit and range; minutes, unknown units and nameless ones are none', () => {
  const line = (over: object) => ({
    ACCU_NAME: '国内流量',
    OFFER_NAME: '30GB 包',
    CUMULATION_TOTAL: '1024',
    CUMULATION_ALREADY: '512',
    UNIT_NAME: 'KB',
    OFFER_TYPE: '0',
    ...over,
  });
  const read = (CumulRspList: unknown) => allowancesOf(packagesAnswer.parse({ CumulRspList }));
  const plain = { name: '30GB 包', totalBytes: '1048576', usedBytes: '524288', isDirected: false };
  expect(read(line({}))).toEqual([plain]);
  expect(
    read([
      line({ OFFER_TYPE: '1', OFFER_NAME: '' }),
      line({ UNIT_NAME: '分钟' }),
      line({ OFFER_NAME: '', ACCU_NAME: '' }),
      line({ OFFER_TYPE: '7', CUMULATION_ALREADY: '不限' }),
    ]),
  ).toEqual([
    { ...plain, name: '国内流量', isDirected: true },
    { ...plain, usedBytes: null, isDirected: null },
  ]);
  expect(read(undefined)).toEqual([]);
});
