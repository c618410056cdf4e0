import { definitionProblems } from '@cardinal/contract/api/usageReminders/definition.ts';
import { filledTemplate, templateProblem, VARIABLES } from '@cardinal/contract/api/usageReminders/template.ts';
import { RemindKind } from '@cardinal/contract/enumerations/reminder.ts';
import { bytesPerUnit } from '@cardinal/primitives/dataVolume.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RuleRow } from '../reminderTables.ts';
import { leftOf, percentOf, reachedOf, toldOf, type Uses } from './remindRules.ts';
import { rulesFor } from './rulesInForce.ts';

const MB = bytesPerUnit('MB');
const usage = (used: bigint, allowance: bigint | null): Uses => ({
  usedBytes: used,
  allowanceBytes: allowance,
  poolPercent: null,
  daysLeft: null,
});
const thresholds = fc
  .uniqueArray(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: 5 })
  .map((all) => all.sort((a, b) => a - b));
const kind = fc.constantFrom(...RemindKind.options.map(({ value }) => value));

test('whatever readings and corrections come, each threshold is told once at most, and what is told is the strictest reached', () => {
  fc.assert(
    fc.property(
      fc.constantFrom<'flowPercent' | 'flowLeft'>('flowPercent', 'flowLeft'),
      thresholds,
      fc.array(fc.bigInt({ min: 0n, max: 150n * MB }), { maxLength: 20 }),
      (of, at, readings) => {
        const fired = new Set<number>();
        const told: number[] = [];
        for (const used of readings) {
          const reached = reachedOf(of, at, usage(used, 100n * MB));
          const said = toldOf(reached, (each) => !fired.has(each));
          for (const each of reached) fired.add(each);
          if (said !== undefined) told.push(said);
        }
        expect(new Set(told).size).toBe(told.length);
        const strictness = told.map((each) => (of === 'flowLeft' ? -each : each));
        expect(strictness).toEqual([...strictness].sort((a, b) => a - b));
        expect(told.length > 0).toBe(fired.size > 0);
      },
    ),
  );
});

test('the more is used, the more thresholds are reached, of a share as of what is left', () => {
  fc.assert(
    fc.property(
      thresholds,
      fc.bigInt({ min: 0n, max: 200n * MB }),
      fc.bigInt({ min: 0n, max: MB }),
      (at, used, more) => {
        for (const of of ['flowPercent', 'flowLeft'] as const) {
          const before = reachedOf(of, at, usage(used, 100n * MB));
          expect(reachedOf(of, at, usage(used + more, 100n * MB))).toEqual(expect.arrayContaining(before));
        }
      },
    ),
  );
});

test('exactly at a threshold it is reached, a byte before it is not', () => {
  expect(reachedOf('flowPercent', [80], usage(80n * MB, 100n * MB))).toEqual([80]);
  expect(reachedOf('flowPercent', [80], usage(80n * MB - 1n, 100n * MB))).toEqual([]);
  expect(reachedOf('flowLeft', [20], usage(80n * MB, 100n * MB))).toEqual([20]);
  expect(reachedOf('flowLeft', [20], usage(80n * MB - 1n, 100n * MB))).toEqual([]);
  expect(reachedOf('packageEnd', [1, 3], { ...usage(0n, null), daysLeft: 3 })).toEqual([3]);
  expect(reachedOf('packageEnd', [1, 3], { ...usage(0n, null), daysLeft: 0 })).toEqual([3, 1]);
});

test('without a limit or a figure nothing is reached; what is used beyond the allowance leaves nothing', () => {
  for (const of of ['flowPercent', 'flowLeft'] as const) expect(reachedOf(of, [1], usage(5n * MB, null))).toEqual([]);
  expect(reachedOf('packageEnd', [30], usage(0n, 1n))).toEqual([]);
  expect(reachedOf('poolPercent', [1], usage(0n, null))).toEqual([]);
  expect(leftOf(usage(7n, 5n))).toBe(0n);
  expect(percentOf(usage(7n, 5n))).toBe(140);
  expect(percentOf(usage(7n, 0n))).toBeNull();
});

test('a rule covers what lies below its owner, and below a customer it names, of its products only', () => {
  const rule = (product_codes: string[]) => ({ name: '', product_codes }) as unknown as RuleRow;
  const covered = (customerPaths: string[] | null, codes: string[], path: string, code: string | null) =>
    rulesFor([{ rule: rule(codes), coverage: { ownerPath: '/1/10/', customerPaths } }], path, code).length === 1;
  expect(covered(null, [], '/1/10/12/', null)).toBe(true);
  expect(covered(null, [], '/1/20/', 'A')).toBe(false);
  expect(covered(['/1/10/12/'], [], '/1/10/11/', null)).toBe(false);
  expect(covered(['/1/10/12/'], [], '/1/10/12/', null)).toBe(true);
  expect(covered(null, ['A'], '/1/10/', 'B')).toBe(false);
  expect(covered(null, ['A'], '/1/10/', null)).toBe(false);
  expect(covered(null, ['A'], '/1/10/', 'A')).toBe(true);
});

test('a text knows the variables of its kind and names any other; what is filled in is not read again', () => {
  fc.assert(
    fc.property(kind, fc.string(), (of, noise) => {
      const known = VARIABLES[of].map((name) => `{${name}}`).join(' ');
      expect(templateProblem(of, known)).toBeUndefined();
      const plain = noise.replaceAll(/[{}]/g, '');
      expect(templateProblem(of, plain)).toBeUndefined();
      expect(filledTemplate(`${plain}{iccid}`, { iccid: '{used}', used: 'no' })).toBe(`${plain}{used}`);
    }),
  );
  expect(templateProblem('poolPercent', '{iccid}')?.facts).toMatchObject({ variable: 'iccid' });
  expect(templateProblem('flowPercent', '已用 {precent}')?.facts).toMatchObject({ variable: 'precent' });
  expect(templateProblem('flowPercent', '已用 {percent')?.facts).toMatchObject({ variable: 'percent' });
});

test('thresholds rise, each once, up to the most of their kind', () => {
  const given = {
    ...{ name: '', receivers: [], ways: [], quietHours: '', customerIds: [], productCodes: [], textZh: '', textEn: '' },
  };
  fc.assert(
    fc.property(kind, thresholds, (of, at) => {
      const fields = (all: number[]) =>
        definitionProblems({ ...given, kind: of, thresholds: all }).map(({ field }) => field);
      const most = of === 'packageEnd' ? 30 : Number.POSITIVE_INFINITY;
      expect(fields(at)).toEqual(at.some((each) => each > most) ? ['thresholds'] : []);
      expect(fields([...at, at.at(-1) ?? 0])).toEqual(['thresholds']);
    }),
  );
});
