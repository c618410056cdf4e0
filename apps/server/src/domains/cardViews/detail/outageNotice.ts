import type { ActionCode } from '@cardinal/contract/tasks/taskCatalogue.ts';
import { say, type Text, text } from '@cardinal/primitives/text.ts';
import { timeText } from '@cardinal/primitives/time.ts';
import { type Ctx, holds } from '../../../framework/context.ts';
import { CHANGE_ACTIONS, STATUS_ACTIONS } from '../../cardCommands/face.ts';
import { actionText, type CardRow } from '../../cards/face.ts';
import { standstills } from '../../carriers/face.ts';
import { limitsOf } from '../../settings/face.ts';
import { waitingTaskOf } from '../../tasks/face.ts';

const HOUR_MS = 3_600_000;

const WAITS = text(
  '{action}等待通道恢复（{why}；任务 {task}）；到 {at} 仍未恢复则失效，不再下发',
  '{action} is waiting for the carrier account ({why}; task {task}). It expires unsent at {at}.',
);
const ASKED = text(
  '{action}已下发但没有得到答复（{why}）；恢复后向运营商核实是否生效',
  '{action} was sent but not answered ({why}). Its effect is verified with the carrier after recovery.',
);

/** What an outage of its carrier account means for a card: what waits, and until when; undefined if nothing waits. */
export async function outageNotice(ctx: Ctx, card: CardRow): Promise<string | undefined> {
  const still = (await standstills(ctx, [card.carrier_account_id])).get(card.carrier_account_id);
  if (!still) return undefined;
  const why: Text = holds(ctx.actor, 'platformConfig.view') ? still.words : still.plain;
  if (card.pending_action) return say(ASKED, ctx.language, { action: actionText(card.pending_action), why });
  const actions = [...STATUS_ACTIONS, ...Object.keys(CHANGE_ACTIONS)] as ActionCode[];
  const waiting = await waitingTaskOf(ctx, card.iccid, actions);
  if (!waiting) return undefined;
  const { commandWaitHours } = await limitsOf(ctx.db);
  const at = timeText(new Date(waiting.heldSince.getTime() + commandWaitHours * HOUR_MS));
  return say(WAITS, ctx.language, { action: actionText(waiting.action), why, task: waiting.taskNo, at });
}
