import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { change, idSchema } from '../../framework/endpoint.ts';
import { notFound } from '../../framework/standardRefusals.ts';
import { cardsSold, reversedTooLate } from '../cardAllocations/refusals.ts';
import { selectCardFirst } from '../cards/cardRefusals.ts';
import { taskNotUndoable } from '../tasks/tasks.ts';
import { CARD_ACTIONS, type CardAction } from './cardActions.ts';
import { previewSchema } from './selection.ts';

/** The action that undoes a finished batch; its permission is required. */
export const UNDONE_BY = {
  stop_card: ['reboot_card'],
  active_card: ['stop_card'],
  reboot_card: ['stop_card'],
  forced_stop_card: ['lift_forced_stop'],
  lift_forced_stop: ['forced_stop_card'],
  enter_sleep: ['exit_sleep'],
  exit_sleep: ['enter_sleep'],
  to_test: ['to_inventory', 'to_activate'],
  to_inventory: ['to_activate', 'to_test'],
  to_activate: ['to_inventory', 'to_test'],
  bind_imei: ['unbind_imei'],
  unbind_imei: ['bind_imei'],
  edit_remark: ['edit_remark'],
  set_tag: ['clear_tag'],
  clear_tag: ['set_tag'],
  change_product: ['change_product'],
  edit_service_period: ['edit_service_period'],
  allocate_card: ['recover_card'],
  recover_card: ['allocate_card'],
} as const satisfies Partial<Record<CardAction, readonly [CardAction, ...CardAction[]]>>;

const UNDOING = [...new Set(Object.values(UNDONE_BY).flatMap((ways) => ways.flatMap((way) => CARD_ACTIONS[way])))] as [
  string,
  ...string[],
];

/**
 * The preview of the batch that undoes a finished one: every changed card returns to its previous value if it still has the
 * batch's value. Started with `cardActions.start` like every preview; one undo per task at a time.
 */
export const previewUndo = change({
  name: 'cardUndo.preview',
  summary: text('撤销预检', 'Preview undo'),
  permission: UNDOING,
  isRecorded: false,
  idempotency: 'none',
  body: z.strictObject({ taskId: idSchema }),
  answer: previewSchema,
  refusals: [notFound, taskNotUndoable, selectCardFirst, cardsSold, reversedTooLate],
  example: { body: { taskId: '5006' } },
});
