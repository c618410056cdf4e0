import type { FlowRule } from '@cardinal/contract/api/control/flowRules.ts';
import { expect, test } from 'vitest';
import { draftsOf, drawable, furtherRule, NEW_RULES, rulesTyped, stretchesOf } from './ruleDrafts.ts';

const [STOP, LIMIT, , REMIND] = [1, 2, 3, 4] as const;
const rule = (threshold: string, action: FlowRule['action'], but: Partial<FlowRule> = {}): FlowRule => ({
  base: 'allowance',
  threshold,
  action,
  limitStrategyId: null,
  notify: [],
  restore: 'cycle',
  ...but,
});

test('rules are typed as they are and come back', () => {
  const rules = [
    rule('80', REMIND, { notify: ['sms'] }),
    rule('2147483648', STOP, { base: 'day' }),
    rule('100', LIMIT, { base: 'pool', limitStrategyId: '7' }),
  ];
  expect(rulesTyped(draftsOf(rules))).toEqual(rules);
  expect(draftsOf(rules)[1]?.volume).toEqual({ value: '2', unit: 'GB' });
});

test('a strategy chosen for a limit is not sent once the rule stops', () => {
  const [limit] = draftsOf([rule('80', LIMIT, { limitStrategyId: '7' })]);
  expect(rulesTyped([{ ...(limit as NonNullable<typeof limit>), action: STOP }])[0]?.limitStrategyId).toBe(null);
});

test('a further rule waits for its threshold and is not drawn until then', () => {
  const rules = [...NEW_RULES, furtherRule(NEW_RULES)];
  expect(rulesTyped(rules).at(-1)).toMatchObject({ threshold: '', action: STOP });
  expect(drawable(rules)).toHaveLength(2);
});

test('the bar shows what holds between thresholds, of several rules the strictest', () => {
  const rules = [rule('100', STOP), rule('80', REMIND), rule('120', LIMIT), rule('50', STOP, { base: 'pool' })];
  expect(stretchesOf(rules, 'allowance')).toEqual([
    { from: 0, to: 80, action: null },
    { from: 80, to: 100, action: REMIND },
    { from: 100, to: 120, action: STOP },
    { from: 120, to: 138, action: STOP },
  ]);
  expect(stretchesOf(rules, 'day')).toEqual([]);
});
