import { listInbox } from '@cardinal/contract/api/notices/inbox.ts';
import { addCards, cardsUnderTest } from '@cardinal/testing/cardsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { allow } from '@cardinal/testing/ordersUnderTest.ts';
import { expect, test, vi } from 'vitest';
import type { Ctx } from '../../framework/context.ts';
import { startTask } from '../tasks/face.ts';

const under = await forThisFile(cardsUnderTest());
await under.work();
for (const account of ['agent', 'caiwu', 'rival'])
  await allow(under, account, ['systemTask.check', 'notiflyList.view']);
const [maker, checker, rival] = [await under.as('agent'), await under.as('caiwu'), await under.as('rival')];
const told = async (who: typeof maker) =>
  (await who.ask(listInbox, { query: { titleContains: '待审批' } as never })).list;

test('whoever may let a task pass is told of it once, and neither its maker nor another customer', async () => {
  const [id] = await addCards(under, [{ n: 1, customerId: '10' }]);
  const account = await under.db
    .selectFrom('identity.account')
    .select('id')
    .where('account', '=', 'agent')
    .executeTakeFirstOrThrow();
  const actor = { kind: 'account', accountId: account.id, account: 'agent', customerId: '10' } as Ctx['actor'];
  const start = (needsApproval: boolean) =>
    under.ctx.transact((inside) =>
      startTask({ ...inside, actor } as Ctx, {
        action: 'set_tag',
        title: { zh: '设置标签：1 张卡', en: 'Set tags: 1 card' },
        customerId: '10',
        items: [{ target: 'card', targetId: id as string }],
        needsApproval,
      }),
    );
  await start(false);
  const { taskNo } = await start(true);
  await vi.waitFor(async () => expect(await told(checker)).toHaveLength(1), { timeout: 60_000, interval: 500 });
  expect(await told(checker)).toMatchObject([
    {
      kind: 'task',
      title: '待审批：设置标签：1 张卡',
      summary: `agent 提交，任务 ${taskNo}`,
      link: `/taskManagement/systemTask?taskNoContains=${taskNo}`,
    },
  ]);
  expect([await told(maker), await told(rival)]).toEqual([[], []]);
});
