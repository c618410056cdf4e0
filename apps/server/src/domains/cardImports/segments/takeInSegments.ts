import { Platform } from '@cardinal/contract/enumerations/card.ts';
import { withCheckDigit } from '@cardinal/primitives/iccid.ts';
import { sql } from 'kysely';
import * as z from 'zod';
import type { Ctx } from '../../../framework/context.ts';
import { job } from '../../../framework/domain.ts';
import { productHeldBy } from '../../catalogue/face.ts';
import { keyOf } from '../imports/segmentRules.ts';
import { importNumbers } from './importNumbers.ts';
import type { CardScopeRow } from './segmentTables.ts';

/** Segments taken per round. */
const SEGMENTS = 20;
const SYSTEM = { accountId: '0', accountName: '' };
const WHY = 'a carrier speaks of cards in any segment of the installation';

const UNICOM = sql.lit(Platform.values.Lt);
/** A number of the segment's account within its range; the 20th digit of Unicom is a check digit. */
const LIES_IN = sql<boolean>`x.carrier_account_id = s.carrier_account_id and x.state = 'open'
  and x.iccid ~>=~ s.start_key and x.iccid ~<=~ (s.end_key || '~')
  and (length(x.iccid) = length(s.start_key) or s.platform = ${UNICOM} and length(x.iccid) = 20)
  and not exists (select 1 from cards.v_card_identifier i where i.kind = 1 and i.value in (x.iccid, left(x.iccid, length(s.start_key))))`;

/**
 * Unmatched cards within a registered segment of their account are imported automatically, under the segment's product and for
 * whoever registered it. If the product is no longer available they wait for a manual import. Returns how many are being
 * imported.
 */
export async function takeInSegments(ctx: Ctx): Promise<number> {
  let taken = 0;
  let after = '0';
  for (;;) {
    const ids = await waitingSegments(ctx, after);
    for (const id of ids) taken += await ctx.transact((inside) => takeIn(inside, id));
    const last = ids.at(-1);
    if (last === undefined) return taken;
    // A segment that cannot be imported is left alone and blocks no other.
    after = last;
  }
}

async function waitingSegments(ctx: Ctx, after: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select s.id from card_imports.card_scope s
    where s.id > ${after}::bigint and exists (select 1 from card_imports.unmatched_carrier_card x where ${LIES_IN})
    order by s.id limit ${SEGMENTS}`.execute(ctx.beyondScope(WHY));
  return rows.map(({ id }) => id);
}

async function takeIn(ctx: Ctx, segmentId: string): Promise<number> {
  const db = ctx.beyondScope(WHY);
  const segment: CardScopeRow | undefined = await db
    .selectFrom('card_imports.card_scope')
    .selectAll()
    .where('id', '=', segmentId)
    .forUpdate()
    .executeTakeFirst();
  if (!segment) return 0;
  const owner = segment.customer_id;
  const product = (await productHeldBy(ctx, segment.product_code, [owner])).get(owner);
  if (!product || product.notSold || product.platform !== segment.platform) return 0;
  const { rows: found } = await sql<{ id: string; iccid: string }>`
    select x.id, x.iccid from card_imports.unmatched_carrier_card x join card_imports.card_scope s on s.id = ${segment.id}::bigint
    where ${LIES_IN} order by x.id for update of x`.execute(db);
  const numbers = new Set(found.map(({ iccid }) => keyOf(iccid, segment.platform)));
  const iccids = [...numbers].map((key) => (segment.platform === Platform.values.Lt ? withCheckDigit(key) : key));
  if (iccids.length === 0) return 0;
  const made = await importNumbers(ctx, segment, { iccids, product, by: { ...SYSTEM, customerId: owner } });
  if (!made) return 0;
  await db
    .updateTable('card_imports.unmatched_carrier_card')
    .set({ state: 'taken', decided_at: ctx.clock.now(), decided_name: '', import_batch_id: made.batchId })
    .where(
      'id',
      'in',
      found.map(({ id }) => id),
    )
    .execute();
  return made.cards;
}

export const takeInSegmentsJob = job({
  name: 'cards.takeInSegments',
  payload: z.object({}),
  schedule: '*/5 * * * *',
  run: async (ctx) => {
    const taken = await takeInSegments(ctx);
    if (taken > 0) ctx.log.info({ taken }, 'cards of known segments are taken in');
  },
});
