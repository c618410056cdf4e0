import { retryRefused } from '@cardinal/contract/api/cardBatches/retry.ts';
import { startAction } from '@cardinal/contract/api/cardBatches/selection.ts';
import { nothingRefused, refusedNotRepeated } from '@cardinal/contract/api/cards/cardRefusals.ts';
import { listCardEvents } from '@cardinal/contract/api/cards/history.ts';
import { readTaskDetail } from '@cardinal/contract/api/tasks/tasks.ts';
import { periodTooLong } from '@cardinal/contract/framework/standardRefusals.ts';
import type { Caller } from '@cardinal/testing/app.ts';
import {
  addCards,
  type CardsUnderTest,
  card,
  cardsUnderTest,
  events,
  listSource,
  start,
  workOff,
} from '@cardinal/testing/cardsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { expect, test } from 'vitest';
import { confirmDue, cursorFrom } from '../../cardCommands/confirming/confirmCommands.ts';

const under: CardsUnderTest = await forThisFile(cardsUnderTest());
const [agent, rival] = [await under.as('agent'), await under.as('rival')];
await addCards(under, [{ n: 1 }, { n: 2 }, { n: 3 }, { n: 4 }]);

async function confirm(): Promise<void> {
  under.clock.advance(5_000);
  const cursor = cursorFrom(new Date(under.clock.now().getTime() - 3_600_000));
  await confirmDue(under.ctx, under.accountId, cursor, new AbortController().signal);
}

/** Stops these cards; the carrier refuses this many of them. */
async function stopRefused(numbers: number[], refused: number): Promise<string> {
  const { iccid } = await card(under, refused);
  await under.jasper.control('POST', '/faults', { kind: 'refuse', operation: 'editDevice', iccid });
  const { taskId } = await start(agent, 'stop_card', listSource(numbers), { reason: '客户报停' });
  await workOff(under);
  await confirm();
  await under.jasper.control('DELETE', '/faults');
  return taskId;
}
const linesOf = async (who: Caller, query: object) =>
  (await who.ask(listCardEvents, { query: { pageNum: 1, pageSize: 50, ...query } as never })).list;
const retry = (who: Caller, lines: readonly { id: string; at: string }[]) =>
  who.call(retryRefused, { body: { source: { kind: 'lines', lines: lines.map(({ id, at }) => ({ id, at })) } } });

test('what the carrier refused is asked again: its lines alone, with the reason, as a task that points back', async () => {
  const taskId = await stopRefused([1, 2, 3], 2);
  const { taskNo } = await agent.ask(readTaskDetail, { query: { taskId } });
  const lines = await linesOf(agent, { taskNo });
  expect(lines.filter((line) => line.result === 'refused').map((line) => line.iccid)).toEqual([
    (await card(under, 2)).iccid,
  ]);
  const { previews } = await agent.ask(retryRefused, { body: { source: { kind: 'filter', query: { taskNo } } } });
  expect(previews).toMatchObject([{ action: 'stop_card', willTouch: 1, willSkip: 0, taskNo, taskId }]);
  expect(previews[0]?.refusedWith).toEqual([{ words: expect.stringContaining('运营商'), count: 1 }]);
  const again = await agent.ask(startAction, { body: { previewId: previews[0]?.previewId ?? '' } });
  await workOff(under);
  await confirm();
  expect(await card(under, 2)).toMatchObject({ carrier_status: 'DEACTIVATED' });
  expect((await events(under, 2)).at(-1)).toMatchObject({ result: 'confirmed', reason: '客户报停' });
  expect(await agent.ask(readTaskDetail, { query: { taskId: again.taskId } })).toMatchObject({
    title: `重跑 ${taskNo}：停机 1 张`,
    parent: { id: taskId, taskNo },
  });
  const [latest] = await linesOf(agent, { taskId: [again.taskId] });
  expect(latest).toMatchObject({ taskNo: again.taskNo, retryOf: taskNo });

  // The card is stopped now: repeating the stop has nothing to do, and the preview says why.
  expect(await agent.ask(retryRefused, { body: { source: { kind: 'filter', query: { taskNo } } } })).toMatchObject({
    previews: [{ willTouch: 0, willSkip: 1 }],
  });
});

test('what a task did to many cards is one line that unfolds; files and repeats mean all of them', async () => {
  const folded = await linesOf(agent, { folded: true });
  const tasks = folded.map((line) => line.taskId);
  expect(new Set(tasks).size).toBe(tasks.length);
  const all = await linesOf(agent, {});
  const lead = folded.find((line) => line.folded?.task?.failed === 1);
  expect(lead?.folded).toMatchObject({ isMore: false, task: { total: 3, failed: 1 } });
  const under = await linesOf(agent, { under: lead?.id, underAt: lead?.at });
  expect(under.map(({ id }) => id).sort()).toEqual(
    all.flatMap(({ id, taskId }) => (taskId === lead?.taskId ? [id] : [])).sort(),
  );
  expect(under).toHaveLength(lead?.folded?.lines ?? 0);
  expect(await linesOf(rival, { under: lead?.id, underAt: lead?.at })).toEqual([]);
  // Whether a record is the lead depends on write order, so the test looks for the one that was not refused.
  const { id, at } = under.find((line) => line.result !== 'refused') ?? { id: '', at: '' };
  const sourceOf = (line: object) => ({ kind: 'lines' as const, lines: [{ id, at, ...line }] });
  expect((await agent.ask(retryRefused, { body: { source: sourceOf({ isFolded: true }) } })).previews).toHaveLength(1);
  expect((await agent.call(retryRefused, { body: { source: sourceOf({}) } })).code).toBe(nothingRefused.code);
  // Records are identified by id and time: with another time nothing is found.
  const other = new Date(Date.parse(at) + 1).toISOString();
  const elsewhere = sourceOf({ isFolded: true, at: other });
  expect((await agent.call(retryRefused, { body: { source: elsewhere } })).code).toBe(nothingRefused.code);
});

test('lines of several tasks are asked again task by task; of none refused, of the system and of others they are not', async () => {
  await stopRefused([4], 4);
  const refused = await linesOf(agent, { result: ['refused'] });
  const [one, other] = refused;
  if (!one || !other) throw new Error('two lines were refused');
  const both = (await retry(agent, [one, other])).data;
  expect(both.previews.map(({ taskId }) => taskId)).toEqual([one.taskId, other.taskId]);
  const asked = await linesOf(agent, { result: ['confirmed'] });
  expect((await retry(agent, asked)).code).toBe(nothingRefused.code);
  expect((await retry(rival, [one])).code).toBe(nothingRefused.code);
  const taskId = one.taskId ?? '';
  await under.db.updateTable('tasks.task').set({ account_id: null }).where('id', '=', taskId).execute();
  expect((await retry(agent, [one])).code).toBe(refusedNotRepeated.code);
  expect((await retry(await under.as('norole'), [one])).status).toBe(403);
});

test('the history is asked for three months at most; numbers, customers and tasks of others find nothing', async () => {
  const ago = (days: number) => new Date(under.clock.now().getTime() - days * 86_400_000).toISOString();
  const long = await agent.call(listCardEvents, { query: { atFrom: ago(120), atTo: ago(0) } as never });
  expect(long.code).toBe(periodTooLong.code);
  expect(await linesOf(agent, { atFrom: ago(90), atTo: ago(-1) })).not.toEqual([]);
  const { iccid } = await card(under, 1);
  expect((await linesOf(agent, { identifierType: 1, identifiers: iccid })).map((line) => line.iccid)).toContain(iccid);
  expect(await linesOf(agent, { customerId: ['20'] })).toEqual([]);
  const [line] = await linesOf(agent, {});
  expect(await linesOf(rival, { taskNo: line?.taskNo })).toEqual([]);
});
