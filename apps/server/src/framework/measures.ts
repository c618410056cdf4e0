import { sql } from 'kysely';
import { Gauge, type Registry } from 'prom-client';
import type { Ctx } from './context.ts';
import { extensionList } from './contributions.ts';
import { withStatementTimeout } from './withStatementTimeout.ts';

export type Measured = { readonly labels?: Readonly<Record<string, string>>; readonly value: number };

/** Figures for monitoring that are read from the database when Prometheus asks; every process reports the same. */
export type Measure = {
  /** Without the prefix `cardinal_`; with the unit at the end, as Prometheus has it. */
  readonly name: string;
  readonly help: string;
  readonly labelNames?: readonly string[];
  /** Must be cheap: it runs every few seconds. */
  readonly read: (ctx: Ctx) => Promise<readonly Measured[]>;
};

export const measures = extensionList<Measure>('framework.measures');

/** A figure that takes longer is left out, so that a slow database does not also lose the figures that say why. */
const READ_MS = 1_000;

const jobsWaiting: Measure = {
  name: 'job_oldest_seconds',
  help: 'Age of the oldest job that is due and not taken, by queue; absent when none waits',
  labelNames: ['queue'],
  read: async (ctx) => {
    const { rows } = await sql<{ name: string; age: number }>`
      select name, extract(epoch from clock_timestamp() - min(start_after))::float8 as age from jobs.job
      where state in ('created', 'retry') and start_after <= clock_timestamp() group by name`.execute(ctx.db);
    return rows.map(({ name, age }) => ({ labels: { queue: name }, value: age }));
  },
};

/** Adds the rooms' measures and the queue's to what `/metrics` answers; one that cannot be read is absent. */
export function registerMeasures(registry: Registry, context: () => Ctx): void {
  for (const { name, help, labelNames = [], read } of [jobsWaiting, ...context().contributed(measures)]) {
    new Gauge({
      name: `cardinal_${name}`,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        const found = await withStatementTimeout(context(), READ_MS, read).catch(() => undefined);
        this.reset();
        // A gauge without labels says 0 once it is reset.
        if (!found && labelNames.length === 0) this.set(Number.NaN);
        for (const { labels = {}, value } of found ?? []) this.set(labels, value);
      },
    });
  }
}
