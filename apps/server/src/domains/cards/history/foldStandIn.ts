import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { hiddenPlatforms } from '../../../framework/hiding.ts';

/** A task whose first lines are all of hidden carriers is not searched any further. */
const SEARCHED_LINES = 10_000;

const isOffered = (card: string, hidden: readonly number[]) =>
  sql<boolean>`(select c.platform = any(${hidden}::int[]) from cards.card c where c.id = ${sql.ref(card)}) is not true`;

/** The lines of a task that the caller may see, of any carrier; the first of them only. */
const linesOf = (ctx: Ctx, task: RawBuilder<unknown>) =>
  ctx.db.selectFrom('cards.card_event as x').where(sql<boolean>`x.task_id = ${task}`).limit(SEARCHED_LINES);

/** Whether the task of a line on a card of a hidden carrier has another of an offered one. */
export const hasOfferedLine = (ctx: Ctx, hidden: readonly number[]): RawBuilder<SqlBool> => {
  const some = linesOf(ctx, sql.ref('e.task_id')).select('x.card_id');
  return sql<SqlBool>`exists (select 1 from (${some}) l where ${isOffered('l.card_id', hidden)})`;
};

/** The fields of the record shown instead; values and customer as stored. */
type StandIn = Readonly<
  Record<'leadId' | 'iccid' | 'cardId' | 'customerId' | 'customer_id' | 'action' | 'result', string>
> &
  Readonly<Record<'carrierRef' | 'carrier_words' | 'carrier_words_en' | 'reason' | 'reason_en', string | null>> & {
    readonly operationType: number;
    readonly from_value: unknown;
    readonly to_value: unknown;
  };

/** By its id: what a lead on a card of a hidden carrier shows instead, the first line of its task on an offered one. */
export async function standInsOf(
  ctx: Ctx,
  leads: readonly { readonly id: string; readonly own_task_id: string | null; readonly card_id: string }[],
): Promise<ReadonlyMap<string, StandIn>> {
  const hidden = [...(await hiddenPlatforms(ctx))];
  const led = leads.filter((row) => row.own_task_id !== null);
  if (hidden.length === 0 || led.length === 0) return new Map();
  const some = linesOf(ctx, sql.ref('g.task_id')).selectAll().orderBy('x.at').orderBy('x.id');
  const { rows } = await sql<StandIn>`
    select g.id as "leadId", v.iccid, v.card_id as "cardId", v.customer_id, v.customer_id as "customerId", v.action, v.result,
      v.operation_type as "operationType", v.from_value, v.to_value, v.carrier_ref as "carrierRef",
      v.carrier_words, v.carrier_words_en, v.reason, v.reason_en
    from unnest(${led.map(({ id }) => id)}::bigint[], ${led.map((row) => row.own_task_id)}::bigint[],
      ${led.map((row) => row.card_id)}::bigint[]) as g (id, task_id, card_id)
    cross join lateral (select * from (${some}) l where ${isOffered('l.card_id', hidden)} limit 1) v
    where not (${isOffered('g.card_id', hidden)})`.execute(ctx.db);
  return new Map(rows.map((row) => [row.leadId, row]));
}
