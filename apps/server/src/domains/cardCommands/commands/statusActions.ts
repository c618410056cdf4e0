import { CARD_ACTIONS, type CardAction } from '@cardinal/contract/api/cardBatches/cardActions.ts';
import { UNDONE_BY } from '@cardinal/contract/api/cardBatches/undo.ts';
import type { StatusAction } from '@cardinal/contract/statuses/statusTable.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { AS_ITEMS, accountOfLane } from '../../cards/face.ts';
import { carrierAccount } from '../../carriers/face.ts';
import { type ItemAction, type Items, itemAction, type RunningTask, startTask } from '../../tasks/face.ts';
import { askItems, recoverItems } from './askCarrier.ts';
import { EXPIRED_ADVICE } from './waitingRules.ts';

/** Advice for cards with this outcome. */
const ADVICE: Readonly<Record<string, Text>> = {
  commandOpen: text('等待未完成的指令结束后重试', 'Retry after the open command has finished'),
  timedOut: text(
    '先同步卡信息，核实运营商侧状态后再重试',
    'Sync the card and check its carrier status before retrying',
  ),
  expired: EXPIRED_ADVICE,
  refused: text('查看运营商返回的原因', 'See the reason returned by the carrier'),
  transition: text(
    '卡的状态不允许该操作，无需重试',
    'The card’s status does not allow this operation; retrying will not help',
  ),
};

const CANNOT_COME_BACK = text('已销户的卡不能恢复', 'A cancelled card cannot be restored');

const asking = (
  action: StatusAction & CardAction,
  more: Partial<Pick<ItemAction, 'finished' | 'load'>> = {},
): ItemAction =>
  itemAction({
    action,
    permissions: CARD_ACTIONS[action],
    // Twelve seconds at the five calls a second that Jasper allows; another task of the account can run beside it.
    chunkSize: 60,
    batchesPerLane: 2,
    run: askItems,
    recover: recoverItems,
    advice: (code) => ADVICE[code],
    undo: action in UNDONE_BY ? { by: UNDONE_BY[action as keyof typeof UNDONE_BY] } : { never: CANNOT_COME_BACK },
    pace: async (ctx, lane) => (await carrierAccount(ctx, accountOfLane(lane)))?.callsPerSecond,
    ...more,
  });

/** A stop with a restart time creates a second task, which waits for that time and can be cancelled until then. */
async function bookRestart(ctx: Ctx, task: RunningTask): Promise<void> {
  const { restartAt } = task.parameters;
  if (typeof restartAt !== 'string') return;
  const stopped = await stoppedBy(ctx, task.id);
  if (stopped === 0) return;
  await startTask(ctx, {
    action: 'reboot_card',
    title: text(`定时复机（${task.taskNo}）`, `Restart as booked (${task.taskNo})`),
    customerId: task.customerId,
    source: 'schedule',
    parameters: { stoppedBy: task.id, reason: text(`定时复机 ${task.taskNo}`, `Restart as booked (${task.taskNo})`) },
    notBefore: new Date(restartAt),
    expected: stopped,
    parentTaskId: task.id,
  });
}

async function stoppedBy(ctx: Ctx, taskId: string): Promise<number> {
  const { rows } = await sql<{ n: string }>`
    select count(*) as n from cards.v_card_event
    where task_id = ${taskId}::bigint and result in ('confirmed', 'done')`.execute(
    ctx.beyondScope('the cards of this very task'),
  );
  return Number(rows[0]?.n ?? 0);
}

/** The cards of a scheduled restart: those the stop reached and nobody has stopped again since. */
async function stoppedCards(ctx: Ctx, task: RunningTask): Promise<Items> {
  const { stoppedBy: stop } = task.parameters;
  if (typeof stop !== 'string') return [];
  return {
    select: ctx.db
      .selectFrom('cards.v_card as c')
      .innerJoin('cards.v_card_event as e', 'e.card_id', 'c.id')
      .select(AS_ITEMS)
      .distinct()
      .where('e.task_id', '=', stop)
      .where('e.result', 'in', ['confirmed', 'done'])
      .where((on) =>
        on.not(
          on.exists(
            on
              .selectFrom('cards.v_card_event as later')
              .select('later.id')
              .whereRef('later.card_id', '=', 'c.id')
              .whereRef('later.id', '>', 'e.id')
              .where('later.action', '=', 'stop_card'),
          ),
        ),
      ),
  };
}

export const statusActions: readonly ItemAction[] = [
  asking('stop_card', { finished: bookRestart }),
  asking('active_card'),
  asking('reboot_card', { load: stoppedCards }),
  asking('forced_stop_card'),
  asking('lift_forced_stop'),
  asking('cancel_card'),
  asking('enter_sleep'),
  asking('exit_sleep'),
  asking('to_test'),
  asking('to_inventory'),
  asking('to_activate'),
];
