import { expect, test } from 'vitest';
import { differsIn } from './differenceRules.ts';

const ours = { communication_plan: 'DATA', rate_plan: 'A', imei: '860000000000011' };
const theirs = { communicationPlan: 'DATA', ratePlan: 'A', imei: '8600000000000110' };

test('the heaviest difference is told', () => {
  expect(differsIn(ours, theirs)).toBeUndefined();
  expect(differsIn(ours, { ...theirs, communicationPlan: 'VOICE', ratePlan: 'B' })).toEqual({
    kind: 'plan',
    ours: 'DATA',
    theirs: 'VOICE',
  });
  expect(differsIn(ours, { ...theirs, ratePlan: 'B' })).toMatchObject({ kind: 'ratePlan', theirs: 'B' });
  expect(differsIn(ours, { ...theirs, imei: '869999999999999' })).toMatchObject({ kind: 'imei' });
});

test('what one side does not tell is no difference', () => {
  expect(differsIn({ ...ours, communication_plan: null }, { ...theirs, communicationPlan: 'VOICE' })).toBeUndefined();
  expect(differsIn(ours, { communicationPlan: null, ratePlan: null, imei: null })).toBeUndefined();
});
