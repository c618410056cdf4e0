import type { EventSource } from '@cardinal/contract/api/cards/history.ts';
import type { ValueOf } from '@cardinal/contract/enumerations/enumeration.ts';
import type { ActionCode } from '@cardinal/contract/tasks/taskCatalogue.ts';
import { text } from '@cardinal/primitives/text.ts';
import { carrierValue, type EventWords, type NewCardEvent } from '../../cards/face.ts';
import type { CommandRow } from './commandStore.ts';

/** Why a command is asked, as its row keeps it. */
export const noteOf = (reason: EventWords | null): Pick<CommandRow, 'note' | 'note_en'> =>
  typeof reason === 'object'
    ? { note: reason?.zh ?? null, note_en: reason?.en ?? null }
    : { note: reason, note_en: null };
const reasonOf = ({ note, note_en }: CommandRow): EventWords | null =>
  note !== null && note_en !== null ? text(note, note_en) : note;

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
  reason: reasonOf(command),
});
