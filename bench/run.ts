/**
 * `npm run bench`: every figure beside the barest way of doing the same in the same run, written to results.md. Takes
 * about a quarter of an hour. `node bench/run.ts lists imports` runs some parts; the others' figures stay as they were.
 * `large` fills ten million cards (`BENCH_LARGE`; `BENCH_FOLDER` keeps them for the next run) and asks them by every
 * filter and sort, `sync` reads a million from a simulated carrier (`BENCH_SYNC`, or `sync 200000`); they run only when
 * they are named.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { refreshCardCounters } from '@cardinal/server/domains/cards/counting/countChanges.ts';
import { makePackage } from '@cardinal/testing/packages.ts';
import { sellProduct } from '@cardinal/testing/products.ts';
import { exportFigure, importFigures, planFigures } from './batches.ts';
import { budgetFigure } from './budget.ts';
import { addCards } from './cards.ts';
import { consoleFigures } from './console.ts';
import { treeFigures } from './customers.ts';
import { everyQuery } from './everyQuery.ts';
import type { Figure } from './figure.ts';
import { findingFigures, pastedFigures } from './finding.ts';
import { busyFigures, momentFigure, undoFigures } from './history.ts';
import { ledgerFigures } from './ledger.ts';
import { pageFigures } from './lists.ts';
import { meteringFigures } from './metering.ts';
import { orderFigures, orderPlanFigures } from './orders.ts';
import { moneyPlanFigures, shop } from './plans.ts';
import { requestFigures } from './requests.ts';
import { sheetFigures } from './sheets.ts';
import { statementFigures } from './statements.ts';
import { syncFigures } from './sync.ts';
import { tallyFigures } from './tally.ts';
import { CAPTCHA, openWorld, PASSWORD } from './world.ts';

const FEW = 20_000;
/** The agent has three of four. */
const MANY = Number(process.env['BENCH_CARDS'] ?? 1_400_000);
const IMPORT = Number(process.env['BENCH_IMPORT'] ?? 500_000);
/** A number behind the name of a part is how many cards it shall take. */
const [count] = process.argv.slice(2).filter((each) => /^\d+$/.test(each));
const SYNC = Number(count ?? process.env['BENCH_SYNC'] ?? 1_000_000);
const LARGE = Number(process.env['BENCH_LARGE'] ?? 10_000_000);
const BATCH = 1_000_000;
const UNDONE = Number(process.env['BENCH_UNDO'] ?? 100_000);
const FOUND = Number(process.env['BENCH_FIND'] ?? 500_000);
const TALLY = Number(process.env['BENCH_TALLY'] ?? 1_000_000);
const POSTINGS = Number(process.env['BENCH_POSTINGS'] ?? 5_000_000);
const LINES = Number(process.env['BENCH_LINES'] ?? 5_000_000);
const METERED = Number(process.env['BENCH_DAYS'] ?? 5_000_000);
const PLANNED = Number(process.env['BENCH_PLAN'] ?? 1_000_000);
const results = join(import.meta.dirname, 'results.md');

const PARTS: Record<string, () => AsyncGenerator<Figure>> = {
  async *lists() {
    const world = await openWorld();
    try {
      await addCards(world, 0, FEW);
      await refreshCardCounters(world.ctx);
      yield* await pageFigures(world, FEW);
      await addCards(world, FEW, MANY - FEW);
      await refreshCardCounters(world.ctx);
      yield* await pageFigures(world, MANY);
      if (MANY >= (BATCH * 4) / 3) {
        yield* planFigures(world, BATCH);
        // Rows beyond a million are refused, and every turn takes one more.
        yield await exportFigure(world, BATCH - 1_000);
      }
    } finally {
      await world.stop();
    }
  },
  /** What an action on many cards costs, as its preview says it. */
  async *plans() {
    const world = await openWorld(undefined, [shop]);
    try {
      const customerIds = ['10', { to: '11', from: '10' }, { to: '12', from: '10' }];
      const { ctx, carrierAccountId } = world;
      const product = await sellProduct(ctx, { code: 'BENCH', carrierAccountId, customerIds });
      const given = [{ to: '10', from: '1', reserve: 800 }];
      const { id } = await makePackage(ctx, { products: [product], given });
      await addCards(world, 0, PLANNED * 1.4, { made: { product_code: `'${product}'` } });
      yield* moneyPlanFigures(world, PLANNED);
      yield* orderPlanFigures(world, PLANNED, id);
    } finally {
      await world.stop();
    }
  },
  /** What a list request costs beside the barest server. */
  async *requests() {
    const world = await openWorld();
    try {
      await addCards(world, 0, FEW);
      await refreshCardCounters(world.ctx);
      yield* await requestFigures(world);
    } finally {
      await world.stop();
    }
  },
  /** The console as it is built now, in a browser. */
  async *console() {
    const built = spawnSync('npm', ['run', 'build'], { cwd: join(import.meta.dirname, '..'), encoding: 'utf8' });
    if (built.status !== 0) throw new Error(built.stderr);
    const world = await openWorld();
    try {
      await addCards(world, 0, FEW);
      yield* consoleFigures(world, { password: PASSWORD, captcha: CAPTCHA });
    } finally {
      await world.stop();
    }
  },
  async *history() {
    const world = await openWorld();
    try {
      await addCards(world, 0, UNDONE * 2);
      yield await momentFigure(world, 2_000);
      yield* undoFigures(world, UNDONE);
    } finally {
      await world.stop();
    }
  },
  /** A batch done here alone while others keep both cores busy. */
  async *contention() {
    const world = await openWorld();
    try {
      await addCards(world, 0, UNDONE * 2);
      yield* busyFigures(world, UNDONE);
    } finally {
      await world.stop();
    }
  },
  async *finding() {
    const world = await openWorld();
    try {
      await addCards(world, 0, FOUND * 2);
      await refreshCardCounters(world.ctx);
      yield* pastedFigures(world, FOUND * 2);
      yield* findingFigures(world, FOUND);
    } finally {
      await world.stop();
    }
  },
  async *customers() {
    const world = await openWorld();
    try {
      yield* treeFigures(world);
    } finally {
      await world.stop();
    }
  },
  async *tally() {
    const world = await openWorld();
    try {
      await addCards(world, 0, TALLY);
      yield* tallyFigures(world, TALLY);
    } finally {
      await world.stop();
    }
  },
  async *ledger() {
    const world = await openWorld();
    try {
      yield* ledgerFigures(world, world.app.systemContext('bench'));
    } finally {
      await world.stop();
    }
  },
  /** The records of very many orders. */
  async *orders() {
    const world = await openWorld();
    try {
      yield* orderFigures(world, LINES);
    } finally {
      await world.stop();
    }
  },
  /** What a million cards used on five days, over their packages. */
  async *metering() {
    const world = await openWorld();
    try {
      yield* meteringFigures(world, METERED);
    } finally {
      await world.stop();
    }
  },
  /** What customers are shown of very many postings. */
  async *statements() {
    const world = await openWorld();
    try {
      yield* statementFigures(world, POSTINGS);
    } finally {
      await world.stop();
    }
  },
  async *imports() {
    const world = await openWorld();
    try {
      yield* importFigures(world, 5_000_000, IMPORT);
    } finally {
      await world.stop();
    }
  },
  /** Half an hour to fill and 25 GB of disk: asked for by name, never part of the whole. */
  async *large() {
    const world = await openWorld(process.env['BENCH_FOLDER']);
    try {
      const filled = await world.ctx.db.selectFrom('cards.card').select('id').limit(1).executeTakeFirst();
      if (!filled) await addCards(world, 0, LARGE, { spread: 'tree' });
      await refreshCardCounters(world.ctx);
      yield* everyQuery(world, LARGE);
    } finally {
      await world.stop();
    }
  },
  /** At the account's pace, two minutes to some twenty; asked for by name. */
  async *sync() {
    yield* syncFigures(SYNC);
  },
  /** A minute of calls at a limit that binds. */
  async *budget() {
    yield* budgetFigure(50_000);
  },
  async *sheets() {
    yield* await sheetFigures();
  },
};

/** What is run where nothing is named. */
const USUAL = Object.keys(PARTS).filter((each) => each !== 'large' && each !== 'sync');

function verdict({ ours, bare, goal, unit }: Figure): string {
  if (goal === undefined) return '';
  if (unit === '/s') return '';
  return ours / bare <= goal ? 'met' : '**missed**';
}

const number = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: value < 100 ? 2 : 0 });

function sectionOf(part: string, figures: readonly Figure[]): string {
  const machine = `${cpus().length} cores (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / 1024 ** 3)} GB, load ${loadavg()[0]?.toFixed(1)}, Node ${process.version}`;
  const lines = figures.map((figure) => {
    const { name, ours, bare, unit, goal } = figure;
    return `| ${name} | ${number(ours)} ${unit} | ${number(bare)} ${unit} | ${(ours / bare).toFixed(2)} | ${goal ?? ''} | ${verdict(figure)} |`;
  });
  return [
    `## ${part}`,
    '',
    `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC on ${machine}.`,
    '',
    '| Figure | Ours | Bare | Ratio | Goal | |',
    '| --- | ---: | ---: | ---: | ---: | --- |',
    ...lines,
    '',
  ].join('\n');
}

/** Sections of the last results by their part. */
function kept(): Map<string, string> {
  const text = existsSync(results) ? readFileSync(results, 'utf8') : '';
  const sections = text.split(/^(?=## )/m).slice(1);
  return new Map(sections.map((section) => [/^## (\w+)/.exec(section)?.[1] ?? '', section]));
}

const HEAD = `# Benchmarks

Written by \`npm run bench\`. Each figure stands beside the barest way of doing the same work in the same run; the ratio is
what counts, since times depend on the machine and on who else uses it. Times are wall-clock, except those in CPU seconds.
A page of ours also holds the figures strip, the names of tags and accounts and the session's check; the bare one does not.
The bare page counts its rows up to 100,001; ours reads a total beyond that from a rollup, as an estimate.

Not measured yet: thresholds of strategies.

`;

/** After every figure, so that a run that is cut leaves what it had found. */
function write(part: string, figures: readonly Figure[]): void {
  const sections = kept().set(part, sectionOf(part, figures));
  writeFileSync(results, HEAD + [...sections.values()].map((section) => section.trim()).join('\n\n') + '\n');
}

const asked = process.argv.slice(2).filter((each) => each !== count);
for (const part of asked.length > 0 ? asked : USUAL) {
  const run = PARTS[part];
  if (!run) throw new Error(`No part ${part}: ${Object.keys(PARTS).join(', ')}`);
  const figures: Figure[] = [];
  for await (const figure of run()) {
    figures.push(figure);
    write(part, figures);
    process.stdout.write(`${figure.name}: ${number(figure.ours)} against ${number(figure.bare)} ${figure.unit}\n`);
  }
}
// Written as every other page here is.
spawnSync(join(import.meta.dirname, '../node_modules/.bin/biome'), ['format', '--write', results]);
