import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { OwnerChange } from '../../cards/face.ts';
import { ofBothSides } from './openDocuments.ts';

/** Cards that change hands without a document, such as code numbers of eSIM, are on their way too. */
export async function hearOwners(ctx: Ctx, changes: readonly OwnerChange[]): Promise<void> {
  await sql`
    with latest as (
      select distinct on (card_id) card_id, to_customer_id from card_allocations.item
      where card_id = any(${changes.map(({ cardId }) => cardId)}::bigint[]) and result = 'done'
      order by card_id, at desc, id desc)
    insert into card_allocations.item (id, customer_id, from_customer_id, to_customer_id, card_id, iccid, result, at)
    select g.id, g.customer_id, latest.to_customer_id, g.customer_id, c.id, c.iccid, 'done', ${ctx.clock.now()}
    from unnest(${changes.map(() => ctx.ids.next())}::bigint[], ${changes.map(({ cardId }) => cardId)}::bigint[],
      ${changes.map(({ customerId }) => customerId)}::bigint[]) as g (id, card_id, customer_id)
    join cards.v_card c on c.id = g.card_id
    left join latest on latest.card_id = g.card_id
    where latest.to_customer_id is distinct from g.customer_id`.execute(ofBothSides(ctx));
}
