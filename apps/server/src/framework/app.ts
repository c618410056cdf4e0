import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { notSignedIn } from '@cardinal/contract/framework/standardRefusals.ts';
import type { Clock } from '@cardinal/primitives/clock.ts';
import type { IdSource } from '@cardinal/primitives/ids.ts';
import type { Random } from '@cardinal/primitives/random.ts';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import * as z from 'zod';
import type { Config } from '../runtime/config.ts';
import type { Database as OpenDatabase } from '../runtime/database.ts';
import { RELEASE } from '../runtime/release.ts';
import type { Secrets } from '../runtime/secrets.ts';
import type { Actor, Ctx, OperationNote, OperationRow, RoomConfig } from './context.ts';
import { combineContributions } from './contributions.ts';
import { copyRows } from './copyRows.ts';
import { boundRoutes, type Domain, job } from './domain.ts';
import type { Host, RequestFacts } from './executeEndpoint.ts';
import { closeConnectionsAfterAnswers, closeGracefully } from './gracefulClose.ts';
import { createHttp } from './http.ts';
import { deleteOldKeys } from './idempotency.ts';
import { type JobHost, startJobs } from './jobs.ts';
import { announce, createLiveHub, LIVE_CHANNEL, type LiveHub } from './live.ts';
import { openApiDocument } from './openapi.ts';
import { keepPartitions } from './partitions.ts';
import { scopeRules, validateDomains } from './registry.ts';
import { requestPace } from './requestPace.ts';
import { EVERYTHING, type Scope, scopePlugin } from './scoping.ts';
import { scratchFolder } from './scratchFiles.ts';
import { sendRevalidated, tagOf } from './sendRevalidated.ts';
import { ShortLivedCache } from './shortLivedCache.ts';
import { endStreams } from './stream.ts';
import { type SessionAt, watchStreams } from './streamWatch.ts';
import { type Database, handleOf, type Tables } from './tables.ts';

/** A person on a phone asks a few times a screen; whoever asks more often is none. */
const END_USER_PER_MINUTE = 120;

/** What rooms provide to the host, so that the framework depends on no room. */
export type Hooks = {
  readonly authenticate: (
    db: Database,
    token: string,
    facts: RequestFacts,
    clock: Clock,
  ) => Promise<{ actor: Actor; scope: Scope }>;
  /** The end user of a session of this public account; undefined where there is none any more. */
  readonly authenticateEndUser: (
    db: Database,
    token: string,
    publicAccountId: string,
    clock: Clock,
  ) => Promise<{ actor: Actor; scope: Scope } | undefined>;
  /** The callers of sessions as they are now; undefined where a request would be refused. */
  readonly callersOf: (
    db: Database,
    asked: readonly SessionAt[],
    clock: Clock,
  ) => Promise<readonly ({ actor: Actor; scope: Scope } | undefined)[]>;
  readonly recordOperation: (ctx: Ctx, row: OperationRow) => Promise<void>;
  readonly recordFault: (
    ctx: Ctx,
    fault: { source: 'api' | 'worker'; requestId: string; actor: Actor; place: string; error: unknown },
  ) => Promise<void>;
};

export type AppParts = {
  readonly config: RoomConfig & Pick<Config, 'trustedProxies'>;
  readonly secrets: Secrets;
  /** For requests. */
  readonly database: OpenDatabase<Tables>;
  /** For jobs, imports and exports. */
  readonly workDatabase: OpenDatabase<Tables>;
  /** The owner's connection: the job queue manages its own schema, and partitions are created and dropped. */
  readonly ownerUrl: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly ids: IdSource;
  readonly log: Logger;
  readonly domains: readonly Domain[];
  readonly hooks: Hooks;
  /** A process without it answers nothing of the API. */
  readonly servesApi: boolean;
  readonly diskIsLow: () => boolean;
  readonly jobPollSeconds?: number;
  /** The most requests of an account. */
  readonly requestsPerMinute: number;
  /** How long queries may use cached results of other queries, including their caller; no caching by default. */
  readonly cacheMs?: number;
};

export type App = {
  readonly http: FastifyInstance;
  readonly jobs: JobHost;
  readonly live: LiveHub;
  /** An unscoped context for jobs, start-up and commands. */
  readonly systemContext: (name: string) => Ctx;
  /** Runs inside one transaction as the system. */
  readonly asSystem: <T>(name: string, run: (ctx: Ctx) => Promise<T>) => Promise<T>;
  readonly stop: () => Promise<void>;
};

export async function createApp(parts: AppParts): Promise<App> {
  const { database, workDatabase, clock, random, ids, log, domains, hooks } = parts;
  const faults = validateDomains(domains);
  if (faults.length > 0) throw new Error(faults.join('\n'));
  const rules = scopeRules(domains);
  const routes = domains.flatMap((domain) => domain.routes);
  const served = domains.flatMap((domain) => domain.served ?? []);
  const contributed = combineContributions([
    boundRoutes.with(...routes, ...served.flatMap((each) => each.routes)),
    ...domains.flatMap((domain) => domain.contributes),
  ]);
  const live = createLiveHub();
  const stopListening = await database.listen(LIVE_CHANNEL, (raw) => live.receive(raw));

  let jobs: JobHost | undefined;
  const queue = () => {
    if (!jobs) throw new Error('The job queue has not started');
    return jobs;
  };

  const build = (
    base: Database,
    who: { actor: Actor; scope: Scope },
    facts: RequestFacts,
    note: (note: OperationNote) => void,
    cached: Ctx['cached'] = (_key, find) => find(),
  ): Ctx => {
    const ctx: Ctx = {
      actor: who.actor,
      scope: who.scope,
      db: base.withPlugin(scopePlugin(who.scope, rules)),
      beyondScope: () => base,
      diskIsLow: parts.diskIsLow,
      clock,
      random,
      ids,
      // Few requests have anything to log: a logger for each would cost all of them.
      get log() {
        return log.child({ requestId: facts.requestId });
      },
      language: facts.language,
      requestId: facts.requestId,
      address: facts.address,
      host: facts.host,
      userAgent: facts.userAgent,
      config: parts.config,
      secrets: parts.secrets,
      contributed,
      enqueue: (job, payload, options) => queue().enqueue(base, job.name, payload, options),
      emit: (event, payload) => queue().emit(base, event.name, payload),
      announce: (message) => announce(base, message),
      subscribe: (listener) => live.subscribe(listener),
      transact: (run, options = {}) => {
        if (base.isTransaction) throw new Error('A transaction is already open');
        const transaction = options.snapshot
          ? base.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
          : base.transaction();
        return transaction.execute((trx) => run(build(handleOf(trx), who, facts, note, cached)));
      },
      actAs: ({ actor, scope, language, host: asked }) =>
        build(
          base,
          { actor, scope },
          { ...facts, language: language ?? facts.language, host: asked ?? facts.host },
          note,
          cached,
        ),
      copyRows: (table, columns, rows) => copyRows(workDatabase.pool, table, columns, rows),
      note,
      cached,
      record: (row) => hooks.recordOperation(ctx, row),
    };
    return ctx;
  };

  const systemContext = (name: string): Ctx =>
    build(
      workDatabase.db,
      { actor: { kind: 'system', name }, scope: EVERYTHING },
      {
        requestId: `${name}-${ids.next()}`,
        address: '',
        host: '',
        userAgent: '',
        language: 'zh_CN',
        isUnattended: true,
      },
      () => {},
    );

  const keepFault = (fault: Parameters<Hooks['recordFault']>[1]): void => {
    hooks
      .recordFault(systemContext('fault'), fault)
      .catch((failure: unknown) => log.error({ err: failure }, 'fault not kept'));
  };

  const partitioned = domains.flatMap((domain) => domain.partitions ?? []);
  await keepPartitions(parts.ownerUrl, partitioned, clock.now());
  const partitionJob = job({
    name: 'framework.partitions',
    payload: z.object({}),
    schedule: '10 3 * * *',
    run: async (ctx) => {
      const made = await keepPartitions(parts.ownerUrl, partitioned, ctx.clock.now());
      if (made.length > 0) ctx.log.info({ made }, 'partitions made');
    },
  });
  jobs = await startJobs({
    ownerUrl: parts.ownerUrl,
    jobs: [partitionJob, deleteOldKeys, ...domains.flatMap((domain) => domain.jobs)],
    reactions: domains.flatMap((domain) => domain.reactions),
    contextFor: (name) => systemContext(name),
    reportFault: (ctx, place, error) =>
      keepFault({ source: 'worker', requestId: ctx.requestId, actor: ctx.actor, place, error }),
    log,
    ...(parts.jobPollSeconds === undefined ? {} : { pollSeconds: parts.jobPollSeconds }),
  });

  const cache = new ShortLivedCache(parts.cacheMs ?? 0, clock);
  const cached: Ctx['cached'] = (key, find) => cache.getOrFind(key, find);
  const host: Host = {
    authenticate: async (token, facts, isQuestion) => {
      if (!token)
        return {
          actor: { kind: 'anonymous' },
          scope: { everything: false, customerIds: [], ownCustomerId: '0', accountId: '0' },
        };
      const find = async () => {
        const who = await hooks.authenticate(database.db, token, facts, clock);
        if (who.actor.kind !== 'account') throw new Refused(notSignedIn);
        return who;
      };
      return isQuestion ? cache.getOrFind(`caller ${token} ${facts.address}`, find) : find();
    },
    authenticateEndUser: async (token, publicAccountId) => {
      const who = token && (await hooks.authenticateEndUser(database.db, token, publicAccountId, clock));
      if (!who) throw new Refused(notSignedIn);
      return who;
    },
    watch: watchStreams((asked) => hooks.callersOf(database.db, asked, clock)),
    waitOf: requestPace(parts.requestsPerMinute, () => clock.now()),
    endUserWaitOf: requestPace(END_USER_PER_MINUTE, () => clock.now()),
    forget: () => cache.forget(),
    context: (who, facts, note, isQuestion) => build(database.db, who, facts, note, isQuestion ? cached : undefined),
    transact: (ctx, run) => ctx.transact(run),
    recordOperation: (ctx, row) => hooks.recordOperation(ctx, row),
    reportFault: ({ requestId, actor, endpoint }, error) => {
      log.error({ err: error, requestId, endpoint }, 'fault');
      keepFault({ source: 'api', requestId, actor, place: endpoint, error });
    },
    diskIsLow: parts.diskIsLow,
    uploadFolder: scratchFolder(parts.config.dataDirectory),
    trustedProxies: parts.config.trustedProxies,
    allowsLocalOrigins: !parts.config.production,
  };
  const callbacks = domains.flatMap((domain) => domain.callbacks ?? []);
  const offered = parts.servesApi ? { routes, served, callbacks } : { routes: [], served: [], callbacks: [] };
  const http = await createHttp(host, offered, log);
  const isClosing = closeConnectionsAfterAnswers(http);
  if (parts.servesApi) {
    // Few ask for it, and making it takes as long as the rest of a start.
    let document: { readonly text: string; readonly tag: string } | undefined;
    const made = () => {
      const text = JSON.stringify(
        openApiDocument(
          routes.map((route) => route.endpoint),
          RELEASE,
        ),
      );
      return { text, tag: tagOf(text) };
    };
    http.get('/api/openapi.json', async (request, reply) => {
      document ??= made();
      return sendRevalidated(request, reply, document.text, document.tag);
    });
  }

  return {
    http,
    jobs,
    live,
    systemContext,
    asSystem: (name, run) => systemContext(name).transact(run),
    stop: async () => {
      endStreams(http);
      await closeGracefully(http, isClosing);
      await queue().stop(15_000);
      await stopListening();
    },
  };
}
