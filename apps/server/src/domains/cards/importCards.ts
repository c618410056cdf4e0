import type { CardKind, Platform } from '@cardinal/contract/enumerations/card.ts';
import { statusTextOf } from '@cardinal/contract/statuses/cardStatus.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../framework/context.ts';
import { type EventActor, operationOf } from './cardEvents.ts';
import type { CardState } from './cardState.ts';
import { marked } from './marking.ts';
import { STOCK_STATUS } from './stockStatus.ts';

/** What all cards of an import have in common. */
export type ImportTerms = {
  readonly platform: Exclude<Platform, -1>;
  readonly subType: number | null;
  readonly carrierAccountId: string;
  readonly kind: CardKind;
  readonly importBatchId: string;
  readonly customerId: string;
  readonly product: { readonly code: string | null; readonly version: number | null };
  readonly by: EventActor;
  readonly taskId: string;
};

/**
 * Writes the cards a query yields (`id`, `seq`, `iccid`, `size`, `business_number`, `mapping_number`, `imsi`, `imei`, `eid`,
 * `remark`), in stock at their carrier, with their first history record. Their numbers must be claimed before. The rows never
 * leave the database. Returns how many.
 */
export async function importCards(ctx: Ctx, rows: RawBuilder<unknown>, terms: ImportTerms): Promise<number> {
  const { db } = ctx;
  const now = ctx.clock.now();
  const { product, by, taskId } = terms;
  const word = STOCK_STATUS[terms.platform];
  const { rows: made } = await sql<{ n: number }>`with ${marked(sql`
    insert into cards.card (
      id, iccid, platform, sub_type, carrier_account_id, kind, size, business_number, mapping_number, imsi, imei, eid,
      carrier_status, lifecycle, customer_id, product_code, product_version, import_batch_id, created_at, updated_at)
    select p.id, p.iccid, ${terms.platform}, ${terms.subType}, ${terms.carrierAccountId}::bigint, ${terms.kind},
      p.size, p.business_number, p.mapping_number, p.imsi, p.imei, p.eid,
      ${word}, 'unactivated', ${terms.customerId}::bigint, ${product.code}, ${product.version},
      ${terms.importBatchId}::bigint, ${now}::timestamptz, ${now}::timestamptz
    from (${rows}) p order by p.seq returning id`)}
    select count(*)::int as n from written`.execute(db);
  await sql`
    insert into cards.card_remark (card_id, remark)
    select p.id, p.remark from (${rows}) p where p.remark is not null order by p.seq`.execute(db);
  const state: CardState = {
    status: word,
    reasons: [],
    customer: terms.customerId,
    ...(product.code === null ? {} : { product: product.code }),
    ...(product.version === null ? {} : { version: product.version }),
    tags: [],
  };
  // A card's first event has the card's own id, so that a repeated part writes the same record. One record of an import is the
  // lead.
  await sql`
    with lead as (
      insert into cards.event_fold (task_id, customer_id)
      select ${taskId}::bigint, ${terms.customerId}::bigint where exists (select 1 from (${rows}) any_row)
      on conflict do nothing returning task_id
    )
    insert into cards.card_event (
      id, card_id, at, iccid, customer_id, operation_type, action, to_value, result, source,
      actor_account_id, actor_customer_id, actor_name, task_id, state, is_lead)
    select p.id, p.id, ${now}::timestamptz, p.iccid, ${terms.customerId}::bigint, ${operationOf('import_card')},
      'import_card', ${JSON.stringify({ word, ...statusTextOf(terms.platform, word) })}::jsonb, 'done', 'import',
      ${by.accountId}::bigint, ${by.customerId}::bigint, nullif(${by.accountName}, ''), ${taskId}::bigint,
      case when p.remark is null then ${JSON.stringify(state)}::jsonb
        else ${JSON.stringify(state)}::jsonb || jsonb_build_object('remark', p.remark) end,
      exists (select 1 from lead) and row_number() over (order by p.seq) = 1
    from (${rows}) p order by p.seq`.execute(db);
  return made[0]?.n ?? 0;
}
