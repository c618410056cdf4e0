/**
 * Tests as docs/checklist.md and docs/guarantees.md name them: a file between backticks, then the words of the test up to
 * the next file. `npm test` fails unless each named test ran and passed.
 */

import { relative } from 'node:path';

export type NamedTest = { readonly file: string; readonly words: string };
export type RanTest = { readonly file: string; readonly name: string; readonly hasPassed: boolean };

const FOLDERS: Readonly<Record<string, string>> = {
  primitives: 'packages/primitives/src',
  contract: 'packages/contract/src',
  console: 'apps/console/src',
  h5: 'apps/h5',
  server: 'apps/server/src',
  testing: 'packages/testing/src',
  ui: 'packages/ui/src',
};

const NAMED = /`([a-z0-9]+(?:\/\w+)+)` ([^|]+?)(?=; `|; waits for: | \|)/g;
const SHORT_FILE = /`[a-z0-9]+(?:\/\w+)+`/g;

/** `server/quality/checklist` is a file of tests, `e2e/guard` a journey, `torture/stop` a long run. */
export function fileOf(short: string): string {
  const [area = '', ...rest] = short.split('/');
  if (area === 'e2e' || area === 'torture') return `${short}.${area}.ts`;
  return `${FOLDERS[area] ?? area}/${rest.join('/')}.test.ts`;
}

/** Rows of the tables of a list, without their headings. */
export const rowsOf = (markdown: string): string[] =>
  markdown.split('\n').filter((line) => line.startsWith('| ') && !/^\| (?:---|Fact|Promise)/.test(line));

/** The tests that a row names; throws where a file stands without the words of a test. */
export function namedTests(row: string): NamedTest[] {
  const named = [...row.matchAll(NAMED)].map(([, short = '', words = '']) => ({
    file: fileOf(short),
    words: words.trim(),
  }));
  const files = row.match(SHORT_FILE) ?? [];
  if (named.length !== files.length) throw new Error(`a file stands without the words of its test: ${row}`);
  return named;
}

/**
 * The names that words stand for: the beginning of a test's own name or of a group's that it stands in. `%s`, `%j` and the
 * like stand for what a table of cases fills in.
 */
function namePattern(words: string): RegExp {
  const literal = words.split(/%[sdifjo]/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`(?:^| > )${literal.join('[^]*')}`);
}

/** The errors of the named tests, given all that ran; empty if each ran and passed. */
export function unmet(named: readonly NamedTest[], ran: readonly RanTest[]): string[] {
  const byFile = Map.groupBy(ran, (test) => test.file);
  return named.flatMap(({ file, words }) => {
    const pattern = namePattern(words);
    const found = (byFile.get(file) ?? []).filter((test) => pattern.test(test.name));
    if (found.length === 0) return [`${file}: no test ran with the name «${words}»`];
    return found.some((test) => !test.hasPassed) ? [`${file}: «${words}» did not pass`] : [];
  });
}

type UnitReport = {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly {
      readonly ancestorTitles: readonly string[];
      readonly title: string;
      readonly status: string;
    }[];
  }[];
};

/** The tests of a vitest report (`--reporter=json`); files come out relative to the root. */
export const ranUnits = (report: UnitReport, root: string): RanTest[] =>
  report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ ancestorTitles, title, status }) => ({
      file: relative(root, name),
      name: [...ancestorTitles, title].join(' > '),
      hasPassed: status === 'passed',
    })),
  );

type Step = { readonly title: string; readonly error?: unknown; readonly steps?: readonly Step[] };
type JourneySuite = {
  readonly title: string;
  readonly file: string;
  readonly suites?: readonly JourneySuite[];
  readonly specs?: readonly {
    readonly title: string;
    readonly ok: boolean;
    readonly tests: readonly {
      readonly results: readonly {
        readonly steps?: readonly Step[];
        readonly errors?: readonly { message?: string }[];
      }[];
    }[];
  }[];
};

type JourneyReport = { readonly suites: readonly JourneySuite[] };

// Messages are written for a terminal.
// biome-ignore lint/suspicious/noControlCharactersInRegex: the escape is what they begin with
const COLOURS = /\u001b\[[0-9;]*m/g;

/** What the journeys that failed died of: the file, the title and the errors of the last try, without colours. */
export function failedJourneys({ suites }: JourneyReport): string[] {
  const inside = (suite: JourneySuite): string[] => [
    ...(suite.specs ?? [])
      .filter(({ ok }) => !ok)
      .map(({ title, tests }) => {
        const errors = tests.flatMap(({ results }) => results.at(-1)?.errors ?? []);
        const said = errors.map(({ message = '' }) => message.replace(COLOURS, ''));
        return [`e2e/${suite.file}: ${title}`, ...said].join('\n');
      }),
    ...(suite.suites ?? []).flatMap(inside),
  ];
  return suites.flatMap(inside);
}

/** The journeys of a Playwright report (`--reporter=json`) and their steps, each as a test. */
export function ranJourneys(report: JourneyReport): RanTest[] {
  const stepsOf = (file: string, steps: readonly Step[]): RanTest[] =>
    steps.flatMap(({ title, error, steps: inner = [] }) => [
      { file, name: title, hasPassed: error === undefined },
      ...stepsOf(file, inner),
    ]);
  const inside = (suite: JourneySuite, path: readonly string[]): RanTest[] => [
    ...(suite.specs ?? []).flatMap(({ title, ok, tests }) => {
      const file = `e2e/${suite.file}`;
      const steps = tests.flatMap(({ results }) => results.at(-1)?.steps ?? []);
      return [{ file, name: [...path, title].join(' > '), hasPassed: ok }, ...stepsOf(file, steps)];
    }),
    ...(suite.suites ?? []).flatMap((inner) => inside(inner, [...path, inner.title])),
  ];
  return report.suites.flatMap((suite) => inside(suite, []));
}
