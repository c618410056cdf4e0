import { listDifferences } from '@cardinal/contract/api/carrierSync/carrierCards.ts';
import type { Platform } from '@cardinal/contract/enumerations/card.ts';
import { statusTextOf } from '@cardinal/contract/statuses/cardStatus.ts';
import { say } from '@cardinal/primitives/text.ts';
import { type Selectable, sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { dataset } from '../../../framework/dataset.ts';
import type { CardRow } from '../../cards/face.ts';
import { customerNames } from '../../customers/face.ts';
import type { CarrierDifferenceTable } from './differenceTables.ts';

export type Difference = Selectable<CarrierDifferenceTable>;

/** Records a difference; a card has one open difference, which holds what was found last. Requires the card's lock. */
export async function noteDifference(
  ctx: Ctx,
  card: CardRow,
  found: Pick<Difference, 'kind' | 'theirs'> & { taskId: string | null; ours?: string },
): Promise<void> {
  const noted = {
    kind: found.kind,
    ours: found.ours ?? card.carrier_status,
    theirs: found.theirs,
    task_id: found.taskId,
    found_at: ctx.clock.now(),
    carrier_account_id: card.carrier_account_id,
    customer_id: card.customer_id,
  };
  await ctx.db
    .insertInto('carrier_sync.carrier_difference')
    .values({
      id: ctx.ids.next(),
      card_id: card.id,
      iccid: card.iccid,
      ...noted,
      decided_at: null,
      decided_name: null,
      decided_task_id: null,
    })
    .onConflict((conflict) => conflict.column('card_id').where('state', '=', 'open').doUpdateSet(noted))
    .execute();
}

/** Both sides agree again. */
export const closeDifference = (ctx: Ctx, cardId: string): Promise<unknown> =>
  ctx.db
    .updateTable('carrier_sync.carrier_difference')
    .set({ state: 'gone', decided_at: ctx.clock.now() })
    .where('card_id', '=', cardId)
    .where('state', '=', 'open')
    .execute();

/** An open difference is settled automatically once the card has the carrier's value. */
const STATE = sql<Difference['state']>`case when d.state = 'open' and d.theirs = case d.kind
  when 'plan' then c.communication_plan when 'ratePlan' then c.rate_plan when 'imei' then c.imei
  else c.carrier_status end then 'gone' else d.state end`;

export const differenceDataset = dataset(listDifferences, {
  from: (ctx) =>
    ctx.db.selectFrom('carrier_sync.carrier_difference as d').innerJoin('cards.v_card as c', 'c.id', 'd.card_id'),
  table: 'd',
  carrier: sql`c.platform`,
  columns: {
    accountId: sql`d.carrier_account_id`,
    state: STATE,
  },
  select: (query) => query.selectAll('d').select([STATE.as('state'), 'c.platform']),
  present: (rows, ctx) => present(rows as unknown as (Difference & { platform: Platform })[], ctx),
});

async function present(rows: readonly (Difference & { platform: Platform })[], ctx: Ctx) {
  const names = await customerNames(
    ctx.db,
    rows.map((row) => row.customer_id),
  );
  return rows.map((row) => ({
    accountId: row.carrier_account_id,
    customerName: names.get(row.customer_id) ?? '',
    ours: said(row, row.ours, ctx),
    theirs: row.theirs === null ? null : said(row, row.theirs, ctx),
  }));
}

/** A status in words; plans and devices by their names. */
const said = (
  { kind, platform }: Pick<Difference, 'kind'> & { platform: Platform },
  value: string,
  ctx: Ctx,
): string => (kind === 'status' || kind === 'unknown' ? say(statusTextOf(platform, value), ctx.language) : value);
