import { previewTaskRetry } from '@cardinal/contract/api/cardBatches/retry.ts';
import { startAction } from '@cardinal/contract/api/cardBatches/selection.ts';
import { nothingToRetry, readTaskDetail } from '@cardinal/contract/api/tasks/tasks.ts';
import type { Caller } from '@cardinal/testing/app.ts';
import { addCards, card, cardsUnderTest, listSource, start, workOff } from '@cardinal/testing/cardsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { expect, test } from 'vitest';
import { confirmDue, cursorFrom } from '../../cardCommands/confirming/confirmCommands.ts';

const under = await forThisFile(cardsUnderTest());
const agent = await under.as('agent');
await addCards(under, [{ n: 1 }, { n: 2 }, { n: 3 }, { n: 4 }]);

async function workAndConfirm(): Promise<void> {
  await workOff(under);
  under.clock.advance(5_000);
  const cursor = cursorFrom(new Date(under.clock.now().getTime() - 3_600_000));
  await confirmDue(under.ctx, under.accountId, cursor, new AbortController().signal);
}

test('what failed of a task is judged anew before it runs again: what changed meanwhile is named, the rest is a task that points back', async () => {
  for (const n of [2, 3, 4]) {
    const { iccid } = await card(under, n);
    await under.jasper.control('POST', '/faults', { kind: 'refuse', operation: 'editDevice', iccid });
  }
  const { taskId } = await start(agent, 'stop_card', listSource([1, 2, 3, 4]), { reason: '客户报停' });
  const ask = (who: Caller) => who.call(previewTaskRetry, { body: { taskId } });
  expect((await ask(agent)).code).toBe(nothingToRetry.code);
  await workAndConfirm();
  await under.jasper.control('DELETE', '/faults');
  const before = await agent.ask(readTaskDetail, { query: { taskId } });
  expect(before).toMatchObject({ done: 1, failed: 3 });

  // One card is stopped by somebody else, one is given away.
  await start(agent, 'stop_card', listSource([2]), {});
  await workAndConfirm();
  await under.db
    .updateTable('cards.card')
    .set({ customer_id: '20' })
    .where('id', '=', (await card(under, 3)).id)
    .execute();

  const [preview] = (await agent.ask(previewTaskRetry, { body: { taskId } })).previews;
  expect(preview).toMatchObject({ action: 'stop_card', taskId, willTouch: 1, willSkip: 2 });
  expect(preview?.skipped.map(({ count }) => count)).toEqual([1, 1]);
  expect(preview?.refusedWith.reduce((sum, { count }) => sum + count, 0)).toBe(3);

  expect((await ask(await under.as('rival'))).code).toBe('4040001');
  expect((await ask(await under.as('norole'))).status).toBe(403);

  const again = await agent.ask(startAction, { body: { previewId: preview?.previewId ?? '' } });
  await workAndConfirm();
  expect(await card(under, 4)).toMatchObject({ carrier_status: 'DEACTIVATED' });
  expect(await agent.ask(readTaskDetail, { query: { taskId: again.taskId } })).toMatchObject({
    total: 1,
    done: 1,
    customerId: before.customerId,
    parent: { id: taskId },
  });
  const after = await agent.ask(readTaskDetail, { query: { taskId } });
  expect(after).toMatchObject({ done: 1, failed: 3, retries: [{ id: again.taskId }] });
});
