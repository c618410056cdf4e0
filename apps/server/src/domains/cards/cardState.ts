import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../framework/context.ts';
import { remarkOf } from './remarks.ts';

/** How a card stands, as a line of its history keeps it; what it does not have is left out. */
export type CardState = {
  /** The carrier's own word. */
  readonly status: string;
  readonly reasons: readonly number[];
  /** The action that is asked and not yet confirmed. */
  readonly pending?: string;
  readonly customer: string;
  readonly product?: string;
  readonly version?: number;
  readonly remark?: string;
  /** The device it is bound to. */
  readonly imei?: string;
  /** Ids of the tags of every customer: who may read them is decided where they are shown. */
  readonly tags: readonly string[];
};

/** The state of the card a query knows under this alias; null where there is none. */
export function stateOfCard(alias: string): RawBuilder<unknown> {
  const of = (column: string) => sql.ref(`${alias}.${column}`);
  return sql`case when ${of('id')} is not null then jsonb_strip_nulls(jsonb_build_object(
    'status', ${of('carrier_status')}, 'reasons', to_jsonb(${of('stop_reasons')}), 'pending', ${of('pending_action')},
    'customer', ${of('customer_id')}::text, 'product', ${of('product_code')}, 'version', ${of('product_version')},
    'remark', ${remarkOf(alias)}, 'imei', ${of('bound_imei')},
    'tags', (select coalesce(jsonb_agg(t.tag_id::text order by t.tag_id), '[]'::jsonb)
      from cards.card_tag t where t.card_id = ${of('id')}))) end`;
}

/** How a card of the caller's stands at this point of the transaction. */
export async function readState(ctx: Ctx, cardId: string): Promise<CardState> {
  const { state } = await ctx.db
    .selectFrom('cards.card as c')
    .select(sql<CardState>`${stateOfCard('c')}`.as('state'))
    .where('c.id', '=', cardId)
    .executeTakeFirstOrThrow();
  return state;
}
