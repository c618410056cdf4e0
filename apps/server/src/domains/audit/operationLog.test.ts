import { listOperations, verifyOperations } from '@cardinal/contract/api/audit/audit.ts';
import { changePassword } from '@cardinal/contract/api/identity/identity.ts';
import { saveRole } from '@cardinal/contract/api/identity/roles.ts';
import { viewAs } from '@cardinal/contract/api/identity/viewAs.ts';
import { editCustomerSetting } from '@cardinal/contract/api/settings/settings.ts';
import { orderExport } from '@cardinal/contract/api/tasks/downloads.ts';
import { seededRandom } from '@cardinal/primitives/random.ts';
import { text } from '@cardinal/primitives/text.ts';
import { type Caller, testApp } from '@cardinal/testing/app.ts';
import { auditTampering } from '@cardinal/testing/auditTampering.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { seedDemo } from './demo.ts';
import { recordOperation, sealOperations } from './face.ts';
import { verifyOperations as verifyChain } from './verifyOperations.ts';

const it = await forThisFile(testApp({ demo: 'people' }));
const [admin, agent] = await Promise.all([it.as('admin'), it.as('agent')]);

const seal = () => sealOperations(it.app.systemContext('test'));
/** Verifies as the endpoint does; the test moves the clock further than a session lives. */
const verify = () => verifyChain(it.app.systemContext('test'));
const audit = await forThisFile(auditTampering(it.ownerUrl, verify));
const { owner } = audit;

describe('every deed', () => {
  test('leaves one row with who, what, from and to; a repeated request leaves none more', async () => {
    const body = { name: '记录测试', permissions: ['flowCard.view'] };
    const key = 'one-deed-0001';
    const first = await agent.ask(saveRole, { body, key });
    expect(await agent.ask(saveRole, { body, key })).toEqual(first);
    const { list } = await agent.ask(listOperations, { query: { objectId: [first.id] } });
    expect(list).toHaveLength(1);
    expect(list[0]).toMatchObject({
      operationType: 81,
      actorName: 'agent',
      customerId: '10',
      customerName: '甲代理',
      objectKind: 'role',
      summary: '记录测试',
      result: 'done',
      permission: 'roleSys.edit',
      address: '127.0.0.1',
      after: { name: '记录测试', permissions: ['flowCard.view'] },
    });
    expect(list[0]?.requestId).toMatch(/^[\w-]{12}$/);
  });

  test('calls what it changed by the labels of the lists, in the language of the reader', async () => {
    const ctx = it.app.systemContext('test');
    const noted = { contact_name: '李敏', cycleDay: 26, endedSessions: 2, neverHeardOf: 1 };
    await recordOperation(ctx, {
      endpoint: 'customers.edit',
      permission: 'test',
      result: 'done',
      code: '200',
      customerId: '10',
      objectKind: 'customer',
      objectId: 'labels',
      after: noted,
    });
    const query = { objectId: ['labels'] };
    expect((await agent.ask(listOperations, { query })).list[0]?.fieldNames).toEqual({
      contact_name: '联系人',
      cycleDay: '账期日',
      endedSessions: '结束的会话',
    });
  });

  test('is said in the language of the reader, who finds it by the words of either; a name stays as it is', async () => {
    const ctx = it.app.systemContext('test');
    const row = {
      endpoint: 'customers.edit',
      permission: 'test',
      result: 'done',
      code: '200',
      customerId: '10',
    } as const;
    await recordOperation(ctx, { ...row, objectId: 'words', summary: text('停机 12 张', 'Stop: 12') });
    await recordOperation(ctx, { ...row, objectId: 'name', summary: '甲代理' });
    const said = async (query: { objectId: string[]; summaryContains?: string }, language: 'zh_CN' | 'en') =>
      (await agent.ask(listOperations, { query, language })).list.map(({ summary }) => summary);
    const of = { objectId: ['words', 'name'] };
    expect(await said({ objectId: ['words'] }, 'zh_CN')).toEqual(['停机 12 张']);
    expect(await said({ objectId: ['words'] }, 'en')).toEqual(['Stop: 12']);
    expect(await said({ ...of, summaryContains: 'stop: 1' }, 'zh_CN')).toEqual(['停机 12 张']);
    expect(await said({ ...of, summaryContains: '12 张' }, 'en')).toEqual(['Stop: 12']);
    expect(await said({ objectId: ['name'] }, 'en')).toEqual(['甲代理']);
  });

  test('that is refused for the right to it is logged; one that fails otherwise leaves nothing', async () => {
    const kefu = await it.as('kefu');
    await kefu.call(saveRole, { body: { name: '不可以', permissions: ['flowCard.view'] } });
    await agent.call(saveRole, { body: { name: '记录测试', permissions: ['flowCard.view'] } });
    const { list } = await agent.ask(listOperations, { query: { endpoint: ['roles.save'] } });
    expect(list.map(({ actorName, result }) => [actorName, result])).toEqual([
      ['kefu', 'refused'],
      ['agent', 'done'],
    ]);
  });

  test('keeps no secret: passwords and the like are dots', async () => {
    const ctx = it.app.systemContext('test');
    await recordOperation(ctx, {
      endpoint: 'test',
      permission: 'test',
      result: 'done',
      code: '200',
      customerId: '10',
      objectKind: 'carrierAccount',
      objectId: '77',
      after: { name: 'x', apiSecret: 'very-secret', nested: [{ password: 'p', idCard: '110101199003078515' }] },
    });
    const { list } = await agent.ask(listOperations, { query: { objectId: ['77'] } });
    expect(list[0]?.after).toEqual({ name: 'x', apiSecret: '••••', nested: [{ password: '••••', idCard: '••••' }] });
  });
});

describe('who reads the log', () => {
  test('a parent sees the rows below it, nobody those above or beside', async () => {
    const subagent = await it.as('subagent');
    await subagent.ask(editCustomerSetting, { body: { name: 'approvalFromCards', value: 5_000 } });
    const seen = async (caller: Caller) =>
      (await caller.ask(listOperations, { query: { endpoint: ['customerSettings.edit'] } })).list.length;
    expect(await seen(agent)).toBe(1);
    expect(await seen(admin)).toBe(1);
    expect(await seen(await it.as('enterprise'))).toBe(0);
    expect(await seen(await it.as('rival'))).toBe(0);
    const { list } = await subagent.ask(listOperations, { query: { pageSize: 200 } });
    expect(new Set(list.map(({ customerId }) => customerId))).toEqual(new Set(['11']));
  });

  test('a child reads what was done to it from above without name or address, and cannot search by them', async () => {
    await agent.ask(editCustomerSetting, { body: { customerId: '12', name: 'approvalFromCards', value: 5_000 } });
    const enterprise = await it.as('enterprise');
    const { list } = await enterprise.ask(listOperations, { query: { endpoint: ['customerSettings.edit'] } });
    expect(list).toEqual([expect.objectContaining({ actorName: '上级操作', address: '', customerId: '12' })]);
    const byName = { endpoint: ['customerSettings.edit'], actorName: ['agent'] };
    expect((await enterprise.ask(listOperations, { query: byName })).list).toEqual([]);
    const byAddress = { endpoint: ['customerSettings.edit'], customerId: ['12'], address: ['127.0.0.1'] };
    expect((await enterprise.ask(listOperations, { query: byAddress })).list).toEqual([]);
    expect((await agent.ask(listOperations, { query: byAddress })).list).toHaveLength(1);
    expect((await agent.call(verifyOperations)).status).toBe(403);
  });
});

describe('a filter of the log', () => {
  test('finds what was tried with a customer’s eyes, and says whose they were to both', async () => {
    const view = it.withToken((await agent.ask(viewAs, { body: { id: '12' } })).token);
    await view.call(saveRole, { body: { name: '代看时', permissions: ['flowCard.view'] } });
    const tries = { query: { endpoint: ['roles.save'], customerId: ['12'] } };
    for (const [caller, actorName] of [
      [agent, 'agent'],
      [await it.as('enterprise'), '上级操作'],
    ] as const) {
      const { list } = await caller.ask(listOperations, tries);
      expect(list[0]).toMatchObject({ result: 'refused', actorName, actingFor: '安途车联科技' });
    }
    const { list } = await agent.ask(listOperations, { query: { endpoint: ['customers.viewAs'] } });
    expect(list[0]).toMatchObject({ actingFor: null, customerId: '12' });
  });

  test('takes a customer with all below; a foreign one finds nothing', async () => {
    const under = async (caller: Caller, underCustomerId: string) =>
      new Set(
        (await caller.ask(listOperations, { query: { underCustomerId, pageSize: 200 } })).list.map(
          (row) => row.customerId,
        ),
      );
    expect([...(await under(admin, '10'))].sort()).toEqual(['10', '11', '12']);
    expect(await under(agent, '11')).toEqual(new Set(['11']));
    expect(await under(await it.as('rival'), '10')).toEqual(new Set());
  });

  test('takes the number of a task; one beyond the caller’s reach finds nothing', async () => {
    const order = { list: 'operationLog.list', query: {}, format: 'xlsx' } as const;
    const { taskId } = await agent.ask(orderExport, { body: order });
    const { list } = await agent.ask(listOperations, { query: { taskId: [taskId] } });
    const taskNo = list[0]?.taskNo ?? '';
    const byNumber = { query: { taskNo: taskNo.toLowerCase() } };
    expect((await agent.ask(listOperations, byNumber)).list.map((row) => row.taskId)).toEqual([taskId]);
    expect((await (await it.as('rival')).ask(listOperations, byNumber)).list).toEqual([]);
  });

  test('reaches over three months at most', async () => {
    const period = (atFrom: string) => ({ query: { atFrom, atTo: '2026-06-30T23:59:59+08:00' } });
    expect((await agent.call(listOperations, period('2026-03-31T00:00:00+08:00'))).status).toBe(200);
    expect((await agent.call(listOperations, period('2026-03-01T00:00:00+08:00'))).code).toBe('4000501');
  });
});

test('the program’s own role can only add: no update, delete or truncate of log and seals, partitions included', async () => {
  const { rows } = await owner.query<{ name: string; may: boolean }>(`
    select c.oid::regclass::text as name, bool_or(has_table_privilege('cardinal_app', c.oid, p)) as may
    from pg_class c join pg_namespace n on n.oid = c.relnamespace,
         unnest(array['UPDATE', 'DELETE', 'TRUNCATE']) as p
    where n.nspname = 'audit' and c.relkind in ('r', 'p') and (c.relname like 'operation_log%' or c.relname = 'seal')
    group by c.oid order by 1`);
  expect(rows.length).toBeGreaterThan(8);
  expect(rows.filter(({ may }) => may)).toEqual([]);
  await expect(it.db.deleteFrom('audit.operation_log').execute()).rejects.toThrow(/permission denied/);
  await expect(it.db.updateTable('audit.seal').set({ hash: '' }).execute()).rejects.toThrow(/permission denied/);
});

// Twenty kinds of tampering, each followed by a reading of the whole chain: slow on a busy machine.
describe('the chain', { timeout: 300_000 }, () => {
  const random = seededRandom('tampering');
  type Row = { id: string; at: Date; seq: string };
  let rows: Row[];
  beforeAll(async () => {
    const ctx = it.app.systemContext('test');
    for (let n = 0; n < 120; n += 1) {
      it.clock.advance(180_000);
      await recordOperation(ctx, {
        endpoint: 'test.deed',
        permission: 'test',
        result: 'done',
        code: '200',
        customerId: '10',
        summary: `deed ${n}`,
        after: { n },
      });
      if (n % 10 === 9) await seal();
    }
    await seal();
    ({ rows } = await owner.query<Row>(`
      select l.id, l.at, s.seq from audit.seal s join audit.operation_log l on l.id = s.log_id
      where l.endpoint = 'test.deed' order by s.seq`));
  });

  const tampering = (statement: string, values?: unknown[]) => audit.tamper(statement, values);
  const places = () => Array.from({ length: 4 }, () => 1 + random.int(rows.length - 3));

  test('is whole, and nothing waits after a run', async () => {
    expect(await verify()).toMatchObject({ isWhole: true, brokenAt: null, problem: null });
    expect(await seal()).toBe(0);
  });

  test('names the row that was altered, whatever of it', async () => {
    for (const at of places()) {
      const { id, seq } = rows[at]!;
      for (const set of [
        "summary = 'nothing happened'",
        "summary_en = 'nothing happened'",
        "after_value = '{}'",
        "actor_name = 'rival'",
        'acting_for_customer_id = 10',
        "at = at + interval '1 microsecond'",
      ]) {
        const found = await tampering(`update audit.operation_log set ${set} where id = $1`, [id]);
        expect(found).toMatchObject({ isWhole: false, brokenAt: seq });
      }
    }
  });

  test('is verified over a period: from the seal before it to its end, and not what lies beside it', async () => {
    const [early, late] = [rows[20]!, rows[80]!];
    const period = { from: rows[40]!.at.toISOString(), to: rows[60]!.at.toISOString() };
    const over = (asked: typeof period) => verifyChain(it.app.systemContext('test'), asked);
    expect(await over(period)).toMatchObject({ isWhole: true, checked: 21 });
    const altered = (row: Row) =>
      audit.tamper("update audit.operation_log set summary = 'x' where id = $1", [row.id], () => over(period));
    expect(await altered(rows[50]!)).toMatchObject({ isWhole: false, brokenAt: rows[50]!.seq });
    for (const beside of [early, late]) expect(await altered(beside)).toMatchObject({ isWhole: true });
  });

  test('names the row that was removed', async () => {
    for (const at of places()) {
      const { id, seq } = rows[at]!;
      const found = await tampering('delete from audit.operation_log where id = $1', [id]);
      expect(found).toMatchObject({ isWhole: false, brokenAt: seq, problem: '日志行被删除' });
    }
  });

  test('names the number before which a row was put in', async () => {
    for (const at of [3, 17, 30, 44]) {
      const { id, at: moment } = rows[at]!;
      const { seq } = rows[at + 1]!;
      const found = await tampering(
        `insert into audit.operation_log select (l).* from (
           select jsonb_populate_record(l, jsonb_build_object('id', l.id + 1, 'at', l.at + interval '1 second')) as l
           from audit.operation_log l where id = $1 and at = $2) one`,
        [id, moment],
      );
      expect(found).toMatchObject({ isWhole: false, brokenAt: seq });
    }
  });

  test('names the first of two rows whose contents were exchanged', async () => {
    for (const at of places()) {
      const [one, other] = [rows[at]!, rows[at + 1]!];
      const found = await tampering(
        `update audit.operation_log l set summary = o.summary, after_value = o.after_value
         from audit.operation_log o
         where (l.id = $1 and o.id = $2) or (l.id = $2 and o.id = $1)`,
        [one.id, other.id],
      );
      expect(found).toMatchObject({ isWhole: false, brokenAt: one.seq });
    }
  });

  test('names the first number of a tail that was cut off, rows and seals', async () => {
    for (const at of places()) {
      const { seq } = rows[at]!;
      const found = await tampering(
        `with cut as (delete from audit.seal where seq >= $1 returning log_id)
         delete from audit.operation_log where id in (select log_id from cut)`,
        [seq],
      );
      expect(found).toMatchObject({ isWhole: false, brokenAt: seq });
    }
  });

  test('names the seal that was altered, removed, or made anew without the key', async () => {
    for (const at of places()) {
      const { seq } = rows[at]!;
      const altered = await tampering("update audit.seal set hash = repeat('a', 64) where seq = $1", [seq]);
      expect(altered).toMatchObject({ isWhole: false, brokenAt: seq });
      const removed = await tampering('delete from audit.seal where seq = $1', [seq]);
      expect(removed).toMatchObject({ isWhole: false, brokenAt: seq });
    }
  });

  test('is made again by nobody without the key: a wrong key fits no seal', async () => {
    const { rows: kept } = await owner.query<{ sealed: string }>('select sealed from audit.seal_key');
    expect(kept).toHaveLength(1);
    const key = Buffer.from(it.app.systemContext('test').secrets.open(kept[0]!.sealed, 'audit.seal_key:1'), 'base64');
    expect(key).toHaveLength(32);
    expect(kept[0]!.sealed).not.toContain(key.toString('base64'));
  });
});

test('changing one’s password leaves its row through the chain as well', async () => {
  const caiwu = await it.as('caiwu');
  const body = { oldPassword: 'Cardinal@2026', newPassword: 'Sealed#2027', confirmation: 'Sealed#2027' };
  await caiwu.ask(changePassword, { body });
  expect(await seal()).toBeGreaterThan(0);
  expect(await verify()).toMatchObject({ isWhole: true, unsealed: 0 });
  expect(await (await it.as('operator')).call(verifyOperations)).toMatchObject({ status: 403 });
});

test('the demo has two months of deeds of its own people, and the chain takes them in', async () => {
  const demo = await testApp({ demo: 'people' });
  try {
    await demo.app.asSystem('demo', seedDemo);
    const { total, summary } = await (await demo.as('admin')).ask(listOperations);
    expect(total).toBeGreaterThan(300);
    expect(summary.perDay.length).toBeGreaterThan(20);
    expect(await sealOperations(demo.app.systemContext('test'))).toBeGreaterThan(300);
    expect(await verifyChain(demo.app.systemContext('test'))).toMatchObject({ isWhole: true, unsealed: 0 });
  } finally {
    await demo.stop();
  }
}, 180_000);
