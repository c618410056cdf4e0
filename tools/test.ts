/**
 * Everything a change must pass: format and lint, types, the suites beside the code, the journeys in a real browser. Each
 * part runs even when an earlier one failed; the last line counts all of them together.
 */
import { spawn } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { failedJourneys, namedTests, ranJourneys, ranUnits, rowsOf, unmet } from './namedTests.ts';

const root = join(import.meta.dirname, '..');
const results = join(root, 'test-results');
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

type Count = { passed: number; failed: number };

function run(command: string, args: readonly string[], env: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
    child.on('error', () => resolve(1));
    child.on('close', (code) => resolve(code ?? 1));
  });
}

/** A check that is one thing: passed or failed. */
async function check(name: string, command: string, args: readonly string[]): Promise<Count> {
  const code = await run(command, args);
  console.info(`${name}: ${code === 0 ? 'passed' : 'FAILED'}`);
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

async function inTurn(...checks: readonly (() => Promise<Count>)[]): Promise<Count[]> {
  const counts: Count[] = [];
  for (const each of checks) counts.push(await each());
  return counts;
}

/** A suite counts what its report says; a suite that ends badly without a failed test, or without a report, is one failure. */
function counted(code: number, count: Count | undefined): Count {
  if (!count || count.passed + count.failed === 0) return { passed: 0, failed: 1 };
  return code !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count;
}

function report<T>(file: string): T | undefined {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : undefined;
}

type UnitReport = {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
};

const reportingTo = (file: string) => ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];

/** What suites that failed reported. */
const reports: UnitReport[] = [];

/** The oldest PostgreSQL again does what is SQL. Left out, and said so, where it cannot be installed. */
async function floor(): Promise<Count> {
  const file = join(results, 'floor.json');
  const code = await run('node', ['tools/floor.ts', ...reportingTo(file)]);
  return code === 3 ? { passed: 0, failed: 0 } : unitCount(code, file);
}

async function units(): Promise<Count> {
  const file = join(results, 'units.json');
  return unitCount(await run('vitest', ['run', ...reportingTo(file)]), file);
}

/** Says again, at the end, what the journeys that failed died of: their pages and the log are long. */
function showFailedJourneys(): void {
  const said = report<Parameters<typeof failedJourneys>[0]>(join(results, 'journeys.json'));
  for (const each of said ? failedJourneys(said) : []) console.info(`\n${each.slice(0, 2_000)}`);
}

/** Says again, near the end, what failed: the place where it was said first is far above. */
function showFailed({ testResults }: UnitReport): void {
  for (const { name, status, message, assertionResults } of testResults) {
    if (status !== 'failed') continue;
    console.info(`\n${name}\n${message}`);
    for (const one of assertionResults) {
      if (one.status === 'failed') console.info(`${one.fullName}\n${one.failureMessages.join('\n').slice(0, 4_000)}`);
    }
  }
}

function unitCount(code: number, file: string): Count {
  const said = report<UnitReport>(file);
  if (said && code !== 0) reports.push(said);
  // A file that could not be loaded or made ready failed without a failed test in it.
  const broken = said?.testResults.filter(
    (each) => each.status === 'failed' && !each.assertionResults.some((one) => one.status === 'failed'),
  );
  return counted(code, said && { passed: said.numPassedTests, failed: said.numFailedTests + (broken?.length ?? 0) });
}

/** Prints the page of a failed journey and the program's last warnings, which would be lost with the checkout. */
function showWhatWasSeen(): void {
  for (const page of globSync('journeys/**/error-context.md', { cwd: results })) {
    console.info(`\n${page}\n${readFileSync(join(results, page), 'utf8').slice(0, 12_000)}`);
  }
  const log = join(results, 'server.log');
  if (existsSync(log)) console.info(`\nserver.log\n${readFileSync(log, 'utf8').slice(-8_000)}`);
}

async function journeys(): Promise<Count> {
  const file = join(results, 'journeys.json');
  const code = await run('playwright', ['test', '-c', 'e2e/playwright.config.ts', '--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  });
  if (code !== 0) showWhatWasSeen();
  const said = report<{ stats: { expected: number; unexpected: number; flaky: number } }>(file);
  return counted(code, said && { passed: said.stats.expected, failed: said.stats.unexpected + said.stats.flaky });
}

/** What docs/checklist.md and docs/guarantees.md state holds only while the tests they name run and pass; long runs excepted. */
function namedTestsHold(): Count {
  const unitReport = report<Parameters<typeof ranUnits>[0]>(join(results, 'units.json'));
  const journeyReport = report<Parameters<typeof ranJourneys>[0]>(join(results, 'journeys.json'));
  const ran = [...(unitReport ? ranUnits(unitReport, root) : []), ...(journeyReport ? ranJourneys(journeyReport) : [])];
  const rows = ['checklist', 'guarantees'].flatMap((list) =>
    rowsOf(readFileSync(join(root, `docs/${list}.md`), 'utf8')),
  );
  const named = rows.flatMap(namedTests).filter(({ file }) => !file.startsWith('torture/'));
  const wrong = unmet(named, ran);
  for (const each of wrong) console.info(each);
  console.info(`facts and promises: ${named.length - wrong.length} of ${named.length} named tests ran and passed`);
  return wrong.length === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

const started = Date.now();
/** Each of these uses one core: two at a time. */
const statics = await Promise.all([
  inTurn(
    () => check('format and lint', 'biome', ['ci', '.']),
    () => check('types of the server', 'tsc', ['-p', 'tsconfig.json']),
  ),
  inTurn(
    () => check('types of the console', 'tsc', ['-p', 'apps/console']),
    () => check('console build', 'vite', ['build', 'apps/console', '--logLevel', 'warn']),
    () => check('types of the pages of public accounts', 'tsc', ['-p', 'apps/h5']),
    () => check('build of the pages of public accounts', 'vite', ['build', 'apps/h5', '--logLevel', 'warn']),
  ),
]);
// The browser is downloaded, if needed, while the suites run.
const browser = run('node', ['tools/browser.ts']);
const counts: Count[] = [...statics.flat(), await units()];
const hasBrowser = (await browser) === 0;
counts.push(await floor());
counts.push(hasBrowser ? await journeys() : { passed: 0, failed: 1 });
counts.push(namedTestsHold());
for (const each of reports) showFailed(each);
showFailedJourneys();

const sum = counts.reduce((a, b) => ({ passed: a.passed + b.passed, failed: a.failed + b.failed }));
console.info(`all suites: ${Math.round((Date.now() - started) / 1000)} s`);
console.info(`${sum.passed} passed, ${sum.failed} failed`);
process.exit(sum.failed === 0 ? 0 : 1);
