import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../framework/context.ts';
import { remarkOf } from './remarks.ts';

/** A card's state as its history records store it; empty values are left out. */
export type CardState = {
  /** The status as the carrier reports it. */
  readonly status: string;
  readonly reasons: readonly number[];
  /** The requested action that is not confirmed yet. */
  readonly pending?: string;
  readonly customer: string;
  readonly product?: string;
  readonly version?: number;
  readonly remark?: string;
  /** The device it is bound to. */
  readonly imei?: string;
  /** Ids of all customers' tags; the display decides who may see them. */
  readonly tags: readonly string[];
};

/** The state of the card a query has under this alias; null if there is none. */
export function stateOfCard(alias: string): RawBuilder<unknown> {
  const of = (column: string) => sql.ref(`${alias}.${column}`);
  return sql`case when ${of('id')} is not null then jsonb_strip_nulls(jsonb_build_object(
    'status', ${of('carrier_status')}, 'reasons', to_jsonb(${of('stop_reasons')}), 'pending', ${of('pending_action')},
    'customer', ${of('customer_id')}::text, 'product', ${of('product_code')}, 'version', ${of('product_version')},
    'remark', ${remarkOf(alias)}, 'imei', ${of('bound_imei')},
    'tags', (select coalesce(jsonb_agg(t.tag_id::text order by t.tag_id), '[]'::jsonb)
      from cards.card_tag t where t.card_id = ${of('id')}))) end`;
}

/** The state of the caller's card at this point of the transaction. */
export async function readState(ctx: Ctx, cardId: string): Promise<CardState> {
  const { state } = await ctx.db
    .selectFrom('cards.card as c')
    .select(sql<CardState>`${stateOfCard('c')}`.as('state'))
    .where('c.id', '=', cardId)
    .executeTakeFirstOrThrow();
  return state;
}
