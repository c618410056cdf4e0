import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { metricsClosed } from '@cardinal/contract/framework/standardRefusals.ts';
import { collectDefaultMetrics, register as common, Gauge, Histogram, Registry } from 'prom-client';
import type { App } from '../framework/app.ts';
import { registerMeasures } from '../framework/measures.ts';
import type { Tables } from '../framework/tables.ts';
import type { Database } from '../runtime/database.ts';
import { pendingMigrations } from '../runtime/migrate.ts';
import { metricsReaders } from './metricsReaders.ts';

type Parts = {
  database: Database<Tables>;
  workDatabase: Database<Tables>;
  needsWorker: boolean;
  freeBytes: () => number;
  metricsToken: string | undefined;
};

/**
 * The figures of this process are collected once, however many programs run in it: each collection watches every garbage
 * collection and the event loop, and can never be ended.
 */
function measureProcess(): void {
  if (!common.getSingleMetric('process_cpu_seconds_total')) collectDefaultMetrics({ register: common });
}

/** `/healthz`: the process is alive. `/readyz`: database, migrations and workers are ready. `/metrics`: Prometheus text. */
export function serveHealth(
  { http, jobs, systemContext }: App,
  { database, workDatabase, needsWorker, freeBytes, metricsToken }: Parts,
): void {
  const registry = new Registry();
  measureProcess();
  const seconds = new Histogram({
    name: 'cardinal_http_request_seconds',
    help: 'Time to answer a request',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  });
  new Gauge({
    name: 'cardinal_database_connections',
    help: 'Connections of the pools by state',
    labelNames: ['pool', 'state'],
    registers: [registry],
    collect() {
      for (const [name, { pool }] of Object.entries({ interactive: database, work: workDatabase })) {
        this.set({ pool: name, state: 'idle' }, pool.idleCount);
        this.set({ pool: name, state: 'used' }, pool.totalCount - pool.idleCount);
        this.set({ pool: name, state: 'waiting' }, pool.waitingCount);
      }
    },
  });
  new Gauge({
    name: 'cardinal_disk_free_bytes',
    help: 'Free space under DATA_DIR; changes are refused below 512 MiB',
    registers: [registry],
    collect() {
      this.set(freeBytes());
    },
  });
  registerMeasures(registry, () => systemContext('metrics'));
  http.addHook('onResponse', async (request, reply) => {
    seconds.observe(
      { method: request.method, route: request.routeOptions.url ?? 'unknown', status: reply.statusCode },
      reply.elapsedTime / 1000,
    );
  });
  http.get('/healthz', async () => ({ status: 'up' }));
  http.get('/readyz', async (_request, reply) => {
    const reached = await database.readiness();
    const waiting = reached.ready ? await pendingMigrations(database.pool).catch(() => ['unknown']) : ['unknown'];
    const checks = {
      database: reached.ready,
      migrations: waiting.length === 0,
      workers: !needsWorker || jobs.isWorking(),
    };
    return reply.code(Object.values(checks).every(Boolean) ? 200 : 503).send(checks);
  });
  const mayRead = metricsReaders(metricsToken);
  http.get('/metrics', async (request, reply) => {
    if (!mayRead(request)) {
      reply.header('www-authenticate', 'Bearer');
      throw new Refused(metricsClosed);
    }
    reply.type(registry.contentType);
    return [await registry.metrics(), await common.metrics()].join('\n');
  });
}
