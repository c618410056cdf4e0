import { startAction } from '@cardinal/contract/api/cardBatches/selection.ts';
import { previewUndo } from '@cardinal/contract/api/cardBatches/undo.ts';
import { readCardMoment } from '@cardinal/contract/api/cardViews/timeMachine.ts';
import { taskNotUndoable } from '@cardinal/contract/api/tasks/tasks.ts';
import { StopReason } from '@cardinal/contract/enumerations/card.ts';
import { text } from '@cardinal/primitives/text.ts';
import {
  addCards,
  card,
  cardsUnderTest,
  commands,
  effects,
  events,
  iccid,
  item,
  listSource,
  start,
  workOff,
} from '@cardinal/testing/cardsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { confirmDue, cursorFrom } from '../confirming/confirmCommands.ts';
import { liftReasons, raiseReasons } from './stopReasons.ts';

const { manual, arrears, realName, imei, outOfRegion } = StopReason.values;
const SECOND = 1_000;
const RULED = [arrears, realName, imei, outOfRegion] as const;

const under = await forThisFile(cardsUnderTest());
const operator = await under.as('operator');
const agent = await under.as('agent');
let last = 0;
async function fresh(more: { status?: 'ACTIVATED' | 'DEACTIVATED' | 'INVENTORY'; stopReasons?: number[] } = {}) {
  last += 1;
  const [id = ''] = await addCards(under, [{ n: last, ...more }]);
  return { n: last, id };
}

async function confirm(): Promise<void> {
  under.clock.advance(2 * SECOND);
  const since = cursorFrom(new Date(under.clock.now().getTime() - 3_600 * SECOND));
  await confirmDue(under.ctx, under.accountId, since, new AbortController().signal);
}
/** Until nothing waits: a rule's wish waits for the open command in its way. */
async function settle(): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    await workOff(under);
    await confirm();
    under.clock.advance(6 * SECOND);
  }
}
type By = typeof raiseReasons;
const rule = (move: By, id: string, ...reasons: StopReason[]) =>
  under.ctx.transact((inside) => move(inside, { cardIds: [id], reasons, why: text('规则', 'Rule') }));
const refuse = (n: number) =>
  under.jasper.control('POST', '/faults', { kind: 'refuse', operation: 'editDevice', iccid: iccid(n) });
const obey = () => under.jasper.control('DELETE', '/faults');
const stateOf = async (n: number) => {
  const { lifecycle, stop_reasons, pending_action } = await card(under, n);
  return [lifecycle, stop_reasons, pending_action];
};
const whyOf = async (id: string) => (await operator.ask(readCardMoment, { query: { id } })).why;
const latestTask = () =>
  under.db.selectFrom('tasks.task').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow();

test('the first reason stops a card with one command, the last one to go restarts it with one', async () => {
  const { n, id } = await fresh();
  expect(await rule(raiseReasons, id, arrears, outOfRegion)).toBe(1);
  expect(await rule(raiseReasons, id, arrears)).toBe(0);
  await settle();
  expect(await stateOf(n)).toEqual(['stopped', [arrears, outOfRegion], null]);
  await rule(raiseReasons, id, realName);
  await rule(liftReasons, id, arrears, realName);
  await settle();
  expect(await stateOf(n)).toEqual(['stopped', [outOfRegion], null]);
  await rule(liftReasons, id, outOfRegion);
  await settle();
  expect(await stateOf(n)).toEqual(['activated', [], null]);
  expect((await commands(under, n)).map((each) => [each.added_reasons, each.lifted_reasons, each.state])).toEqual([
    [[arrears, outOfRegion], [], 'confirmed'],
    [[], [outOfRegion], 'confirmed'],
  ]);
  expect((await effects(under, [n])).summary.byCount).toEqual({ '2': 1 });
});

test('every reason of a set is explained by who raised it, the command and the carrier’s answer', async () => {
  const { n, id } = await fresh();
  await start(agent, 'stop_card', listSource([n]), { reason: '客户要求' });
  await settle();
  await rule(raiseReasons, id, arrears);
  expect(await whyOf(id)).toMatchObject([
    {
      reason: manual,
      set: { by: 'agent', source: 'console' },
      command: { state: 'confirmed' },
      answer: { result: 'confirmed' },
    },
    { reason: arrears, set: { action: 'forced_stop_card', source: 'strategy', words: '规则' }, command: null },
  ]);
  const running = await fresh();
  await rule(raiseReasons, running.id, arrears);
  await settle();
  expect(await whyOf(running.id)).toMatchObject([
    {
      reason: arrears,
      set: { source: 'strategy' },
      command: { action: 'forced_stop_card', state: 'confirmed' },
      answer: { result: 'confirmed' },
    },
  ]);
});

test('what the carrier refuses is put back: the reason it was not stopped for, and the one it was not restarted from', async () => {
  const { n, id } = await fresh();
  await refuse(n);
  await rule(raiseReasons, id, arrears, imei);
  await settle();
  await obey();
  expect(await stateOf(n)).toEqual(['activated', [], null]);
  expect((await events(under, n)).map(({ action, result }) => `${action} ${result}`)).toEqual([
    'forced_stop_card done',
    'forced_stop_card refused',
  ]);
  const task = await latestTask();
  expect(await item(under, task.id, n)).toMatchObject({ state: 'failed', code: 'refused' });
  await rule(raiseReasons, id, arrears);
  await settle();
  expect(await whyOf(id)).toMatchObject([
    { reason: arrears, set: { at: expect.any(String) }, command: { state: 'confirmed' } },
  ]);
  await refuse(n);
  await rule(liftReasons, id, arrears);
  expect(await stateOf(n)).toEqual(['stopped', [], null]);
  await settle();
  await obey();
  expect(await stateOf(n)).toEqual(['stopped', [arrears], null]);
  const [why] = await whyOf(id);
  expect(why).toMatchObject({ reason: arrears, set: { action: 'forced_stop_card' }, command: { state: 'confirmed' } });
});

test('a reason raised or lifted while a command is open is carried out when that has ended', async () => {
  const { n, id } = await fresh({ status: 'DEACTIVATED', stopReasons: [manual] });
  await start(agent, 'reboot_card', listSource([n]));
  await workOff(under);
  await rule(raiseReasons, id, arrears);
  expect(await stateOf(n)).toEqual(['stopped', [arrears], 'reboot_card']);
  await settle();
  await settle();
  expect(await stateOf(n)).toEqual(['stopped', [arrears], null]);
  const other = await fresh();
  await rule(raiseReasons, other.id, arrears);
  await workOff(under);
  await rule(liftReasons, other.id, arrears);
  expect(await stateOf(other.n)).toEqual(['activated', [], 'forced_stop_card']);
  await settle();
  await settle();
  expect(await stateOf(other.n)).toEqual(['activated', [], null]);
});

test('a payment restarts only what nothing else holds, and nothing where the customer restarts by hand', async () => {
  const held = await fresh({ status: 'DEACTIVATED', stopReasons: [manual, arrears] });
  const free = await fresh({ status: 'DEACTIVATED', stopReasons: [arrears] });
  const byHand = await fresh({ status: 'DEACTIVATED', stopReasons: [arrears] });
  await rule(liftReasons, held.id, arrears);
  await rule(liftReasons, free.id, arrears);
  await settle();
  expect(await stateOf(held.n)).toEqual(['stopped', [manual], null]);
  expect(await stateOf(free.n)).toEqual(['activated', [], null]);
  await under.db
    .insertInto('settings.customer_setting')
    .values({
      customer_id: '10',
      name: 'restartsAfterPayment',
      value: 'false',
      is_bound: false,
      set_by: 'agent',
      updated_at: under.clock.now(),
    })
    .execute();
  under.clock.advance(2 * SECOND);
  await rule(liftReasons, byHand.id, arrears);
  await settle();
  expect(await stateOf(byHand.n)).toEqual(['stopped', [], null]);
  await under.db.deleteFrom('settings.customer_setting').where('name', '=', 'restartsAfterPayment').execute();
  under.clock.advance(2 * SECOND);
});

test('a rule’s stop is taken back like one by hand', async () => {
  const { n, id } = await fresh();
  await rule(raiseReasons, id, arrears, outOfRegion);
  await settle();
  const stop = await latestTask();
  const { code } = await agent.call(previewUndo, { body: { taskId: stop.id } });
  expect(code).toBe(taskNotUndoable.code);
  const undo = await operator.ask(previewUndo, { body: { taskId: stop.id } });
  expect(undo).toMatchObject({ action: 'lift_forced_stop', willTouch: 1 });
  await operator.ask(startAction, { body: { previewId: undo.previewId } });
  await settle();
  expect(await stateOf(n)).toEqual(['activated', [], null]);
});

type Step = {
  readonly kind: 'raise' | 'lift' | 'stop' | 'restart' | 'undo' | 'settle' | 'refuse' | 'obey';
  readonly reason: StopReason;
};

test('whatever is raised, lifted, refused and taken back: set, carrier and explanation agree', {
  timeout: 240_000,
}, async () => {
  const steps = fc.array(
    fc.record<Step>({
      kind: fc.constantFrom(
        'raise',
        'raise',
        'lift',
        'lift',
        'stop',
        'restart',
        'undo',
        'settle',
        'settle',
        'refuse',
        'obey',
      ),
      reason: fc.constantFrom(...RULED),
    }),
    { minLength: 6, maxLength: 14 },
  );
  await fc.assert(
    fc.asyncProperty(steps, async (story) => {
      const { n, id } = await fresh();
      for (const { kind, reason } of story) await take(kind, reason, n, id);
      await obey();
      for (let round = 0; round < 4; round += 1) await settle();
      const { lifecycle, stop_reasons, pending_action } = await card(under, n);
      // A card with a reason is stopped; one whose carrier obeyed to the end runs without one.
      expect(pending_action).toBeNull();
      if (stop_reasons.length > 0) expect(lifecycle).toBe('stopped');
      const [real] = (await effects(under, [n])).devices;
      expect(real?.status).toBe(lifecycle === 'stopped' ? 'DEACTIVATED' : 'ACTIVATED');
      const open = (await commands(under, n)).filter((each) => !['confirmed', 'refused'].includes(each.state));
      expect(open).toEqual([]);
      const why = await whyOf(id);
      expect(why.flatMap((each) => each.reason ?? [])).toEqual(stop_reasons);
      for (const each of why.filter(({ reason }) => reason !== null)) {
        expect(each.set?.action).toBe(each.reason === manual ? 'stop_card' : 'forced_stop_card');
        expect(each.answer?.result ?? 'confirmed').toBe('confirmed');
      }
      const moment = await events(under, n);
      expect((moment.at(-1)?.state as { reasons: number[] } | undefined)?.reasons ?? []).toEqual(stop_reasons);
    }),
    { numRuns: 40 },
  );
});

async function take(kind: Step['kind'], reason: StopReason, n: number, id: string): Promise<void> {
  const byHand = async (action: 'stop_card' | 'reboot_card') => {
    await start(agent, action, listSource([n])).catch(() => {});
    await workOff(under);
  };
  switch (kind) {
    case 'raise':
    case 'lift':
      await rule(kind === 'raise' ? raiseReasons : liftReasons, id, reason);
      return;
    case 'stop':
      return byHand('stop_card');
    case 'restart':
      return byHand('reboot_card');
    case 'undo': {
      const { id: taskId } = await latestTask();
      const undo = await operator.call(previewUndo, { body: { taskId } });
      if (undo.code === '200') await operator.call(startAction, { body: { previewId: undo.data.previewId } });
      return;
    }
    case 'settle':
      return settle();
    case 'refuse':
      await refuse(n);
      return;
    case 'obey':
      await obey();
  }
}
