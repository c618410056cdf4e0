import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { OfferSeen } from '../adapters/operations.ts';
import { lockSource, offersOf } from '../offers/offerStore.ts';
import { settleOffers } from '../offers/settleOffers.ts';
import { beyond } from '../sources/sourceStore.ts';

/**
 * Writes all that a source offers now, and what it does not offer any more, and what follows for our packages. Nothing of it where
 * the source was disabled meanwhile.
 */
export async function applySeen(ctx: Ctx, sourceId: string, seen: readonly OfferSeen[]): Promise<void> {
  const source = await lockSource(ctx, sourceId);
  if (!source?.is_enabled) return;
  const now = ctx.clock.now();
  const rows = seen
    .filter(({ isOffered }) => isOffered)
    .map(({ code, name, platform, type, price, currency, terms }) => ({
      id: ctx.ids.next(),
      code,
      name,
      platform,
      type,
      price,
      currency,
      terms,
    }));
  await sql`
    insert into external_packages.offer as o (id, source_id, customer_id, code, name, platform, type, price, currency, terms,
      is_gone, state, changed_at, seen_at, created_at)
    select r.id, ${sourceId}, ${source.customer_id}, r.code, r.name, r.platform, r.type, r.price, r.currency, r.terms,
      false, 'new', ${now}, ${now}, ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id bigint, code text, name text, platform smallint, type text,
      price bigint, currency text, terms jsonb)
    on conflict (source_id, code) do update set name = excluded.name, platform = excluded.platform, type = excluded.type,
      price = excluded.price, currency = excluded.currency, terms = excluded.terms, is_gone = false, seen_at = excluded.seen_at,
      changed_at = case when (o.price, o.currency, o.terms) is distinct from (excluded.price, excluded.currency, excluded.terms)
        then excluded.changed_at else o.changed_at end`.execute(beyond(ctx));
  await beyond(ctx)
    .updateTable('external_packages.offer')
    .set({ is_gone: true, changed_at: now })
    .where('source_id', '=', sourceId)
    .where('is_gone', '=', false)
    .where(sql<boolean>`code <> all(${rows.map(({ code }) => code)}::text[])`)
    .execute();
  await settleOffers(ctx, source, await offersOf(ctx, sourceId));
  await beyond(ctx)
    .updateTable('external_packages.source')
    .set({ sync_state: 'done', sync_read: rows.length, sync_zh: null, sync_en: null, last_sync_at: now })
    .where('id', '=', sourceId)
    .execute();
}
