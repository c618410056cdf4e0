import { isDeepStrictEqual } from 'node:util';
import { CompiledQuery } from 'kysely';
import { type JobWithMetadata, PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import * as z from 'zod';
import { APPLICATION_ROLE } from '../runtime/databaseRoles.ts';
import type { Ctx } from './context.ts';
import { type Job, job, type Reaction } from './domain.ts';
import type { Database } from './tables.ts';
import { startHeartbeat, WORKER } from './workerHeartbeat.ts';

export type JobHost = {
  /** Queues inside the transaction of `db`. Per key at most one such job waits or runs at a time. */
  enqueue: (
    db: Database,
    name: string,
    payload: unknown,
    options?: { key?: string; startAfter?: Date },
  ) => Promise<void>;
  /** Queues one job for each reaction to the event. */
  emit: (db: Database, event: string, payload: unknown) => Promise<void>;
  work: () => Promise<void>;
  /** Signals running jobs and lets them finish for at most `graceMs`; interrupted ones run again elsewhere. */
  stop: (graceMs: number) => Promise<void>;
  isWorking: () => boolean;
};

const reactionJobName = (reaction: Reaction) => `reaction.${reaction.name}`;

const asJob = (reaction: Reaction): Job =>
  job({
    name: reactionJobName(reaction),
    payload: reaction.event.payload,
    retries: 20,
    expireSeconds: 300,
    run: (ctx: Ctx, payload: unknown) => reaction.run(ctx, payload),
  });

function policyOf(one: Job): 'standard' | 'short' | 'stately' {
  if (one.keyed === 'waiting') return 'short';
  return one.keyed ? 'stately' : 'standard';
}

/** A job's retries and heartbeat timeout; without the latter a killed worker's job would be «running» for minutes. */
const livesOf = (one: Job) => ({
  retryLimit: one.retries,
  retryDelay: one.retryDelaySeconds,
  retryBackoff: true,
  expireInSeconds: one.expireSeconds,
  heartbeatSeconds: Math.max(10, one.heartbeatSeconds),
});

const ZONE = 'Asia/Shanghai';

/** Writes the schedules that are not as declared; at most starts there is none. */
async function keepSchedules(boss: PgBoss, jobs: readonly Job[]): Promise<void> {
  const kept = new Map((await boss.getSchedules()).map((each) => [each.name, each]));
  for (const one of jobs) {
    if (!one.schedule) continue;
    const [options, before] = [{ tz: ZONE, ...livesOf(one) }, kept.get(one.name)];
    if (before?.cron === one.schedule && isDeepStrictEqual(before.options, JSON.parse(JSON.stringify(options))))
      continue;
    await boss.schedule(one.name, one.schedule, {}, options);
  }
}

/** Background jobs on pg-boss: queued with the change, monitored by heartbeats, reassigned when a worker dies. */
export async function startJobs(given: {
  /** The queue has a schema of its own, so it connects as the owner. */
  ownerUrl: string;
  jobs: readonly Job[];
  reactions: readonly Reaction[];
  contextFor: (job: string, id: string) => Ctx;
  reportFault: (ctx: Ctx, job: string, error: unknown) => void;
  log: Logger;
  /** Polling of idle queues; tests use a shorter one. */
  pollSeconds?: number;
}): Promise<JobHost> {
  const { log } = given;
  const boss = new PgBoss({
    connectionString: given.ownerUrl,
    schema: 'jobs',
    application_name: 'cardinal-jobs',
    max: 4,
    monitorIntervalSeconds: 10,
    superviseIntervalSeconds: 10,
    // The queue caches which keys are running and takes none of their jobs meanwhile. With its default refresh of a minute, the
    // next job of a key waited that long after the previous one had ended.
    queueCacheIntervalSeconds: 1,
  });
  boss.on('error', (error: unknown) => log.warn({ err: error }, 'job queue'));
  await boss.start();
  const jobs = [...given.jobs, ...given.reactions.map(asJob)];
  const known = new Set((await boss.getQueues()).map(({ name }) => name));
  for (const one of jobs) {
    if (!known.has(one.name)) await boss.createQueue(one.name, { policy: policyOf(one) });
  }
  // A change queues its jobs in its own transaction, as the application's role. Grants on the same objects by processes that
  // start at the same time would fail without the lock.
  await boss.getDb().executeSql(`
    select pg_advisory_xact_lock(7301);
    grant usage on schema jobs to ${APPLICATION_ROLE};
    grant select, insert, update, delete on all tables in schema jobs to ${APPLICATION_ROLE};
    grant execute on all functions in schema jobs to ${APPLICATION_ROLE}`);
  await keepSchedules(boss, jobs);
  let isWorking = false;
  let heartbeat: ReturnType<typeof startHeartbeat> | undefined;
  const stopping = new AbortController();

  const execute = (db: Database) => ({
    executeSql: async (text: string, values?: unknown[]) => {
      const { rows } = await db.executeQuery(CompiledQuery.raw(text, values ?? []));
      return { rows: rows as never[] };
    },
  });

  const byName = new Map(jobs.map((one) => [one.name, one]));

  const enqueue: JobHost['enqueue'] = async (db, name, payload, options = {}) => {
    const one = byName.get(name);
    if (!one) throw new Error(`No job is called ${name}`);
    await boss.send(name, z.parse(one.payload, payload) as object, {
      db: execute(db),
      ...livesOf(one),
      ...(options.key ? { singletonKey: options.key } : {}),
      ...(options.startAfter ? { startAfter: options.startAfter } : {}),
    });
  };

  const run = async (one: Job, { id, data, retryCount, retryLimit }: JobWithMetadata, signal: AbortSignal) => {
    const ctx = given.contextFor(one.name, id);
    const payload = z.parse(one.payload, data ?? {});
    try {
      await one.run(ctx, payload, signal);
    } catch (error) {
      ctx.log.error({ err: error, job: one.name }, 'job failed');
      // A stopped job is no fault.
      if (!signal.aborted) {
        given.reportFault(ctx, one.name, error);
        if (retryCount >= retryLimit) await one.gaveUp?.(ctx, payload);
      }
      throw error;
    }
  };

  return {
    enqueue,
    emit: async (db, event, payload) => {
      for (const reaction of given.reactions) {
        if (reaction.event.name === event) await enqueue(db, reactionJobName(reaction), payload);
      }
    },
    work: async () => {
      isWorking = true;
      heartbeat = startHeartbeat({
        url: given.ownerUrl,
        log,
        context: () => given.contextFor('workerHeartbeat', WORKER),
      });
      for (const one of jobs) {
        let worker = '';
        worker = await boss.work(
          one.name,
          {
            localConcurrency: one.concurrency,
            batchSize: 1,
            pollingIntervalSeconds: given.pollSeconds ?? 1,
            includeMetadata: true,
          },
          async ([taken]) => {
            if (!taken) return;
            try {
              await run(one, taken as JobWithMetadata, AbortSignal.any([taken.signal, stopping.signal]));
            } finally {
              // Only a queue that has nothing to do is polled: otherwise each kind of job would run once a poll.
              boss.notifyWorker(worker);
            }
          },
        );
      }
    },
    stop: async (graceMs) => {
      isWorking = false;
      stopping.abort();
      await boss.stop({ graceful: true, close: true, timeout: graceMs });
      await heartbeat?.stop();
    },
    isWorking: () => isWorking,
  };
}
