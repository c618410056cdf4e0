import { actionParametersSchema } from '@cardinal/contract/api/cardBatches/actionParameters.ts';
import { text } from '@cardinal/primitives/text.ts';
import { expect, test } from 'vitest';
import { parametersIn } from './actionParameters.ts';

test('a task whose reason the platform gave is asked again with it, in the language of whoever asks', () => {
  const stored = { reason: text('对账差异', 'Difference found in reconciliation') };
  expect(actionParametersSchema.parse(parametersIn('en', stored))).toEqual({ reason: stored.reason.en });
  expect(parametersIn('en', { reason: '客户报停' })).toEqual({ reason: '客户报停' });
});
