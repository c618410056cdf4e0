import { listSkipped, previewSelection, startAction } from '@cardinal/contract/api/cardBatches/selection.ts';
import { previewUndo } from '@cardinal/contract/api/cardBatches/undo.ts';
import { readCard } from '@cardinal/contract/api/cardViews/cardDetail.ts';
import { StopReason } from '@cardinal/contract/enumerations/card.ts';
import { invalid } from '@cardinal/contract/framework/standardRefusals.ts';
import type { Caller } from '@cardinal/testing/app.ts';
import {
  addCards,
  type CardsUnderTest,
  card,
  cardsUnderTest,
  commands,
  effects,
  events,
  iccid,
  item,
  listSource,
  start,
  task,
  workOff,
} from '@cardinal/testing/cardsUnderTest.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { confirmDue, cursorFrom } from '../confirming/confirmCommands.ts';

const { manual, arrears, realName, imei, outOfRegion } = StopReason.values;
const SECOND = 1_000;

let under: CardsUnderTest;
let operator: Caller;
let agent: Caller;
let enterprise: Caller;
let rival: Caller;
let next = 0;
const fresh = (count: number) => Array.from({ length: count }, () => ++next);

beforeAll(async () => {
  under = await cardsUnderTest();
  [operator, agent, enterprise, rival] = [
    await under.as('operator'),
    await under.as('agent'),
    await under.as('enterprise'),
    await under.as('rival'),
  ];
});
afterAll(() => under?.stop());

type Action = 'forced_stop_card' | 'lift_forced_stop' | 'stop_card' | 'reboot_card';

async function settle(): Promise<void> {
  await workOff(under);
  under.clock.advance(2 * SECOND);
  const since = cursorFrom(new Date(under.clock.now().getTime() - 3_600 * SECOND));
  await confirmDue(under.ctx, under.accountId, since, new AbortController().signal);
}
async function act(who: Caller, action: Action, numbers: readonly number[], parameters = {}): Promise<string> {
  const { taskId } = await start(who, action, listSource(numbers), parameters);
  await settle();
  return taskId;
}
const preview = (who: Caller, action: Action, numbers: readonly number[], parameters: object) =>
  who.ask(previewSelection, { body: { action, source: listSource(numbers), parameters } });
const holders = () => under.db.selectFrom('card_commands.forced_stop').select(['reason', 'customer_id']).execute();

test('a forced stop adds the reason it names, and lifting that reason restarts the card', async () => {
  const [n = 0] = fresh(1);
  await addCards(under, [{ n }]);
  const stop = await act(agent, 'forced_stop_card', [n], { stopReason: arrears, reason: '账期已过' });
  expect(await card(under, n)).toMatchObject({ carrier_status: 'DEACTIVATED', stop_reasons: [arrears] });
  expect(await task(under, stop)).toMatchObject({ action_code: 'forced_stop_card', done: 1 });
  const detail = await agent.ask(readCard, { query: { iccid: iccid(n) } });
  expect(detail.shownStatus.word).toBe('FORCED_STOP');
  expect(detail.stopReasons).toMatchObject([{ reason: arrears, by: 'agent' }]);
  await act(agent, 'lift_forced_stop', [n], { stopReason: arrears });
  expect(await card(under, n)).toMatchObject({ carrier_status: 'ACTIVATED', stop_reasons: [], pending_action: null });
  expect(
    (await commands(under, n)).map((each) => [each.action, each.added_reasons, each.lifted_reasons, each.state]),
  ).toEqual([
    ['forced_stop_card', [arrears], [], 'confirmed'],
    ['lift_forced_stop', [], [arrears], 'confirmed'],
  ]);
  expect((await events(under, n)).map((line) => [line.action, line.result, line.reason])).toEqual([
    ['forced_stop_card', 'asked', '账期已过'],
    ['forced_stop_card', 'confirmed', '账期已过'],
    ['lift_forced_stop', 'asked', null],
    ['lift_forced_stop', 'confirmed', null],
  ]);
  expect(await holders()).toEqual([]);
});

test('lifting one reason of two leaves the card stopped', async () => {
  const [n = 0] = fresh(1);
  await addCards(under, [{ n }]);
  await act(agent, 'forced_stop_card', [n], { stopReason: arrears });
  await act(agent, 'forced_stop_card', [n], { stopReason: outOfRegion });
  await act(operator, 'forced_stop_card', [n], { stopReason: realName });
  const { stopReasons } = await agent.ask(readCard, { query: { iccid: iccid(n) } });
  expect(stopReasons.map(({ reason, by }) => [reason, by])).toEqual([
    [arrears, 'agent'],
    [realName, null],
    [outOfRegion, 'agent'],
  ]);
  await act(operator, 'lift_forced_stop', [n], { stopReason: realName });
  await act(agent, 'stop_card', [n]);
  const first = await act(agent, 'lift_forced_stop', [n], { stopReason: arrears });
  expect(await card(under, n)).toMatchObject({ lifecycle: 'stopped', stop_reasons: [manual, outOfRegion] });
  expect((await item(under, first, n)).words_zh).toBe('仍有停机原因：手动停机、超出区域，已取消欠费标记');
  await act(agent, 'reboot_card', [n]);
  expect(await card(under, n)).toMatchObject({ lifecycle: 'stopped', stop_reasons: [outOfRegion] });
  await act(agent, 'lift_forced_stop', [n], { stopReason: outOfRegion });
  expect(await card(under, n)).toMatchObject({ lifecycle: 'activated', stop_reasons: [] });
  expect((await effects(under, [n])).summary.byCount).toEqual({ '2': 1 });
});

test('a stop reason nobody sets by hand, or none, is refused at its field', async () => {
  const [n = 0] = fresh(1);
  await addCards(under, [{ n }]);
  const refusal = async (action: Action, parameters: object) => {
    const { code, data } = await agent.call(previewSelection, {
      body: { action, source: listSource([n]), parameters } as never,
    });
    expect(code).toBe(invalid.code);
    return (data as unknown as { errors: { field: string; message: string }[] }).errors[0];
  };
  for (const stopReason of [manual, imei, 5])
    expect(await refusal('forced_stop_card', { stopReason })).toMatchObject({
      field: 'parameters.stopReason',
      message: expect.stringContaining('请选择欠费、实名未通过或超出区域'),
    });
  expect(await refusal('lift_forced_stop', {})).toMatchObject({ field: 'parameters.stopReason', message: '必填' });
  expect(await refusal('stop_card', { stopReason: arrears })).toMatchObject({ field: 'parameters.stopReason' });
});

test('a batch says which cards it leaves alone and why, and does the others', async () => {
  const [running = 0, stopped = 0, already = 0, gone = 0, foreign = 0] = fresh(5);
  await addCards(under, [
    { n: running },
    { n: stopped, status: 'DEACTIVATED', stopReasons: [manual] },
    { n: already, status: 'DEACTIVATED', stopReasons: [realName] },
    { n: gone, status: 'RETIRED' },
    { n: foreign, customerId: '20' },
  ]);
  const all = [running, stopped, already, gone, foreign];
  const shown = await preview(agent, 'forced_stop_card', all, { stopReason: realName });
  expect([shown.willTouch, shown.willSkip]).toEqual([2, 3]);
  expect(shown.skipped.map(({ words }) => words).sort()).toEqual(
    ['已停机', '卡状态为已失效，不能执行强制停机（目标 已停机）', '卡不存在'].sort(),
  );
  await agent.ask(startAction, { body: { previewId: shown.previewId } });
  await settle();
  expect(await card(under, running)).toMatchObject({ lifecycle: 'stopped', stop_reasons: [realName] });
  expect(await card(under, stopped)).toMatchObject({ lifecycle: 'stopped', stop_reasons: [manual, realName] });
  expect(await card(under, foreign)).toMatchObject({ lifecycle: 'activated', stop_reasons: [] });
  const lifting = await preview(agent, 'lift_forced_stop', [running, gone], { stopReason: realName });
  expect(lifting).toMatchObject({ willTouch: 1, skipped: [{ words: '没有停机原因「实名未通过」' }] });
  const foreignCard = await preview(rival, 'forced_stop_card', [running], { stopReason: realName });
  expect(foreignCard).toMatchObject({ willTouch: 0, skipped: [{ words: '卡不存在' }] });
});

test('a child does not lift what its parent set, nor anybody but the platform what nobody set by hand', async () => {
  const [n = 0, own = 0, byRule = 0] = fresh(3);
  const owner = (
    await under.db
      .selectFrom('identity.account')
      .select('customer_id')
      .where('account', '=', 'enterprise')
      .executeTakeFirstOrThrow()
  ).customer_id;
  await addCards(under, [
    { n, customerId: owner },
    { n: own, customerId: owner },
    { n: byRule, customerId: owner, status: 'DEACTIVATED', stopReasons: [arrears] },
  ]);
  await act(agent, 'forced_stop_card', [n], { stopReason: arrears });
  await act(enterprise, 'forced_stop_card', [own], { stopReason: arrears });
  const tried = await preview(enterprise, 'lift_forced_stop', [n, own, byRule], { stopReason: arrears });
  expect(tried).toMatchObject({ willTouch: 1, willSkip: 2 });
  expect(tried.skipped).toMatchObject([{ words: '该停机原因由上级客户或系统设置，您不能解除', count: 2 }]);
  const { list } = await enterprise.ask(listSkipped, {
    query: { previewId: tried.previewId, pageNum: 1, pageSize: 10 },
  });
  expect(list.map((each) => each['iccid']).sort()).toEqual([iccid(n), iccid(byRule)].sort());
  expect(await preview(agent, 'lift_forced_stop', [n, own, byRule], { stopReason: arrears })).toMatchObject({
    willTouch: 2,
  });
  // Set from above between the preview and the start: judged again under the lock.
  await act(agent, 'lift_forced_stop', [own], { stopReason: arrears });
  await act(agent, 'forced_stop_card', [own], { stopReason: arrears });
  await enterprise.ask(startAction, { body: { previewId: tried.previewId } });
  await settle();
  expect(await card(under, own)).toMatchObject({ lifecycle: 'stopped', stop_reasons: [arrears] });
  await act(enterprise, 'stop_card', [n]);
  await act(enterprise, 'reboot_card', [n]);
  expect(await card(under, n)).toMatchObject({ lifecycle: 'stopped', stop_reasons: [arrears] });
  await act(operator, 'lift_forced_stop', [n, own, byRule], { stopReason: arrears });
  for (const each of [n, own, byRule])
    expect(await card(under, each)).toMatchObject({ lifecycle: 'activated', stop_reasons: [] });
});

test('what the carrier refuses leaves neither the reason nor its holder, and a refused lifting leaves both', async () => {
  const [n = 0] = fresh(1);
  await addCards(under, [{ n }]);
  const refuse = () =>
    under.jasper.control('POST', '/faults', { kind: 'refuse', operation: 'editDevice', iccid: iccid(n) });
  const before = await holders();
  await refuse();
  await act(agent, 'forced_stop_card', [n], { stopReason: outOfRegion });
  expect(await card(under, n)).toMatchObject({ lifecycle: 'activated', stop_reasons: [], pending_action: null });
  expect(await holders()).toEqual(before);
  await under.jasper.control('DELETE', '/faults');
  await act(agent, 'forced_stop_card', [n], { stopReason: outOfRegion });
  await refuse();
  await act(agent, 'lift_forced_stop', [n], { stopReason: outOfRegion });
  await under.jasper.control('DELETE', '/faults');
  expect(await card(under, n)).toMatchObject({ lifecycle: 'stopped', stop_reasons: [outOfRegion] });
  expect(await holders()).toEqual([...before, { reason: outOfRegion, customer_id: '10' }]);
});

test('a forced stop is undone by lifting its reason, and stays where the card has moved on', async () => {
  const [a = 0, b = 0] = fresh(2);
  await addCards(under, [{ n: a }, { n: b }]);
  const batch = await act(agent, 'forced_stop_card', [a, b], { stopReason: realName });
  await act(agent, 'lift_forced_stop', [b], { stopReason: realName });
  const undo = await agent.ask(previewUndo, { body: { taskId: batch } });
  expect(undo).toMatchObject({ action: 'lift_forced_stop', willTouch: 1, skipped: [{ words: '此后已被 agent 修改' }] });
  await agent.ask(startAction, { body: { previewId: undo.previewId } });
  await settle();
  expect(await card(under, a)).toMatchObject({ lifecycle: 'activated', stop_reasons: [] });
});
