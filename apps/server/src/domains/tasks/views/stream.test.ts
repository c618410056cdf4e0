import { CARD_CHANGED } from '@cardinal/contract/api/cards/live.ts';
import { signOut } from '@cardinal/contract/api/identity/identity.ts';
import { orderExport } from '@cardinal/contract/api/tasks/downloads.ts';
import { streamTasks } from '@cardinal/contract/api/tasks/tasks.ts';
import { type Caller, type TestApp, testApp } from '@cardinal/testing/app.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { workTasks } from '../leases/workTasks.ts';

let host: TestApp;
let address: string;

beforeAll(async () => {
  host = await testApp({ demo: 'people' });
  address = await host.app.http.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => host?.stop().catch(() => {}));

type Heard = {
  readonly events: { topic: string; data: { taskId?: string; state?: string } }[];
  readonly ended: Promise<void>;
};

/** Opens the stream as the console does and collects what arrives. */
async function listen(caller: Caller): Promise<Heard> {
  const answer = await fetch(`${address}${streamTasks.path}`, { headers: { authorization: caller.token ?? '' } });
  expect(answer.headers.get('content-type')).toContain('text/event-stream');
  const events: Heard['events'] = [];
  const gather = async () => {
    let text = '';
    for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) {
      text += new TextDecoder().decode(chunk);
      const parts = text.split('\n\n');
      text = parts.pop() ?? '';
      for (const part of parts) {
        const found = /^event: (.+)\ndata: (.+)$/.exec(part);
        if (found) events.push({ topic: found[1] ?? '', data: JSON.parse(found[2] ?? 'null') });
      }
    }
  };
  return { events, ended: gather().catch(() => {}) };
}

test('one’s own tasks and files are told as they move, nobody else’s; a server that stops lets go', async () => {
  const [agent, admin] = [await host.as('agent'), await host.as('admin')];
  const [mine, theirs] = [await listen(agent), await listen(admin)];
  const { taskId, downloadId } = await agent.ask(orderExport, {
    body: { list: 'customers.list', query: {}, format: 'csv' },
  });
  await workTasks(host.app.systemContext('test'), new AbortController().signal);
  await expect.poll(() => mine.events.some((event) => event.topic === 'download.ready')).toBe(true);
  await expect.poll(() => mine.events.at(-1)?.data.state).toBe('completed');
  const states = mine.events.filter((event) => event.topic === 'task.progress').map((event) => event.data.state);
  expect(states[0]).toBe('untreated');
  expect(new Set(mine.events.map((event) => event.data.taskId))).toEqual(new Set([taskId]));
  expect(mine.events.find((event) => event.topic === 'download.ready')?.data).toMatchObject({
    downloadId,
    state: 'ready',
  });
  expect(theirs.events).toEqual([]);

  const stopping = host.stop();
  await Promise.all([mine.ended, theirs.ended]);
  await stopping;
});

test('a card that moves is told to whoever has it in the tree, to nobody else', async () => {
  const fresh = await testApp({ demo: 'people' });
  try {
    address = await fresh.app.http.listen({ host: '127.0.0.1', port: 0 });
    const names = ['agent', 'admin', 'rival'] as const;
    const heard = await Promise.all(names.map(async (name) => listen(await fresh.as(name))));
    const ctx = fresh.app.systemContext('test');
    const customerOf = async (account: string) =>
      (
        await ctx.db
          .selectFrom('identity.account')
          .select('customer_id')
          .where('account', '=', account)
          .executeTakeFirst()
      )?.customer_id ?? '';
    const tell = async (customerId: string, iccid: string) =>
      ctx.announce({ topic: CARD_CHANGED, customerId, data: { cards: [{ iccid }] } });
    await tell(await customerOf('agent'), 'of the agent');
    await tell(await customerOf('rival'), 'of the rival');
    const said = (at: number) => JSON.stringify(heard[at]?.events.map(({ data }) => data) ?? []);
    await expect.poll(() => said(1)).toContain('of the rival');
    await expect.poll(() => said(2)).toContain('of the rival');
    await expect.poll(() => said(0)).toContain('of the agent');
    expect(said(1)).toContain('of the agent');
    expect(said(0)).not.toContain('of the rival');
    expect(said(2)).not.toContain('of the agent');
  } finally {
    await fresh.stop();
  }
});

test('a stream ends within a second of its session, its account or a right, however that ends; others go on', async () => {
  const fresh = await testApp({ demo: 'people' });
  try {
    address = await fresh.app.http.listen({ host: '127.0.0.1', port: 0 });
    const admin = await fresh.as('admin');
    const staying = await listen(admin);
    let hasStayed = true;
    void staying.ended.then(() => {
      hasStayed = false;
    });
    const rights = sql`update identity.rights_version set version = version + 1`;
    const roleOf = (account: string) => sql`(select role_id from identity.account_role
      where account_id = (select id from identity.account where account = ${account}))`;
    const ends: Record<string, (mine: Caller) => Promise<unknown>> = {
      logout: (mine) => mine.ask(signOut),
      // As another process writes them.
      'a session ended elsewhere': () =>
        sql`update identity.session set ended_at = now(), end_reason = 'revoked' where account_id =
          (select id from identity.account where account = 'operator')`.execute(fresh.db),
      'a permission taken': async () => {
        await sql`update identity.role set permissions = array_remove(permissions, 'flowCard.view')
          where id in ${roleOf('operator')}`.execute(fresh.db);
        await rights.execute(fresh.db);
      },
      'a disabled account': () =>
        sql`update identity.account set status = 2 where account = 'operator'`.execute(fresh.db),
    };
    for (const [how, end] of Object.entries(ends)) {
      const mine = await fresh.anew('operator');
      const heard = await listen(mine);
      await end(mine);
      const since = performance.now();
      await heard.ended;
      expect(performance.now() - since, how).toBeLessThan(1_000);
    }
    // What changes nothing for an account does not cut its stream.
    await rights.execute(fresh.db);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(hasStayed).toBe(true);
  } finally {
    await fresh.stop();
  }
});

test('a stream ends within a second once its address is no longer allowed; streams of other customers go on', async () => {
  const fresh = await testApp({ demo: 'people' });
  try {
    address = await fresh.app.http.listen({ host: '127.0.0.1', port: 0 });
    const [mine, other] = [await listen(await fresh.as('agent')), await listen(await fresh.as('rival'))];
    let hasStayed = true;
    void other.ended.then(() => {
      hasStayed = false;
    });
    await sql`insert into identity.sign_in_rule (customer_id, is_single_session, addresses, updated_at)
      values (10, false, array['203.0.113.5'], now())`.execute(fresh.db);
    const since = performance.now();
    await mine.ended;
    expect(performance.now() - since).toBeLessThan(1_000);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(hasStayed).toBe(true);
  } finally {
    await fresh.stop();
  }
});

test('an open stream does not keep its session from becoming idle', async () => {
  const fresh = await testApp({ demo: 'people' });
  try {
    address = await fresh.app.http.listen({ host: '127.0.0.1', port: 0 });
    const heard = await listen(await fresh.as('agent'));
    fresh.clock.advance(3 * 3_600_000);
    const since = performance.now();
    await heard.ended;
    expect(performance.now() - since).toBeLessThan(1_000);
  } finally {
    await fresh.stop();
  }
});

test('without a session there is no stream', async () => {
  const fresh = await testApp();
  try {
    const answer = await fresh.nobody.call(streamTasks);
    expect(answer.code).toBe('5005003');
  } finally {
    await fresh.stop();
  }
});
