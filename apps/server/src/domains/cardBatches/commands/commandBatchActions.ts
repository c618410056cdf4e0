import type { ActionParameters } from '@cardinal/contract/api/cardBatches/actionParameters.ts';
import type { CardAction } from '@cardinal/contract/api/cardBatches/cardActions.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { invalid } from '@cardinal/contract/framework/standardRefusals.ts';
import type { StatusAction } from '@cardinal/contract/statuses/statusTable.ts';
import { filled, text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import {
  aboutChange,
  aboutLifting,
  accountsWithPlan,
  CHANGE_ACTIONS,
  type ChangeAction,
  type Decision,
  decide,
  judgeChange,
  judgeLifting,
  kindOf,
  reasonsOf,
  requestedChangeOf,
} from '../../cardCommands/face.ts';
import type { BatchAction } from '../selection/batchAction.ts';
import type { FactGroup, Judge, Verdict } from '../selection/selectionVerdicts.ts';

/** The verdict on a group by what asking for a status means for it. A change of our own reasons needs no carrier. */
export function statusVerdict(group: FactGroup, decision: Decision, unasked: Judge): Verdict | undefined {
  if (decision.kind !== 'skip') return decision.kind === 'ask' ? unasked(group) : undefined;
  const words = filled(decision.words, decision.facts);
  return { key: skipKey(decision.why, group, words.en), words };
}

function skipKey(why: Extract<Decision, { kind: 'skip' }>['why'], group: FactGroup, words: string): string {
  if (why === 'transition' || why === 'held') return `${why}:${words}`;
  return why === 'commandOpen' ? `commandOpen:${group.pendingAction}` : why;
}

const status = (action: StatusAction & CardAction): BatchAction => ({
  action,
  judge: (_ctx, parameters, _groups, unasked) => {
    const asking = { reasons: reasonsOf(action, parameters), isRuled: false };
    return (group) =>
      statusVerdict(group, decide({ ...group, pendingAction: group.pendingAction || null }, action, asking), unasked);
  },
});

/** Lifts a stop reason unless a customer above or the system set it. */
function lifting(): BatchAction {
  const lift = status('lift_forced_stop');
  return {
    ...lift,
    about: (ctx, parameters) => aboutLifting(ctx, reasonsOf(lift.action, parameters)),
    judge: async (ctx, parameters, groups, unasked) => {
      const verdict = await lift.judge?.(ctx, parameters, groups, unasked);
      return (group) => judgeLifting(group) ?? verdict?.(group);
    },
  };
}

/** A change of the line; what the interface cannot be asked is told before what stands in the way of a card. */
const change = (action: ChangeAction): BatchAction => ({
  action,
  operation: kindOf(CHANGE_ACTIONS[action].aspect).operation,
  about: (_ctx, parameters) => aboutChange(requestedChangeOf(action, parameters)),
  judge: async (ctx, parameters, groups, unasked) => {
    const verdict = await judgeChange(ctx, requestedChangeOf(action, parameters), groups);
    return (group) => unasked(group) ?? verdict(group);
  },
});

async function checkPlan(ctx: Ctx, { plan = '' }: ActionParameters): Promise<void> {
  if ((await accountsWithPlan(ctx, plan)).size > 0) return;
  const words = text('没有此通信计划', 'Communication plan not found');
  throw new Refused(invalid, {}, [{ field: 'parameters.plan', text: words }]);
}

export const commandBatchActions: readonly BatchAction[] = [
  status('stop_card'),
  status('active_card'),
  status('reboot_card'),
  status('forced_stop_card'),
  lifting(),
  status('cancel_card'),
  status('enter_sleep'),
  status('exit_sleep'),
  status('to_test'),
  status('to_inventory'),
  status('to_activate'),
  { ...change('change_communication_plan'), check: checkPlan },
  change('open_gprs'),
  change('close_gprs'),
  change('open_voice'),
  change('close_voice'),
  change('open_sms'),
  change('close_sms'),
  change('limit_speed'),
  change('cancel_limit_speed'),
  change('set_usage_cap'),
  change('change_apn'),
  change('reset_network'),
  change('set_white_list'),
];
