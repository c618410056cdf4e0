import { previewSelection, startAction } from '@cardinal/contract/api/cardBatches/selection.ts';
import { previewUndo } from '@cardinal/contract/api/cardBatches/undo.ts';
import { readCard } from '@cardinal/contract/api/cardViews/cardDetail.ts';
import type { Caller } from '@cardinal/testing/app.ts';
import {
  addCards,
  card,
  cardsUnderTest,
  events,
  iccid,
  item,
  listSource,
  start,
  workOff,
} from '@cardinal/testing/cardsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { expect, test } from 'vitest';

const ACTION = 'edit_service_period' as const;

const under = await forThisFile(cardsUnderTest());
const agent = await under.as('agent');
await addCards(under, [{ n: 1 }, { n: 2 }, { n: 3, status: 'RETIRED' }, { n: 4, customerId: '20' }, { n: 5 }]);

const inDays = (days: number) => new Date(under.clock.now().getTime() + days * 86_400_000).toISOString();
const preview = (who: Caller, numbers: number[], parameters: object) =>
  who.call(previewSelection, { body: { action: ACTION, source: listSource(numbers), parameters } as never });

test('a service period is set on many cards, told in their histories, and taken back', async () => {
  const end = inDays(400);
  await under.db
    .updateTable('cards.card')
    .set({ service_period_end: new Date(inDays(30)) })
    .where('iccid', '=', iccid(2))
    .execute();
  const shown = await preview(agent, [1, 2, 3, 4], { servicePeriodEnd: end });
  expect(shown.data).toMatchObject({ willTouch: 2, willSkip: 2 });
  expect(shown.data?.skipped.map(({ words }) => words).sort()).toEqual(['卡不存在', '卡已销户']);
  const { taskId } = await start(agent, ACTION, listSource([1, 2, 3]), { servicePeriodEnd: end });
  await workOff(under);
  expect((await agent.ask(readCard, { query: { iccid: iccid(1) } })).card).toMatchObject({ servicePeriodEnd: end });
  expect((await events(under, 2)).at(-1)).toMatchObject({ action: ACTION, result: 'done', task_id: taskId });

  const undo = await agent.ask(previewUndo, { body: { taskId } });
  expect(undo).toMatchObject({ action: ACTION, willTouch: 2, willSkip: 0 });
  await start(agent, ACTION, listSource([1]), { servicePeriodEnd: inDays(500) });
  await workOff(under);
  const undone = await agent.ask(startAction, { body: { previewId: undo.previewId } });
  await workOff(under);
  // One was changed since and keeps its value; the other has its former day again.
  expect(await item(under, undone.taskId, 1)).toMatchObject({ state: 'skipped', code: 'changedSince' });
  expect((await card(under, 2)).service_period_end?.toISOString()).toBe(inDays(30));
});

test('the same end again changes nothing; a past one, none, and other parameters are refused at their field', async () => {
  const end = inDays(10);
  await start(agent, ACTION, listSource([5]), { servicePeriodEnd: end });
  const again = await start(agent, ACTION, listSource([5]), { servicePeriodEnd: end });
  await workOff(under);
  expect(await item(under, again.taskId, 5)).toMatchObject({ state: 'skipped', code: 'already' });
  const wrong = async (parameters: object) => {
    const { errors } = (await preview(agent, [5], parameters)).data as unknown as { errors: { field: string }[] };
    return errors.map(({ field }) => field);
  };
  expect(await wrong({ servicePeriodEnd: inDays(-1) })).toEqual(['parameters.servicePeriodEnd']);
  expect(await wrong({})).toEqual(['parameters.servicePeriodEnd']);
  expect(await wrong({ servicePeriodEnd: end, remark: '备注' })).toEqual(['parameters.remark']);
});

test('who may not edit service periods is refused', async () => {
  const nobody = await under.as('norole');
  expect((await preview(nobody, [5], { servicePeriodEnd: inDays(1) })).status).toBe(403);
});
