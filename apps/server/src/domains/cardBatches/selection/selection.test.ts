import { nothingToDo, previewExpired } from '@cardinal/contract/api/cardBatches/refusals.ts';
import {
  listSkipped,
  previewSelection,
  readAsked,
  readPreview,
  startAction,
  uploadSelection,
} from '@cardinal/contract/api/cardBatches/selection.ts';
import { selectCardFirst } from '@cardinal/contract/api/cards/cardRefusals.ts';
import { createTag } from '@cardinal/contract/api/cards/tags.ts';
import { editCustomerSetting } from '@cardinal/contract/api/settings/settings.ts';
import { StopReason } from '@cardinal/contract/enumerations/card.ts';
import { noPermission } from '@cardinal/contract/framework/standardRefusals.ts';
import type { Caller } from '@cardinal/testing/app.ts';
import { addCards, cardsUnderTest, iccid, listSource, start, task, workOff } from '@cardinal/testing/cardsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { sheetOf } from '@cardinal/testing/sheets.ts';
import { describe, expect, test } from 'vitest';

const { manual } = StopReason.values;

const under = await forThisFile(cardsUnderTest());
const agent = await under.as('agent');
await addCards(under, [
  ...Array.from({ length: 10 }, (_, at) => ({ n: 1 + at })),
  { n: 11, status: 'DEACTIVATED', stopReasons: [manual] },
  { n: 12, status: 'RETIRED' },
  { n: 13, customerId: '11' },
  { n: 20, customerId: '20' },
  { n: 21, customerId: '20' },
  { n: 30, kind: 2 },
] as const);

const preview = (
  source: Parameters<typeof start>[2],
  action: Parameters<typeof start>[1] = 'stop_card',
  parameters = {},
) => agent.ask(previewSelection, { body: { action, source, parameters } });
const words = (answer: { skipped: readonly { words: string; count: number }[] }) =>
  Object.fromEntries(answer.skipped.map((each) => [each.words, each.count]));

test('the time to expect follows the account’s budget, and batches of late where they took longer', async () => {
  const all = { kind: 'segment', startIccid: iccid(1), endIccid: iccid(12) } as const;
  const expected = async () =>
    Math.max(...(await preview(all, 'edit_remark', { remark: '慢慢' })).carriers.map(({ seconds }) => seconds));
  expect(await expected()).toBe(0);
  const { taskId } = await start(agent, 'edit_remark', all, { remark: '慢慢' });
  await workOff(under);
  const { done } = await task(under, taskId);
  await under.db
    .updateTable('tasks.task')
    .set({ started_at: under.ctx.clock.now(), drained_at: new Date(under.ctx.clock.now().getTime() + 60_000) })
    .where('id', '=', taskId)
    .execute();
  expect([done, await expected()]).toEqual([12, 60]);
  // A segment of another order of magnitude learns nothing from it.
  const one = await preview(listSource([1]), 'edit_remark', { remark: '慢慢' });
  expect(one.carriers[0]?.seconds).toBe(0);
});

describe('which cards', () => {
  test('a list: foreign and unknown numbers read the same, nineteen digits find the card', async () => {
    const answer = await preview({
      kind: 'list',
      identifierType: 1,
      text: `${iccid(1)}, ${iccid(1)}\n${iccid(20)}\n${iccid(99)}`,
    });
    expect(answer).toMatchObject({ willTouch: 1, willSkip: 2 });
    expect(words(answer)).toEqual({ 卡不存在: 2 });
    const short = await preview({ kind: 'list', identifierType: 1, text: '8986060000000000001' });
    expect(short.willTouch + short.willSkip).toBe(1);
  });

  test('a segment holds everything between its ends', async () => {
    const answer = await preview({ kind: 'segment', startIccid: iccid(1), endIccid: iccid(12) });
    expect(answer).toMatchObject({ willTouch: 10, willSkip: 2 });
    expect(words(answer)).toEqual({ 已停机: 1, '卡状态为已失效，不能执行停机（目标 已停机）': 1 });
  });

  test('the filter as it stands in the address', async () => {
    const answer = await preview({ kind: 'filter', query: { lifecycle: ['activated'], kind: ['1'] } });
    expect(answer.willTouch).toBe(11);
    const wrong = await agent.call(previewSelection, {
      body: { action: 'stop_card', source: { kind: 'filter', query: { nonsense: 1 } }, parameters: {} },
    });
    expect(wrong.status).toBe(422);
  });

  test('a file: its first column, headings and repeats left out', async () => {
    const { fileId, rows } = await agent.ask(uploadSelection, {
      body: {},
      file: await sheet(['ICCID', iccid(2), iccid(3), iccid(3), iccid(21), '123']),
    });
    expect(rows).toBe(4);
    const answer = await preview({ kind: 'file', fileId });
    expect(answer).toMatchObject({ willTouch: 2, willSkip: 2 });
    expect(words(answer)).toEqual({ 卡不存在: 2 });
    const rival = await under.as('rival');
    const foreign = await rival.call(previewSelection, {
      body: { action: 'stop_card', source: { kind: 'file', fileId }, parameters: {} },
    });
    expect(foreign.status).toBe(422);
  });

  test('a file that is no sheet is refused at its field', async () => {
    const answer = await agent.call(uploadSelection, {
      body: {},
      file: { name: 'cards.xlsx', content: Buffer.from('<html>') },
    });
    expect(answer.status).toBe(422);
    expect(answer.data).toMatchObject({ errors: [{ field: 'file' }] });
  });

  test('nothing at all is refused', async () => {
    const answer = await agent.call(previewSelection, {
      body: { action: 'stop_card', source: { kind: 'filter', query: { iccidContains: '777777' } }, parameters: {} },
    });
    expect(answer.code).toBe(selectCardFirst.code);
  });
});

describe('what an action takes', () => {
  test('parameters of another action, and a time that has passed, are refused at their field', async () => {
    const ask = (action: 'stop_card' | 'cancel_card', parameters: object) =>
      agent.call(previewSelection, { body: { action, source: listSource([1]), parameters } });
    const past = await ask('stop_card', { restartAt: '2020-01-01T00:00:00Z' });
    expect(past.data).toMatchObject({ errors: [{ field: 'parameters.restartAt' }] });
    const foreign = await ask('stop_card', { remark: '别的操作' });
    expect(foreign.data).toMatchObject({ errors: [{ field: 'parameters.remark' }] });
    const missing = await ask('cancel_card', {});
    expect(missing.data).toMatchObject({ errors: [{ field: 'parameters.reason', message: '必填' }] });
  });

  test('a customer may want every cancellation agreed by a second account', async () => {
    const set = (value: boolean | null) => agent.ask(editCustomerSetting, { body: { name: 'approvesCancel', value } });
    const ask = () =>
      agent.ask(previewSelection, {
        body: { action: 'cancel_card', source: listSource([11]), parameters: { reason: '客户销户' } },
      });
    expect((await ask()).needsApproval).toBe(false);
    await set(true);
    expect(await ask()).toMatchObject({ willTouch: 1, needsApproval: true });
    await set(null);
  });

  test('a cancellation asks to type the number of cards', async () => {
    const asked = await agent.ask(previewSelection, {
      body: { action: 'cancel_card', source: listSource([11]), parameters: { reason: '客户销户' } },
    });
    expect(asked).toMatchObject({ willTouch: 1, typeCountFrom: 1 });
    const { previewId } = asked;
    const without = await agent.call(startAction, { body: { previewId } });
    expect(without.data).toMatchObject({ errors: [{ field: 'typedCount' }] });
    const wrong = await agent.call(startAction, { body: { previewId, typedCount: 2 } });
    expect(wrong.data).toMatchObject({ errors: [{ field: 'typedCount' }] });
    await agent.ask(startAction, { body: { previewId, typedCount: 1 } });
  });

  test('cards of a kind one may not touch are skipped, an action one may not do is refused', async () => {
    const mixed = await preview(listSource([1, 30]));
    expect(mixed.willTouch).toBe(2);
    const role = await under.db
      .selectFrom('identity.role')
      .select(['id', 'permissions'])
      .where('customer_id', '=', '10')
      .where('kind', '=', 'main')
      .executeTakeFirstOrThrow();
    const setTo = (permissions: readonly string[]) =>
      under.db
        .updateTable('identity.role')
        .set({ permissions: [...permissions] })
        .where('id', '=', role.id)
        .execute()
        .then(() =>
          under.db
            .updateTable('identity.rights_version')
            .set((row) => ({ version: row('version', '+', '1' as never) }))
            .execute(),
        );
    await setTo(role.permissions.filter((id) => id !== 'voiceCard.stop' && id !== 'batchOperate.stop'));
    const narrowed = await preview(listSource([1, 30]));
    expect(narrowed).toMatchObject({ willTouch: 1, willSkip: 1 });
    expect(words(narrowed)).toEqual({ 不在权限内: 1 });
    await setTo(role.permissions.filter((id) => !id.endsWith('.stop')));
    const refused = await agent.call(previewSelection, {
      body: { action: 'stop_card', source: listSource([1]), parameters: {} },
    });
    expect(refused.code).toBe(noPermission.code);
    await setTo(role.permissions);
  });

  test('a tag of another customer does not exist', async () => {
    const rival = await under.as('rival');
    const { id } = await rival.ask(createTag, { body: { name: '乙的标签', color: 'blue' } });
    const answer = await agent.call(previewSelection, {
      body: { action: 'set_tag', source: listSource([1]), parameters: { tagIds: [id] } },
    });
    expect(answer.code).toBe('4040810');
  });
});

describe('a preview', () => {
  test('is of its own account, tells what it skips card by card, and ends after ten minutes', async () => {
    const { previewId } = await preview({ kind: 'segment', startIccid: iccid(1), endIccid: iccid(12) });
    const skipped = await agent.ask(listSkipped, { query: { previewId } });
    expect(skipped.list.map((row) => [row.iccid, row.reason])).toEqual([
      [iccid(11), '已停机'],
      [iccid(12), '卡状态为已失效，不能执行停机（目标 已停机）'],
    ]);
    const subagent = await under.as('subagent');
    expect((await subagent.call(readPreview, { query: { previewId } })).code).toBe(previewExpired.code);
    expect((await subagent.ask(listSkipped, { query: { previewId } })).total).toBe(0);
    under.clock.advance(601_000);
    expect((await agent.call(readPreview, { query: { previewId } })).code).toBe(previewExpired.code);
    expect((await agent.call(startAction, { body: { previewId } })).code).toBe(previewExpired.code);
  });

  test('with nothing to touch does not start', async () => {
    const { previewId } = await preview(listSource([12]));
    expect((await agent.call(startAction, { body: { previewId } })).code).toBe(nothingToDo.code);
  });

  test('what runs is what was shown: cards that come later are not in it', async () => {
    const { previewId, willTouch } = await preview({
      kind: 'filter',
      query: { lifecycle: ['activated'], kind: ['1'] },
    });
    await addCards(under, [{ n: 40 }]);
    const started = await agent.ask(startAction, { body: { previewId } });
    expect(started.total).toBe(willTouch);
    expect(await task(under, started.taskId)).toMatchObject({
      total: willTouch,
      customer_id: '10',
      selection_zh: `筛选结果：操作 ${willTouch} 张，跳过 0 张`,
    });
  });
});

describe('a task copied as new', () => {
  const copied = (caller: Caller, taskId: string) => caller.call(readAsked, { query: { taskId } });

  test('asks a filter anew, and keeps what was asked of the cards', async () => {
    const source = { kind: 'filter' as const, query: { kind: ['1'] } };
    const { taskId } = await start(agent, 'edit_remark', source, { remark: '再来一次' });
    const { data } = await copied(agent, taskId);
    expect(data).toMatchObject({ action: 'edit_remark', source, parameters: { remark: '再来一次' } });
    const before = await preview(source, 'edit_remark', { remark: '再来一次' });
    await addCards(under, [{ n: 41 }]);
    const { action, parameters } = data ?? { action: 'edit_remark', parameters: {} };
    const after = await preview(source, action, parameters);
    expect(after.willTouch).toBe(before.willTouch + 1);
  });

  test('takes cards named one by one from the task, also those that are out of reach now', async () => {
    const { taskId } = await start(agent, 'edit_remark', listSource([1, 2]), { remark: '两张' });
    const { data } = await copied(agent, taskId);
    expect(data).toMatchObject({ source: { kind: 'task', taskId }, total: 2 });
    const move = (customer: string) =>
      under.db.updateTable('cards.card').set({ customer_id: customer }).where('iccid', '=', iccid(2)).execute();
    await move('20');
    const again = await preview({ kind: 'task', taskId }, 'edit_remark', { remark: '两张' });
    expect(again).toMatchObject({ willTouch: 1, willSkip: 1 });
    await move('10');
  });

  test('needs the action’s own permission, and a task of one’s own tree', async () => {
    const { taskId } = await start(agent, 'edit_remark', listSource([1]), { remark: '一张' });
    const rival = await under.as('rival');
    expect((await copied(rival, taskId)).status).toBe(404);
    const foreign = {
      action: 'edit_remark',
      source: { kind: 'task', taskId },
      parameters: { remark: '一张' },
    } as const;
    expect((await rival.call(previewSelection, { body: foreign })).status).toBe(404);
    expect((await copied(await under.as('caiwu'), taskId)).code).toBe(noPermission.code);
  });
});

async function sheet([title = '', ...cells]: readonly string[]) {
  return {
    name: 'cards.xlsx',
    content: await sheetOf(
      [title],
      cells.map((cell) => [cell]),
    ),
  };
}
