import { problem, ruled } from '@cardinal/primitives/problem.ts';
import * as z from 'zod';
import { FORCED_STOP_REASONS } from '../../enumerations/card.ts';
import type { ActionCode } from '../../tasks/taskCatalogue.ts';
import type { ParametersOf } from '../cardBatches/declareActions.ts';
import { reason } from '../cardBatches/sharedParameters.ts';
import { whiteListChangeSchema } from './whiteList.ts';

const forcedStopReasonRule = (stopReason: number) =>
  FORCED_STOP_REASONS.some((each) => each === stopReason)
    ? undefined
    : problem(
        '请选择欠费、实名未通过或超出区域；手动停机用停机和复机，机卡分离用绑定和解绑 IMEI',
        'Select arrears, real name rejected or out of region. Use stop and restart for manual stops, and bind and unbind IMEI for changed devices',
      );

/** Why cards are stopped by force, or which of those reasons is lifted. */
const stopReason = z.number().check(ruled(forcedStopReasonRule));

/** What carriers are asked: a status, or a change of the line. */
export const COMMAND_ACTIONS = [
  'stop_card',
  'active_card',
  'reboot_card',
  'forced_stop_card',
  'lift_forced_stop',
  'cancel_card',
  'enter_sleep',
  'exit_sleep',
  'to_test',
  'to_inventory',
  'to_activate',
  'change_communication_plan',
  'open_gprs',
  'close_gprs',
  'open_voice',
  'close_voice',
  'open_sms',
  'close_sms',
  'limit_speed',
  'cancel_limit_speed',
  'set_usage_cap',
  'change_apn',
  'reset_network',
  'set_white_list',
] as const satisfies readonly ActionCode[];

export const commandParameters = {
  /** `restartAt`: when to restart automatically; in the future. */
  stop_card: { optional: { reason, restartAt: z.iso.datetime({ offset: true }) } },
  active_card: { optional: { reason } },
  reboot_card: { optional: { reason } },
  forced_stop_card: { required: { stopReason }, optional: { reason } },
  lift_forced_stop: { required: { stopReason }, optional: { reason } },
  cancel_card: { required: { reason } },
  enter_sleep: { optional: { reason } },
  exit_sleep: { optional: { reason } },
  to_test: { optional: { reason } },
  to_inventory: { optional: { reason } },
  to_activate: { optional: { reason } },
  /** A communication plan by the carrier's own name. */
  change_communication_plan: { required: { plan: z.string().min(1).max(64) } },
  /** In kbit/s: one of the speeds of the cards' carrier account. */
  limit_speed: { required: { speedKbps: z.number().int().min(1).max(1_000_000) } },
  /** The data cap per cycle in MB; 0: cut off at the first byte, null: no cap. */
  set_usage_cap: { required: { usageCapMb: z.number().int().min(0).max(10_000_000).nullable() } },
  change_apn: {
    required: {
      apn: z
        .string()
        .max(64)
        .regex(/^[A-Za-z0-9][A-Za-z0-9.-]*$/),
    },
  },
  /** Numbers to add to or remove from a card's allow list. */
  set_white_list: { required: { whiteList: whiteListChangeSchema } },
} as const satisfies ParametersOf<(typeof COMMAND_ACTIONS)[number]>;
