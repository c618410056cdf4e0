import { testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { registerMeasures } from './measures.ts';

const host = await forThisFile(testApp({ demo: 'all' }));
const ctx = host.app.systemContext('metrics');
const registry = new Registry();
registerMeasures(registry, () => ctx);

/** Values by their labels, as `/metrics` prints them. */
async function read(name: string): Promise<Record<string, number>> {
  const metric = await registry.getSingleMetric(`cardinal_${name}`)?.get();
  return Object.fromEntries(metric?.values.map(({ labels, value }) => [Object.values(labels).join(), value]) ?? []);
}

test('what waits, what is unconfirmed and who does not answer are figures of the database', async () => {
  const [account] = await ctx.db.selectFrom('carriers.gate').select('account_id').limit(1).execute();
  const id = String(account?.account_id);
  expect((await read('carrier_breaker_open'))[id]).toBe(0);
  await sql`update carriers.gate set open_until = clock_timestamp() + interval '1 minute' where account_id = ${id}`.execute(
    ctx.db,
  );
  expect((await read('carrier_breaker_open'))[id]).toBe(1);

  expect(await read('commands_unconfirmed')).toEqual({});
  const sent = await sql<{ id: string }>`
    update card_commands.card_command set state = 'sent', closed_at = null
    where id = (select min(id) from card_commands.card_command) returning carrier_account_id as id`.execute(ctx.db);
  const of = String(sent.rows[0]?.id);
  expect(await read('commands_unconfirmed')).toEqual({ [of]: 1 });
  expect((await read('command_oldest_seconds'))[of]).toBeGreaterThan(0);

  await sql`update tasks.task set state = 'processing', is_paused = false, approval = 'none', not_before = null,
    created_at = ${host.clock.now()}::timestamptz - interval '2 hours' where id = (select min(id) from tasks.task)`.execute(
    ctx.db,
  );
  expect((await read('task_oldest_seconds'))['processing']).toBeGreaterThanOrEqual(7_200);
  await sql`update tasks.task set is_paused = true where state in ('untreated', 'processing')`.execute(ctx.db);
  expect(await read('task_oldest_seconds')).toEqual({});
});

test('a job that nobody takes shows its age', async () => {
  expect((await read('job_oldest_seconds'))['framework.partitions']).toBeUndefined();
  await sql`insert into jobs.job (name, data, start_after) values ('framework.partitions', '{}', now() - interval '90 seconds')`.execute(
    ctx.db,
  );
  expect((await read('job_oldest_seconds'))['framework.partitions']).toBeGreaterThanOrEqual(90);
});

test('a figure that cannot be read is absent, and the others are told', async () => {
  const owner = new pg.Client({ connectionString: host.ownerUrl });
  await owner.connect();
  await owner.query('alter table tasks.task rename to task_away');
  await owner.end();
  const text = await registry.metrics();
  expect(text).toContain('# TYPE cardinal_task_oldest_seconds gauge');
  expect(text).not.toMatch(/^cardinal_task_oldest_seconds/m);
  expect(text).toMatch(/^cardinal_carrier_breaker_open\{account="\d+"\} 1$/m);
});
