import { expect, it } from 'vitest';
import { failedJourneys, namedTests, type RanTest, ranJourneys, ranUnits, rowsOf, unmet } from './namedTests.ts';

const ROW =
  '| A fact | `primitives/number` the rule of %s > takes 0; `e2e/guard` goes back to itself; waits for: orders (the rest) |';
const RAN: readonly RanTest[] = [
  {
    file: 'packages/primitives/src/number.test.ts',
    name: 'numbers > the rule of money > takes 0 and 1',
    hasPassed: true,
  },
  { file: 'e2e/guard.e2e.ts', name: 'goes back to itself, its query included', hasPassed: true },
];

it('reads the files and words of a row, without what it waits for', () => {
  expect(namedTests(ROW)).toEqual([
    { file: 'packages/primitives/src/number.test.ts', words: 'the rule of %s > takes 0' },
    { file: 'e2e/guard.e2e.ts', words: 'goes back to itself' },
  ]);
  expect(rowsOf(`| Fact | Asserted by |\n| --- | --- |\n${ROW}`)).toEqual([ROW]);
});

it('refuses a file without the words of a test', () => {
  expect(() => namedTests('| A fact | `primitives/number` |')).toThrow('without the words of its test');
});

it('is met while every named test ran and passed', () => {
  expect(unmet(namedTests(ROW), RAN)).toEqual([]);
});

it('names a test that did not run, one that did not pass, and one that only mentions the words', () => {
  const [first, second] = RAN as [RanTest, RanTest];
  expect(unmet(namedTests(ROW), [first])).toEqual([
    'e2e/guard.e2e.ts: no test ran with the name «goes back to itself»',
  ]);
  expect(unmet(namedTests(ROW), [first, { ...second, hasPassed: false }])).toHaveLength(1);
  expect(unmet(namedTests(ROW), [first, { ...second, name: 'never goes back to itself' }])).toHaveLength(1);
  expect(
    unmet(namedTests(ROW), [...RAN, { ...second, name: 'goes back to itself twice', hasPassed: false }]),
  ).toHaveLength(1);
});

it('reads the reports of both runners, steps of journeys included', () => {
  const units = {
    testResults: [
      {
        name: '/home/packages/primitives/src/number.test.ts',
        assertionResults: [{ ancestorTitles: ['a group'], title: 'a test', status: 'skipped' }],
      },
    ],
  };
  expect(ranUnits(units, '/home')).toEqual([
    { file: 'packages/primitives/src/number.test.ts', name: 'a group > a test', hasPassed: false },
  ]);
  const steps = [{ title: 'a step', error: { message: 'no' }, steps: [{ title: 'inside' }] }];
  const specs = [{ title: 'a journey', ok: true, tests: [{ results: [{ steps }] }] }];
  const suite = {
    title: 'spine.e2e.ts',
    file: 'spine.e2e.ts',
    suites: [{ title: 'a group', file: 'spine.e2e.ts', specs }],
  };
  expect(ranJourneys({ suites: [suite] })).toEqual([
    { file: 'e2e/spine.e2e.ts', name: 'a group > a journey', hasPassed: true },
    { file: 'e2e/spine.e2e.ts', name: 'a step', hasPassed: false },
    { file: 'e2e/spine.e2e.ts', name: 'inside', hasPassed: true },
  ]);
});

it('says what a failed journey died of, of its last try and without colours', () => {
  const results = [
    { errors: [{ message: 'an earlier try' }] },
    { errors: [{ message: 'gone: \u001b[31mno\u001b[39m' }] },
  ];
  const specs = [
    { title: 'one that holds', ok: true, tests: [{ results: [] }] },
    { title: 'one that does not', ok: false, tests: [{ results }] },
  ];
  const suites = [
    { title: 'a file', file: 'guard.e2e.ts', suites: [{ title: 'a group', file: 'guard.e2e.ts', specs }] },
  ];
  expect(failedJourneys({ suites })).toEqual(['e2e/guard.e2e.ts: one that does not\ngone: no']);
});
