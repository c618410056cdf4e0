import { listCardEvents } from '@cardinal/contract/api/cards/history.ts';
import { invalid } from '@cardinal/contract/framework/standardRefusals.ts';
import { type Caller, testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { expect, test } from 'vitest';
import { writeEvents } from '../cardEvents.ts';
import { foldBefore } from './foldBefore.ts';

const MINUTE = 60_000;

const host = await forThisFile(testApp({ demo: 'people' }));
const ctx = host.app.systemContext('test');
const [agent, rival] = [await host.as('agent'), await host.as('rival')];

/** Writes one record of a task on a card of each of these customers. */
const write = (taskId: string, customers: readonly string[], minutesAgo: number) =>
  ctx.transact((inside) =>
    writeEvents(
      inside,
      customers.map((customerId, n) => ({
        cardId: String(7_000 + n),
        iccid: `8986010000000000700${n}`,
        customerId,
        action: 'edit_remark' as const,
        result: 'done' as const,
        source: 'console' as const,
        taskId,
        at: new Date(ctx.clock.now().getTime() - minutesAgo * MINUTE + n),
        actor: { accountId: null, customerId: null, accountName: '' } as never,
      })),
    ),
  );
let made = 0;
/** Records as they were before folding: each leads itself. */
const writeOld = (taskId: string, customers: readonly string[], minutesAgo: number) =>
  host.db
    .insertInto('cards.card_event')
    .values(
      customers.map((customer_id, n) => {
        made += 1;
        return {
          id: String(9_000 + made),
          card_id: String(8_000 + n),
          at: new Date(ctx.clock.now().getTime() - minutesAgo * MINUTE + n),
          iccid: `8986010000000000800${n}`,
          customer_id,
          operation_type: 53,
          action: 'edit_remark',
          result: 'done',
          source: 'console',
          task_id: taskId,
        };
      }) as never,
    )
    .execute();
const linesOf = async (who: Caller, query: object) =>
  (await who.ask(listCardEvents, { query: { pageNum: 1, pageSize: 100, ...query } as never })).list;
const folded = async (who: Caller, query: object = {}) =>
  (await linesOf(who, { folded: true, ...query })).map(({ taskId, customerId }) => [taskId, customerId]);

test('a task over several customers is one line for who sees them, and one of what he sees for another', async () => {
  await write('500', ['11', '10', '10', '20', '11'], 30);
  expect(await folded(agent)).toEqual([['500', '10']]);
  expect(await folded(rival)).toEqual([['500', '20']]);
  expect(await folded(agent, { customerId: ['11'] })).toEqual([['500', '11']]);
  const [lead] = await linesOf(agent, { folded: true });
  expect(lead?.folded).toMatchObject({ lines: 4, customers: 2 });
  const under = await linesOf(agent, { under: lead?.id, underAt: lead?.at, sort: 'at' });
  expect(under.map((line) => line.customerId)).toEqual(['11', '10', '10', '11']);
  // Without its time all partitions would be searched for a record.
  const timeless = await agent.call(listCardEvents, { query: { under: lead?.id } as never });
  expect([timeless.code, timeless.data]).toMatchObject([invalid.code, { errors: [{ field: 'underAt' }] }]);
  expect(await linesOf(agent, { under: lead?.id, underAt: lead?.at, customerId: ['11'] })).toHaveLength(2);
  expect(await linesOf(rival, { under: lead?.id, underAt: lead?.at })).toEqual([]);
  const page = await linesOf(agent, { under: lead?.id, underAt: lead?.at, sort: 'at', pageNum: 2, pageSize: 20 });
  expect(page).toEqual([]);
});

test('lines of before are folded behind the scenes, newest task first, a few at a time; no line is altered', async () => {
  for (const [task, ago] of [
    ['301', 90],
    ['302', 80],
    ['303', 70],
  ] as const) {
    await writeOld(task, ['10', '10', '11'], ago);
  }
  const before = await host.db.selectFrom('cards.card_event').selectAll().orderBy('id').execute();
  const shown = async () => (await folded(agent)).map(([task]) => task);
  expect(await shown()).toHaveLength(1 + 9);
  const passes = [await foldBefore(ctx, 6), await shown()];
  expect(passes).toEqual([false, ['500', '303', '302', '302', '302', '301', '301', '301']]);
  for (let n = 0; !(await foldBefore(ctx, 6)); n += 1) expect(n).toBeLessThan(5);
  expect(await folded(agent)).toEqual([
    ['500', '10'],
    ['303', '10'],
    ['302', '10'],
    ['301', '10'],
  ]);
  expect(await host.db.selectFrom('cards.card_event').selectAll().orderBy('id').execute()).toEqual(before);
  // Later records choose their own lead; the migration is not restarted.
  await write('501', ['10', '11'], 10);
  expect(await foldBefore(ctx)).toBe(true);
  expect((await shown())[0]).toBe('501');
});

test('a task that ran while folding came keeps one line', async () => {
  await writeOld('400', ['10', '10'], 60);
  await write('400', ['10', '10'], 5);
  await host.db.deleteFrom('cards.event_fold_walk').execute();
  expect((await folded(agent)).filter(([task]) => task === '400')).toHaveLength(3);
  expect(await foldBefore(ctx)).toBe(false);
  expect((await folded(agent)).filter(([task]) => task === '400')).toEqual([['400', '10']]);
});
