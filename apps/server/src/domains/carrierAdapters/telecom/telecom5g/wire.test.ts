import { expect, test } from 'vitest';
import { signOf, sortedQuery, stampOf } from './sign.ts';
import { diagnosisAnswer, flowsAnswer, sharedOut, stepsOf, usageOfRow } from './wire.ts';

test('the sign of a query, and that of query and body together as in the platform’s own sample', () => {
  const asked = { query: 'access_number=14900000000', body: '', secretKey: 'demoSecret', stamp: '20240501120000' };
  expect(signOf(asked)).toBe('6133613838366633356530363030366362383961363230316336653338313930');
  const sample = {
    query: sortedQuery({ c: '3', a: '1', b: '2' }),
    body: '{"name":"xf","age":"dd"}',
    secretKey: 'd1209cfefe895364e03',
    stamp: stampOf(new Date('2020-11-01T02:14:35.000Z')),
  };
  expect(sample).toMatchObject({ query: 'a=1&b=2&c=3', stamp: '20201101021435' });
  expect(signOf(sample)).toBe('3863613035653132306631333231313733383637376333326536316631643934');
});

test('a batch is shared out to its cards, in bytes; who is not in the answer is not known', () => {
  const cards = ['14900000001', '14900000002', '14900000003'].map((msisdn) => ({ iccid: `i${msisdn.at(-1)}`, msisdn }));
  const { data } = flowsAnswer.parse({
    code: 0,
    data: [
      { accessNumber: 14900000001, unit: 'MB', flowAmount: '1.5' },
      { accessNumber: '14900000003', unit: 'MB', flowAmount: null },
    ],
  });
  expect(sharedOut(cards, data, usageOfRow)).toEqual({
    found: [
      { iccid: 'i1', bytes: '1572864' },
      { iccid: 'i3', bytes: null },
    ],
    unknown: ['i2'],
  });
});

test('what a diagnosis could not tell stays open', () => {
  const item = (itemResult: number) => ({ itemName: '停机', itemResult, itemDesc: '' });
  const raw = diagnosisAnswer.parse({ data: { itemList: [item(0), item(1), item(9)] } });
  expect(stepsOf(raw).map((step) => step.isGood)).toEqual([true, false, null]);
});
