import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../framework/context.ts';
import type { Database } from '../../framework/tables.ts';
import { releaseClaims } from './claims.ts';
import { marked } from './marking.ts';

/**
 * Card `c` is unused: never activated, without commands or tags, and with history records only of the import and the carrier.
 */
export const IS_UNTOUCHED: RawBuilder<boolean> = sql<boolean>`(c.lifecycle = 'unactivated' and c.pending_since is null
  and c.stop_reasons = '{}'
  and not exists (select from cards.card_event e where e.card_id = c.id and e.source not in ('carrier', 'import'))
  and not exists (select from cards.card_tag t where t.card_id = c.id))`;

/** Takes away what stood beside cards that are gone: their claims and remarks. */
export async function forgetCards(db: Database, cardIds: readonly string[]): Promise<void> {
  if (cardIds.length === 0) return;
  await releaseClaims(db, cardIds);
  await sql`delete from cards.card_remark where card_id = any(${[...cardIds]}::bigint[])`.execute(db);
}

export type RemovedCard = { readonly id: string; readonly iccid: string };

/**
 * Removes the next unused cards of an import that still belong to their customer. Cards that moved to others are read too, to
 * be counted as kept.
 */
export async function removeImportedCards(
  ctx: Ctx,
  of: { readonly importBatchId: string; readonly customerId: string; readonly after: string; readonly most: number },
): Promise<{ last: string | null; seen: number; removed: readonly RemovedCard[] }> {
  const db = ctx.beyondScope('cards of one import, and the predicate on the customer who got them stands below');
  const { rows } = await sql<{ last: string | null; seen: number; removed: RemovedCard[] | null }>`
    with part as (
      select id from cards.card where import_batch_id = ${of.importBatchId}::bigint and id > ${of.after}::bigint
      order by id limit ${of.most} for update
    ), ${marked(sql`
      delete from cards.card c using part p
      where c.id = p.id and c.customer_id = ${of.customerId}::bigint and ${IS_UNTOUCHED}
      returning c.id, c.iccid`)}
    select (select max(id) from part)::text as last, (select count(*) from part)::int as seen,
      (select json_agg(json_build_object('id', g.id::text, 'iccid', g.iccid)) from written g) as removed`.execute(db);
  const { last = null, seen = 0, removed } = rows[0] ?? {};
  await forgetCards(
    db,
    (removed ?? []).map((card) => card.id),
  );
  return { last, seen, removed: removed ?? [] };
}
