import { expect, test } from 'vitest';
import * as z from 'zod';
import { actionParametersSchema, takenBy } from './cardBatches/actionParameters.ts';
import { allParameters } from './cardBatches/declareActions.ts';

test('a parameter of two actions has one meaning', () => {
  const plan = z.string();
  expect(
    Object.keys(allParameters([{ change_apn: { required: { plan } } }, { set_tag: { optional: { plan } } }])),
  ).toEqual(['plan']);
  expect(() =>
    allParameters([{ change_apn: { required: { plan } } }, { set_tag: { optional: { plan: z.number() } } }]),
  ).toThrow('Two meanings of the parameter plan');
});

test('every action takes what its room declares, and nothing twice', () => {
  expect(takenBy('stop_card')).toEqual({ required: [], optional: ['reason', 'restartAt'] });
  expect(takenBy('allocate_card')).toEqual({
    required: ['targetCustomerId'],
    optional: ['productCode', 'cardPrice', 'remark'],
  });
  expect(takenBy('open_gprs')).toEqual({ required: [], optional: [] });
  expect(actionParametersSchema.safeParse({ reason: '测试', unheard: 1 }).success).toBe(false);
});
