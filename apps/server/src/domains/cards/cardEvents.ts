import type { EventResult, EventSource } from '@cardinal/contract/api/cards/history.ts';
import type { ValueOf } from '@cardinal/contract/enumerations/enumeration.ts';
import { OperationType } from '@cardinal/contract/tasks/operationTypes.ts';
import { type ActionCode, TaskType } from '@cardinal/contract/tasks/taskCatalogue.ts';
import type { Text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../framework/context.ts';
import type { RunningTask } from '../tasks/face.ts';
import { type CardState, stateOfCard } from './cardState.ts';
import { eventHearers } from './eventHearers.ts';

/** A value before or after a change: the text to show, and the stored word if it differs (a carrier's status). */
export type EventValue = string | (Text & { readonly word?: string });

/** As a person wrote them, or the platform's and a carrier's in both languages. */
export type EventWords = string | Text;

/** The account behind a worker's action. */
export type EventActor = {
  readonly accountId: string | null;
  readonly accountName: string;
  readonly customerId: string | null;
};

export type NewCardEvent = {
  readonly cardId: string;
  readonly iccid: string;
  /** The owner at this time; it permanently decides who may read the record. */
  readonly customerId: string;
  readonly action: ActionCode;
  readonly result: ValueOf<typeof EventResult>;
  readonly from?: EventValue | null | undefined;
  readonly to?: EventValue | null | undefined;
  /** By default the console for an account and the schedule for the system. */
  readonly source?: ValueOf<typeof EventSource> | undefined;
  /** The acting account by default; a worker passes the task's starter. */
  readonly actor?: EventActor | undefined;
  readonly taskId?: string | null | undefined;
  readonly commandId?: string | null | undefined;
  readonly carrierRef?: string | null | undefined;
  readonly carrierWords?: EventWords | null | undefined;
  readonly reason?: EventWords | null | undefined;
  /** When it happened; now by default. */
  readonly at?: Date | undefined;
  /** The card's state at that time; its present state by default. */
  readonly state?: CardState | undefined;
};

/** Keeps statements small enough to parse quickly; a batch of any size may be passed. */
const ROWS_PER_STATEMENT = 5_000;

/** The operation number of an action; an action without one (a sync) is recorded under the configuration's. */
export function operationOf(action: ActionCode): OperationType {
  const number = TaskType.values[action];
  return OperationType.has(number) ? number : OperationType.values.EditConfiguration;
}

/** The task's starter, as the history names them. */
export const actorOfTask = (task: RunningTask): EventActor => ({
  accountId: task.accountId,
  accountName: task.accountName,
  customerId: task.customerId,
});

function actingNow(ctx: Ctx): EventActor {
  const { actor } = ctx;
  return actor.kind === 'account'
    ? { accountId: actor.accountId, accountName: actor.account, customerId: actor.customerId }
    : { accountId: null, accountName: '', customerId: null };
}

const jsonOf = (value: EventValue | null | undefined): string | null =>
  value === undefined || value === null ? null : JSON.stringify(value);

const stored = (words: EventWords | null | undefined): string | null =>
  (typeof words === 'object' ? words?.zh : words) ?? null;
const storedEnglish = (words: EventWords | null | undefined): string | null =>
  typeof words === 'object' ? (words?.en ?? null) : null;

/**
 * Appends history records in the caller's transaction, so that a change and its record appear together. Records are never
 * altered. Each stores its card's state at this point of the transaction, so it must be written after its change.
 */
export async function writeEvents(ctx: Ctx, events: readonly NewCardEvent[]): Promise<void> {
  for (let start = 0; start < events.length; start += ROWS_PER_STATEMENT) {
    await writePart(ctx, events.slice(start, start + ROWS_PER_STATEMENT));
  }
}

/**
 * Which of these records lead: the first one a task writes on cards of a customer. Concurrent writers wait for each other, in
 * one order.
 */
async function leadsOf(ctx: Ctx, events: readonly NewCardEvent[]): Promise<readonly boolean[]> {
  const keyOf = ({ taskId, customerId }: NewCardEvent) => `${taskId}:${customerId}`;
  const pairs = [...new Set(events.filter(({ taskId }) => taskId).map(keyOf))].sort().map((key) => key.split(':'));
  if (pairs.length === 0) return events.map(() => true);
  const { rows } = await sql<{ task_id: string; customer_id: string }>`
    insert into cards.event_fold (task_id, customer_id)
    select * from unnest(${pairs.map(([task]) => task)}::bigint[], ${pairs.map(([, customer]) => customer)}::bigint[])
    on conflict do nothing returning task_id, customer_id`.execute(ctx.db);
  const open = new Set(rows.map((row) => `${row.task_id}:${row.customer_id}`));
  return events.map((event) => !event.taskId || open.delete(keyOf(event)));
}

async function writePart(ctx: Ctx, events: readonly NewCardEvent[]): Promise<void> {
  const now = ctx.clock.now();
  const acting = actingNow(ctx);
  const usual = ctx.actor.kind === 'account' ? 'console' : 'schedule';
  const leads = await leadsOf(ctx, events);
  const column = <T>(pick: (event: NewCardEvent) => T) => events.map(pick);
  const by = <T>(pick: (actor: EventActor) => T) => events.map((event) => pick(event.actor ?? acting));
  await sql`
    insert into cards.card_event (
      id, card_id, at, iccid, customer_id, operation_type, action, from_value, to_value, result, source,
      actor_account_id, actor_customer_id, actor_name, task_id, command_id, carrier_ref, carrier_words, carrier_words_en,
      reason, reason_en, address, state, is_lead)
    select e.id, card_id, at, e.iccid, e.customer_id, operation_type, action, from_value::jsonb, to_value::jsonb, result,
      source, actor_account_id, actor_customer_id, nullif(actor_name, ''), task_id, command_id, carrier_ref, carrier_words,
      carrier_words_en, reason, reason_en, ${ctx.address || null}, coalesce(e.state::jsonb, ${stateOfCard('c')}), e.is_lead
    from unnest(
      ${column(() => ctx.ids.next())}::bigint[],
      ${column((event) => event.cardId)}::bigint[],
      ${column((event) => event.at ?? now)}::timestamptz[],
      ${column((event) => event.iccid)}::text[],
      ${column((event) => event.customerId)}::bigint[],
      ${column((event) => operationOf(event.action))}::smallint[],
      ${column((event) => event.action)}::text[],
      ${column((event) => jsonOf(event.from))}::text[],
      ${column((event) => jsonOf(event.to))}::text[],
      ${column((event) => event.result)}::text[],
      ${column((event) => event.source ?? usual)}::text[],
      ${by((actor) => actor.accountId)}::bigint[],
      ${by((actor) => actor.customerId)}::bigint[],
      ${by((actor) => actor.accountName)}::text[],
      ${column((event) => event.taskId ?? null)}::bigint[],
      ${column((event) => event.commandId ?? null)}::bigint[],
      ${column((event) => event.carrierRef ?? null)}::text[],
      ${column((event) => stored(event.carrierWords))}::text[],
      ${column((event) => storedEnglish(event.carrierWords))}::text[],
      ${column((event) => stored(event.reason))}::text[],
      ${column((event) => storedEnglish(event.reason))}::text[],
      ${column((event) => (event.state ? JSON.stringify(event.state) : null))}::text[],
      ${leads}::boolean[]
    ) as e (id, card_id, at, iccid, customer_id, operation_type, action, from_value, to_value, result, source,
      actor_account_id, actor_customer_id, actor_name, task_id, command_id, carrier_ref, carrier_words, carrier_words_en,
      reason, reason_en, state, is_lead)
    left join cards.card c on c.id = e.card_id`.execute(ctx.db);
  for (const hear of ctx.contributed(eventHearers)) await hear(ctx, events);
}
