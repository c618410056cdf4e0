import type { ActionCode } from '@cardinal/contract/tasks/taskCatalogue.ts';
import { type RawBuilder, sql } from 'kysely';
import { reasonsOf } from '../../cardCommands/face.ts';
import { remarkOf } from '../../cards/face.ts';
import type { RunningTask } from '../../tasks/face.ts';

/**
 * How the change of an action is recognised on a card: `c` is the card, `u` its item. Every condition is part of one query over
 * all items of a batch, however many.
 */
export type Trace = {
  /** Whether the item holds what this undo needs. */
  readonly isKnown: RawBuilder<boolean>;
  /** Whether the card still has what the batch set. */
  readonly isStill: (task: RunningTask) => RawBuilder<boolean>;
  /** What else the verdict depends on, as text; equal text means equal verdicts. */
  readonly about: (task: RunningTask) => RawBuilder<string>;
  /** History records of actions that change the same value. */
  readonly changedBy: readonly ActionCode[];
};

const nothing = () => sql<string>`''`;

const status: Trace = {
  isKnown: sql`u.before ? 'hasReason'`,
  isStill: ({ action, parameters }) => sql`(c.carrier_status = u.after ->> 'status'
    and (${[...reasonsOf(action, parameters)]}::smallint[] <@ c.stop_reasons) = (u.after ->> 'hasReason')::boolean)`,
  about: () => sql`u.before::text`,
  changedBy: [
    'stop_card',
    'active_card',
    'reboot_card',
    'cancel_card',
    'forced_stop_card',
    'lift_forced_stop',
    'enter_sleep',
    'exit_sleep',
    'to_test',
    'to_inventory',
    'to_activate',
    'sync_card',
  ],
};

const remark: Trace = {
  isKnown: sql`u.before ? 'remark'`,
  isStill: () => sql`${remarkOf('c')} is not distinct from u.after ->> 'remark'`,
  about: nothing,
  changedBy: ['edit_remark'],
};

const product: Trace = {
  isKnown: sql`u.before ? 'product'`,
  isStill: () => sql`(c.product_code is not distinct from u.after ->> 'product'
    and c.product_version is not distinct from (u.after ->> 'version')::int)`,
  about: () => sql`c.customer_id || ':' || coalesce(u.before ->> 'product', '')`,
  changedBy: ['change_product'],
};

const servicePeriod: Trace = {
  isKnown: sql`u.before ? 'servicePeriodEnd'`,
  isStill: () => sql`c.service_period_end is not distinct from (u.after ->> 'servicePeriodEnd')::timestamptz`,
  about: nothing,
  changedBy: ['edit_service_period'],
};

const imei: Trace = {
  isKnown: sql`u.before ? 'imei'`,
  isStill: () => sql`c.bound_imei is not distinct from u.after ->> 'imei'`,
  about: nothing,
  changedBy: ['bind_imei', 'unbind_imei'],
};

const owner: Trace = {
  isKnown: sql`u.before ? 'customer'`,
  isStill: () => sql`(c.customer_id = (u.after ->> 'customer')::bigint
    and c.product_code is not distinct from u.after ->> 'product')`,
  about: () =>
    sql`case when exists (select 1 from card_commands.v_asked_change a where a.card_id = c.id) then 'asked' else '' end`,
  changedBy: ['allocate_card', 'recover_card', 'change_product'],
};

/** Tags belong to their customer, and so does the task: this predicate is the scope. */
const own = ({ customerId }: RunningTask) => sql`t.card_id = c.id and t.customer_id = ${customerId}::bigint`;

const tags: Trace = {
  isKnown: sql`u.before ? 'tags'`,
  isStill: (task) => sql`(
    (select count(*) from cards.v_card_tag t where ${own(task)} and u.after -> 'tags' ? t.tag_id::text)
      = jsonb_array_length(u.after -> 'tags')
    and not exists (select 1 from cards.v_card_tag t where ${own(task)} and u.before -> 'tags' ? t.tag_id::text))`,
  about: ({ customerId }) => sql`case when exists (
    select 1 from jsonb_array_elements_text(u.before -> 'tags') as gone (id)
    where not exists (select 1 from cards.v_tag g where g.id = gone.id::bigint and g.customer_id = ${customerId}::bigint)
  ) then 'tagGone' else '' end`,
  changedBy: ['set_tag', 'clear_tag'],
};

const TRACES: Readonly<Partial<Record<ActionCode, Trace>>> = {
  edit_remark: remark,
  change_product: product,
  edit_service_period: servicePeriod,
  bind_imei: imei,
  unbind_imei: imei,
  allocate_card: owner,
  recover_card: owner,
  set_tag: tags,
  clear_tag: tags,
};

/** Every action without an entry changes a status. */
export const traceOf = (action: ActionCode): Trace => TRACES[action] ?? status;
