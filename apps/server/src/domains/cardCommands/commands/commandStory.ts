import type { EventSource } from '@cardinal/contract/api/cards/history.ts';
import type { ValueOf } from '@cardinal/contract/enumerations/enumeration.ts';
import type { ActionCode } from '@cardinal/contract/tasks/taskCatalogue.ts';
import { carrierValue, type NewCardEvent } from '../../cards/face.ts';
import type { CommandRow } from './commandStore.ts';

/** The history record of a command; the caller adds its result. */
export const commandLine = (command: CommandRow, platform: number): Omit<NewCardEvent, 'result'> => ({
  cardId: command.card_id,
  iccid: command.iccid,
  customerId: command.customer_id,
  action: command.action as ActionCode,
  from: carrierValue(platform, command.from_status),
  to: carrierValue(platform, command.to_status),
  source: command.source as ValueOf<typeof EventSource>,
  actor: {
    accountId: command.asked_account_id,
    accountName: command.asked_name,
    customerId: command.asked_customer_id,
  },
  taskId: command.task_id,
  commandId: command.id,
  carrierRef: command.carrier_ref,
  reason: command.note,
});
