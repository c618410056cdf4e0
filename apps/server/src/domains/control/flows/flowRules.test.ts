import type { FlowRule } from '@cardinal/contract/api/control/flowRules.ts';
import { flowRuleSchema } from '@cardinal/contract/api/control/flowRules.ts';
import { FlowBase } from '@cardinal/contract/enumerations/control.ts';
import { ControlAction } from '@cardinal/contract/enumerations/package.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type FlowFacts, fires, firingOf, ruleProblems, strictness } from './flowRules.ts';

const { STOP, LIMIT, OFFLINE, NO_CONTROL } = ControlAction.values;
const ALL = [STOP, LIMIT, OFFLINE, NO_CONTROL];
const rule = (base: FlowBase, threshold: string, action: ControlAction, but: Partial<FlowRule> = {}): FlowRule => ({
  base,
  threshold,
  action,
  limitStrategyId: action === LIMIT ? '1' : null,
  notify: action === NO_CONTROL ? ['sms'] : [],
  restore: 'cycle',
  ...but,
});
const GB = 1024n ** 3n;
const facts = (usedBytes: bigint, but: Partial<FlowFacts> = {}): FlowFacts => ({
  allowanceBytes: GB,
  usedBytes,
  dayBytes: null,
  poolPercent: null,
  ...but,
});

const TWO = [rule('allowance', '80', NO_CONTROL), rule('allowance', '100', STOP)];

test('80 % reminds, 100 % stops, and not a byte earlier', () => {
  expect(firingOf(TWO, facts((GB * 80n) / 100n)).action).toBe(null);
  expect(firingOf(TWO, facts((GB * 80n) / 100n + 1n)).action).toBe(NO_CONTROL);
  expect(firingOf(TWO, facts(GB - 1n)).action).toBe(NO_CONTROL);
  expect(firingOf(TWO, facts(GB))).toEqual({ fired: TWO, action: STOP });
});

test('no rule goes by what is unknown', () => {
  const rules = [rule('allowance', '1', STOP), rule('day', '1', STOP), rule('pool', '1', STOP)];
  expect(firingOf(rules, facts(GB, { allowanceBytes: null }))).toEqual({ fired: [], action: null });
  expect(firingOf(rules, facts(0n, { dayBytes: 1n })).action).toBe(STOP);
  expect(firingOf(rules, facts(0n, { poolPercent: 1 })).action).toBe(STOP);
});

test('of several at once the strictest is taken: stop, offline, limit, remind', () => {
  const order = [STOP, OFFLINE, LIMIT, NO_CONTROL];
  order.forEach((action, at) => {
    const rules = order.slice(at).map((each) => rule('volume', '1', each));
    expect(firingOf(rules.toReversed(), facts(1n)).action).toBe(action);
  });
});

test.each([
  [
    'a threshold that does not rise',
    [rule('allowance', '80', STOP), rule('allowance', '80', STOP)],
    ['rules.1.threshold'],
  ],
  [
    'a limit without a strategy',
    [rule('allowance', '80', LIMIT, { limitStrategyId: null })],
    ['rules.0.limitStrategyId'],
  ],
  [
    'a limit by what may not be used',
    [rule('volume', '80', LIMIT, { limitStrategyId: '2' })],
    ['rules.0.limitStrategyId'],
  ],
  ['a stop with a strategy', [rule('day', '80', STOP, { limitStrategyId: '1' })], ['rules.0.limitStrategyId']],
  ['a reminder to nobody', [rule('pool', '80', NO_CONTROL, { notify: [] })], ['rules.0.notify']],
  ['other measures begin anew', [rule('pool', '80', STOP), rule('allowance', '70', STOP)], []],
] as const)('%s', (_, rules, fields) => {
  expect(ruleProblems(rules, ALL, new Set(['1'])).map(({ field }) => field)).toEqual(fields);
});

test('an action no account can be asked for is named', () => {
  const [fault] = ruleProblems([rule('allowance', '80', OFFLINE)], [NO_CONTROL], new Set());
  expect(fault).toMatchObject({ field: 'rules.0.action', text: { en: 'No carrier account supports “{action}”' } });
});

test.each([
  ['allowance', '0', false],
  ['allowance', '201', false],
  ['allowance', '200', true],
  ['day', '201', true],
  ['volume', '9'.repeat(19), false],
  ['volume', '1.5', false],
] as const)('a threshold of %s «%s» is taken: %s', (base, threshold, isTaken) => {
  expect(flowRuleSchema.safeParse(rule(base, threshold, STOP)).success).toBe(isTaken);
});

const anyRule = fc
  .record({
    base: fc.constantFrom(...FlowBase.options.map(({ value }) => value)),
    percent: fc.integer({ min: 1, max: 200 }),
    bytes: fc.bigInt(1n, 5n * GB),
    action: fc.constantFrom(...ALL),
  })
  .map(({ base, percent, bytes, action }) =>
    rule(base, base === 'allowance' || base === 'pool' ? String(percent) : String(bytes), action),
  );
const anyFacts = fc.record({
  allowanceBytes: fc.option(fc.bigInt(1n, 5n * GB)),
  usedBytes: fc.bigInt(0n, 5n * GB),
  dayBytes: fc.option(fc.bigInt(0n, 5n * GB)),
  poolPercent: fc.option(fc.integer({ min: 0, max: 300 })),
});
const more = fc.record({ used: fc.bigInt(0n, 5n * GB), day: fc.bigInt(0n, GB), pool: fc.integer({ min: 0, max: 50 }) });

test('more usage fires every rule that less usage fires, and is never answered more mildly', () => {
  fc.assert(
    fc.property(fc.array(anyRule, { maxLength: 10 }), anyFacts, more, (rules, less, { used, day, pool }) => {
      const grown: FlowFacts = {
        allowanceBytes: less.allowanceBytes,
        usedBytes: less.usedBytes + used,
        dayBytes: less.dayBytes === null ? null : less.dayBytes + day,
        poolPercent: less.poolPercent === null ? null : less.poolPercent + pool,
      };
      const [before, after] = [firingOf(rules, less), firingOf(rules, grown)];
      expect(after.fired).toEqual(expect.arrayContaining([...before.fired]));
      expect(strictness(after.action)).toBeGreaterThanOrEqual(strictness(before.action));
    }),
  );
});

test('the action is that of a rule that fires, and none that fires is stricter', () => {
  fc.assert(
    fc.property(fc.array(anyRule, { maxLength: 10 }), anyFacts, (rules, known) => {
      const { fired, action } = firingOf(rules, known);
      expect(fired).toEqual(rules.filter((each) => fires(each, known)));
      if (action === null) expect(fired).toEqual([]);
      else expect(fired.map((each) => each.action)).toContain(action);
      for (const each of fired) expect(strictness(each.action)).toBeLessThanOrEqual(strictness(action));
    }),
  );
});
