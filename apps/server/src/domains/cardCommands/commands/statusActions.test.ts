import { previewUsed } from '@cardinal/contract/api/cardBatches/refusals.ts';
import { previewSelection, startAction } from '@cardinal/contract/api/cardBatches/selection.ts';
import { StopReason } from '@cardinal/contract/enumerations/card.ts';
import {
  addCards,
  card,
  cardsUnderTest,
  commands,
  effects,
  events,
  item,
  listSource,
  start,
  task,
  workOff,
} from '@cardinal/testing/cardsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { beforeEach, expect, test } from 'vitest';
import { confirmDue, cursorFrom } from '../confirming/confirmCommands.ts';

const { manual, arrears } = StopReason.values;
const SECOND = 1_000;

let next = 0;
/** Numbers of fresh cards for one test. */
const fresh = (count: number) => Array.from({ length: count }, () => ++next);

const under = await forThisFile(cardsUnderTest({ timeoutMs: 400 }));
const agent = await under.as('agent');
const rival = await under.as('rival');
beforeEach(() => lift());

/** Clears the faults and the gate's memory of missing answers. */
async function lift(): Promise<void> {
  await under.jasper.control('DELETE', '/faults');
  await under.db.updateTable('carriers.gate').set({ failures: 0, opened: 0, open_until: null }).execute();
}
const fault = (body: object) => under.jasper.control('POST', '/faults', body);
/** One check of what is due now. */
const confirm = () =>
  confirmDue(
    under.ctx,
    under.accountId,
    cursorFrom(new Date(under.clock.now().getTime() - 3_600 * SECOND)),
    new AbortController().signal,
  );
/** Advances time and checks until none of these cards has an open command, or the time is over. */
async function confirmFor(seconds: number): Promise<void> {
  for (let passed = 0; passed < seconds; passed += 5) {
    under.clock.advance(5 * SECOND);
    await confirm();
  }
}

test('a stop is asked, pending, and done only when the carrier confirms it', async () => {
  const [n = 0] = fresh(1);
  await addCards(under, [{ n }]);
  const { taskId } = await start(agent, 'stop_card', listSource([n]), { reason: '客户报停' });
  await workOff(under);
  expect(await card(under, n)).toMatchObject({
    carrier_status: 'ACTIVATED',
    lifecycle: 'activated',
    stop_reasons: [manual],
    pending_action: 'stop_card',
    pending_to: 'DEACTIVATED',
  });
  expect(await task(under, taskId)).toMatchObject({ state: 'waiting', confirming: 1 });
  under.clock.advance(2 * SECOND);
  await confirm();
  expect(await card(under, n)).toMatchObject({
    carrier_status: 'DEACTIVATED',
    lifecycle: 'stopped',
    stop_reasons: [manual],
    pending_action: null,
    pending_since: null,
  });
  expect(await commands(under, n)).toMatchObject([{ state: 'confirmed', tries: 1, is_unclear: false }]);
  expect((await events(under, n)).map((line) => [line.action, line.result, line.actor_name, line.reason])).toEqual([
    ['stop_card', 'asked', 'agent', '客户报停'],
    ['stop_card', 'confirmed', 'agent', '客户报停'],
  ]);
  expect(await task(under, taskId)).toMatchObject({ state: 'completed', done: 1 });
  expect((await effects(under, [n])).summary.byCount).toEqual({ '1': 1 });
});

test('a list of changes that was read to its end is read again from where it may have grown', async () => {
  // More than a page, and all of it changes behind the reader: the list stays as long, and its last page is empty.
  const numbers = fresh(70);
  await addCards(
    under,
    numbers.map((n) => ({ n })),
  );
  await fault({ kind: 'swallow', operation: 'editDevice' });
  const { taskId } = await start(agent, 'stop_card', listSource(numbers));
  await workOff(under);
  await lift();
  const cursor = cursorFrom(new Date(under.clock.now().getTime() - 3_600 * SECOND));
  const look = () => confirmDue(under.ctx, under.accountId, cursor, new AbortController().signal);
  under.clock.advance(2 * SECOND);
  await look();
  expect(await task(under, taskId)).toMatchObject({ confirming: 70 });
  const iccids = await Promise.all(numbers.map(async (n) => (await card(under, n)).iccid));
  await under.jasper.control('POST', '/jasper/changes', { iccids, changes: { status: 'DEACTIVATED' } });
  under.clock.advance(3 * SECOND);
  await look();
  expect(await task(under, taskId)).toMatchObject({ state: 'completed', done: 70 });
});

test('what the carrier refuses is taken back, with its words', async () => {
  const [n = 0] = fresh(1);
  await addCards(under, [{ n }]);
  await fault({ kind: 'refuse', operation: 'editDevice', iccid: (await card(under, n)).iccid });
  const { taskId } = await start(agent, 'stop_card', listSource([n]));
  await workOff(under);
  expect(await card(under, n)).toMatchObject({ lifecycle: 'activated', stop_reasons: [], pending_action: null });
  expect((await events(under, n)).map((line) => line.result)).toEqual(['refused']);
  expect((await events(under, n))[0]?.carrier_words).toBeTruthy();
  expect(await item(under, taskId, n)).toMatchObject({ state: 'failed', code: 'refused' });
  expect(await task(under, taskId)).toMatchObject({ state: 'failed' });
});

test('an answer that is lost does not repeat the deed', async () => {
  const numbers = fresh(3);
  await addCards(
    under,
    numbers.map((n) => ({ n })),
  );
  await fault({ kind: 'lostConfirmation', operation: 'editDevice' });
  const { taskId } = await start(agent, 'stop_card', listSource(numbers));
  await workOff(under);
  await lift();
  for (const n of numbers) expect(await commands(under, n)).toMatchObject([{ state: 'sent', is_unclear: true }]);
  under.clock.advance(2 * SECOND);
  await confirm();
  expect(await task(under, taskId)).toMatchObject({ state: 'completed', done: 3 });
  const { summary } = await effects(under, numbers);
  expect(summary.byCount).toEqual({ '1': 3 });
  expect(summary.repeats).toBe(0);
});

test('an order that never arrived is given again', async () => {
  const numbers = fresh(5);
  await addCards(
    under,
    numbers.map((n) => ({ n })),
  );
  await fault({ kind: 'timeout', operation: 'editDevice' });
  const { taskId } = await start(agent, 'stop_card', listSource(numbers));
  await workOff(under);
  await lift();
  expect((await effects(under, numbers)).summary.byCount).toEqual({ '0': 5 });
  await confirmFor(60);
  expect(await task(under, taskId)).toMatchObject({ state: 'completed', done: 5 });
  expect((await effects(under, numbers)).summary.byCount).toEqual({ '1': 5 });
});

test('a carrier that is down holds the work and loses nothing', async () => {
  const numbers = fresh(2);
  await addCards(
    under,
    numbers.map((n) => ({ n })),
  );
  const pause = (state: string) =>
    under.db
      .updateTable('carriers.account')
      .set({ state: state as never })
      .where('id', '=', under.accountId)
      .execute();
  await pause('paused');
  const { taskId } = await start(agent, 'stop_card', listSource(numbers));
  await workOff(under);
  expect(await task(under, taskId)).toMatchObject({ state: 'processing', done: 0, failed: 0 });
  for (const n of numbers) {
    expect(await card(under, n)).toMatchObject({ pending_action: null, stop_reasons: [] });
    expect(await commands(under, n)).toEqual([]);
    expect(await events(under, n)).toEqual([]);
  }
  await pause('on');
  under.clock.advance(10 * SECOND);
  await workOff(under);
  under.clock.advance(2 * SECOND);
  await confirm();
  expect(await task(under, taskId)).toMatchObject({ state: 'completed', done: 2 });
});

test('of two operators within a second the second is told which command is open', async () => {
  const [n = 0] = fresh(1);
  await addCards(under, [{ n }]);
  await start(agent, 'stop_card', listSource([n]));
  await workOff(under);
  const preview = await agent.ask(previewSelection, {
    body: { action: 'reboot_card', source: listSource([n]), parameters: {} },
  });
  expect(preview).toMatchObject({ willTouch: 0, willSkip: 1 });
  expect(preview.skipped[0]?.words).toBe('该卡有未完成的停机指令');
  under.clock.advance(2 * SECOND);
  await confirm();
});

test('a card that got a command after its preview is skipped with the same words', async () => {
  const [n = 0] = fresh(1);
  await addCards(under, [{ n }]);
  const body = { action: 'stop_card' as const, source: listSource([n]), parameters: {} };
  const [one, two] = [await agent.ask(previewSelection, { body }), await agent.ask(previewSelection, { body })];
  await agent.ask(startAction, { body: { previewId: one.previewId } });
  await workOff(under);
  const second = await agent.ask(startAction, { body: { previewId: two.previewId } });
  await workOff(under);
  expect(await item(under, second.taskId, n)).toMatchObject({
    state: 'skipped',
    code: 'commandOpen',
    words_zh: '该卡有未完成的停机指令',
  });
  under.clock.advance(2 * SECOND);
  await confirm();
  expect((await effects(under, [n])).summary.byCount).toEqual({ '1': 1 });
});

test('a preview starts once', async () => {
  const [n = 0] = fresh(1);
  await addCards(under, [{ n }]);
  const body = { action: 'stop_card' as const, source: listSource([n]), parameters: {} };
  const { previewId } = await agent.ask(previewSelection, { body });
  const answers = await Promise.all(Array.from({ length: 5 }, () => agent.call(startAction, { body: { previewId } })));
  expect(answers.map((answer) => answer.code).sort()).toEqual(['200', ...Array(4).fill(previewUsed.code)].sort());
  expect((await rival.call(startAction, { body: { previewId } })).code).not.toBe('200');
  await workOff(under);
  under.clock.advance(2 * SECOND);
  await confirm();
});

test('a restart lifts the manual reason and asks the carrier only when no other is left', async () => {
  const [both = 0, own = 0] = fresh(2);
  await addCards(under, [
    { n: both, status: 'DEACTIVATED', stopReasons: [manual, arrears] },
    { n: own, status: 'DEACTIVATED', stopReasons: [manual] },
  ]);
  const { taskId } = await start(agent, 'reboot_card', listSource([both, own]));
  await workOff(under);
  under.clock.advance(2 * SECOND);
  await confirm();
  expect(await card(under, both)).toMatchObject({ lifecycle: 'stopped', stop_reasons: [arrears] });
  expect(await card(under, own)).toMatchObject({ lifecycle: 'activated', stop_reasons: [] });
  expect((await item(under, taskId, both)).words_zh).toBe('仍有停机原因：欠费，已取消手动停机标记');
  expect((await effects(under, [both, own])).summary.byCount).toEqual({ '0': 1, '1': 1 });
});

test('a worker that dies after the call leaves a card that is found and not asked twice', async () => {
  const numbers = fresh(3);
  await addCards(
    under,
    numbers.map((n) => ({ n })),
  );
  const { taskId } = await start(agent, 'stop_card', listSource(numbers));
  // What a killed worker leaves: its batch leased, the command queued, the carrier asked, nothing recorded.
  const { leaseBatch } = await import('../../tasks/leases/leaseBatch.ts');
  const batch = await leaseBatch(under.ctx, 'dead:1');
  expect(batch?.items).toHaveLength(3);
  const [first = 0] = numbers;
  const row = await card(under, first);
  await under.db
    .insertInto('card_commands.card_command')
    .values({
      id: under.ctx.ids.next(),
      card_id: row.id,
      iccid: row.iccid,
      customer_id: row.customer_id,
      carrier_account_id: row.carrier_account_id,
      family: 'status',
      action: 'stop_card',
      from_status: 'ACTIVATED',
      to_status: 'DEACTIVATED',
      added_reasons: [manual],
      task_id: taskId,
      carrier_ref: null,
      state: 'queued',
      asked_account_id: null,
      asked_at: under.clock.now(),
      sent_at: null,
      next_check_at: null,
      closed_at: null,
      carrier_words: null,
      note: null,
      asked_customer_id: null,
    })
    .execute();
  await under.db
    .updateTable('cards.card')
    .set({
      pending_action: 'stop_card',
      pending_to: 'DEACTIVATED',
      pending_since: under.clock.now(),
      stop_reasons: [manual],
    })
    .where('id', '=', row.id)
    .execute();
  await fetch(`${under.jasper.url}/rws/api/v1/devices/${row.iccid}`, {
    method: 'PUT',
    headers: {
      authorization: `Basic ${Buffer.from(`${under.jasper.username}:${under.jasper.apiKey}`).toString('base64')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ status: 'DEACTIVATED' }),
  });
  under.clock.advance(30 * SECOND);
  await workOff(under);
  await confirmFor(30);
  expect(await task(under, taskId)).toMatchObject({ state: 'completed', done: 3 });
  const { summary } = await effects(under, numbers);
  expect(summary).toMatchObject({ byCount: { '1': 3 }, repeats: 0 });
});

test('a stop with a time to restart books a task that restarts what it stopped', async () => {
  const numbers = fresh(2);
  const [stopped = 0, again = 0] = numbers;
  await addCards(
    under,
    numbers.map((n) => ({ n })),
  );
  const restartAt = new Date(under.clock.now().getTime() + 3_600 * SECOND).toISOString();
  const { taskId } = await start(agent, 'stop_card', listSource(numbers), { restartAt });
  await workOff(under);
  under.clock.advance(2 * SECOND);
  await confirm();
  const booked = await under.db
    .selectFrom('tasks.task')
    .selectAll()
    .where('parent_task_id', '=', taskId)
    .executeTakeFirstOrThrow();
  expect(booked).toMatchObject({ action_code: 'reboot_card', total: 2, source: 'schedule', customer_id: '10' });
  await workOff(under);
  expect(await card(under, stopped)).toMatchObject({ lifecycle: 'stopped' });
  // Somebody restarts one of them and stops it again indefinitely: the scheduled restart skips it.
  for (const action of ['reboot_card', 'stop_card'] as const) {
    await start(agent, action, listSource([again]));
    await workOff(under);
    under.clock.advance(2 * SECOND);
    await confirm();
  }
  under.clock.advance(3_600 * SECOND);
  await workOff(under);
  under.clock.advance(2 * SECOND);
  await confirm();
  expect(await card(under, stopped)).toMatchObject({ lifecycle: 'activated', stop_reasons: [] });
  expect(await card(under, again)).toMatchObject({ lifecycle: 'stopped' });
});

test('an order the carrier accepts and never carries out ends unconfirmed, never done', async () => {
  const [n = 0] = fresh(1);
  await addCards(under, [{ n }]);
  await fault({ kind: 'swallow', operation: 'editDevice' });
  const { taskId } = await start(agent, 'stop_card', listSource([n]));
  await workOff(under);
  for (let hours = 0; hours < 3; hours++) {
    for (let step = 0; step < 12; step++) {
      under.clock.advance(300 * SECOND);
      await confirm();
    }
  }
  expect(await commands(under, n)).toMatchObject([{ state: 'timedOut', tries: 5 }]);
  expect(await card(under, n)).toMatchObject({ lifecycle: 'activated', stop_reasons: [], pending_action: null });
  expect(await item(under, taskId, n)).toMatchObject({ state: 'failed', code: 'timedOut' });
  expect((await events(under, n)).at(-1)?.result).toBe('timedOut');
});
