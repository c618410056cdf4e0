import { CARD_ACTIONS } from '@cardinal/contract/api/cardBatches/cardActions.ts';
import { listClearings } from '@cardinal/contract/api/orders/balanceClearing.ts';
import type { ClearingState } from '@cardinal/contract/enumerations/cardWallet.ts';
import { isTaskFinal } from '@cardinal/contract/tasks/taskStates.ts';
import { sql } from 'kysely';
import { type Ctx, holds } from '../../../framework/context.ts';
import { dataset } from '../../../framework/dataset.ts';
import { type TaskCheck, taskChecks } from '../../tasks/face.ts';
import { operatorName } from '../reading/ownSteps.ts';

function stateOf(task: TaskCheck | undefined): ClearingState {
  if (!task || (isTaskFinal(task.state) && task.state !== 'cancelled')) return 'done';
  if (task.approval === 'rejected') return 'rejected';
  if (task.state === 'cancelled') return 'cancelled';
  return task.approval === 'pending' ? 'pending' : 'running';
}

function offeredOf(ctx: Ctx, task: TaskCheck | undefined) {
  const isPending = stateOf(task) === 'pending';
  const isOwn = ctx.actor.kind === 'account' && ctx.actor.accountId === task?.account_id;
  return {
    check: isPending && !isOwn && holds(ctx.actor, 'clearUpBlance.approve'),
    cancel: isPending && CARD_ACTIONS.clear_balance.some((permission) => holds(ctx.actor, permission)),
  };
}

const AMOUNT = sql<string>`(b.paid + b.gift + b.preload)`;

export const clearingDataset = dataset(listClearings, {
  from: (ctx) => ctx.db.selectFrom('orders.balance_clearing as b'),
  table: 'b',
  columns: { amount: AMOUNT },
  select: (query) => query.selectAll('b').select(AMOUNT.as('amount')),
  present: async (rows, ctx) => {
    const tasks = await taskChecks(
      ctx.db,
      rows.map(({ id }) => id),
    );
    return rows.map((row) => {
      const task = tasks.get(row.id);
      return {
        taskNo: task?.task_no ?? '',
        state: stateOf(task),
        makerName: operatorName(ctx, { name: row.made_by_name, customerId: row.made_by_customer_id }),
        checkedBy: task?.checked_by_name ?? null,
        checkNote: task?.check_note ?? null,
        offered: offeredOf(ctx, task),
      };
    });
  },
});
