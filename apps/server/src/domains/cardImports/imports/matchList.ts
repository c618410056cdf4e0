import { listMatched, MatchVerdict } from '@cardinal/contract/api/cardImports/importSources.ts';
import { importNotFound } from '@cardinal/contract/api/cardImports/refusals.ts';
import type { Platform } from '@cardinal/contract/enumerations/card.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { statusTextOf } from '@cardinal/contract/statuses/cardStatus.ts';
import { say } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { dataset } from '../../../framework/dataset.ts';
import { carrierAccounts } from '../../carriers/face.ts';
import { findBatch } from '../../sheetImports/face.ts';
import { listedStatus } from '../unmatched/unmatchedCards.ts';
import { CARD_IMPORT } from './importKind.ts';
import { canList } from './pullImport.ts';

type Brought = {
  id: string;
  iccid: string;
  carrier_status: string | null;
  told_at: Date | null;
  made_at: Date | null;
};
type Listed = { id: string; status: string; last_seen_at: Date };

/** The cards a batch has imported, limited to those the caller sees; its good rows while it waits for a decision. */
const cardsOf = (ctx: Ctx) => {
  const seen = ctx.scope.everything ? sql`` : sql`and c.customer_id = any(${ctx.scope.customerIds}::bigint[])`;
  return sql<Brought>`lateral (
    select r.card_id as id, r.iccid, null::text as carrier_status, null::timestamptz as told_at, null::timestamptz as made_at
    from card_imports.import_row r where r.reading_id = b.reading_id and b.state = 'waiting' and r.faults is null
    union all
    select c.id, c.iccid, c.carrier_status, c.last_sync_at, c.created_at
    from cards.v_card c where c.import_batch_id = b.id ${seen})`;
};

/** What accounts list under the number of `x`; the 20th digit of a Unicom card is a check digit. */
const LISTED = sql`card_imports.unmatched_carrier_card s where left(s.iccid, 19) = left(x.iccid, 19)
  and (s.iccid = x.iccid or b.platform = 1 or length(s.iccid) <> length(x.iccid))`;

const DENIED = sql`exists (select 1 from carrier_sync.v_carrier_difference d where d.card_id = x.id and d.kind = 'unknown'
  and d.state in ('open', 'closed') and (x.told_at is null or d.found_at > x.told_at))`;

/** A list that was read before the card was imported still names it, if the carrier had it. */
const UNLISTED = sql`p.finished_at is not null and (x.made_at is null or x.made_at >= p.finished_at)`;

const VERDICT = sql<MatchVerdict>`case
  when ${DENIED} then case when o.id is null then 'absent' else 'elsewhere' end
  when x.told_at is not null or h.id is not null then 'has'
  when o.id is not null then 'elsewhere'
  when ${UNLISTED} then 'absent'
  else 'unknown' end`;

type Shown = {
  id: string;
  batch_id: string;
  iccid: string;
  platform: Platform;
  carrier_status: string | null;
  told_at: Date | null;
  verdict: MatchVerdict;
  here_status: string | null;
  here_at: Date | null;
  other_status: string | null;
  other_at: Date | null;
  other_name: string | null;
};

export const matchDataset = dataset(listMatched, {
  from: (ctx) =>
    ctx.db
      .selectFrom('card_imports.import_batch as b')
      .leftJoin('carrier_sync.v_carrier_pass as p', 'p.carrier_account_id', 'b.carrier_account_id')
      .innerJoin(cardsOf(ctx).as('x'), (on) => on.onTrue())
      .leftJoin(
        sql<Listed>`lateral (
          select s.id, s.status, s.last_seen_at from ${LISTED} and s.carrier_account_id = b.carrier_account_id limit 1)`.as(
          'h',
        ),
        (on) => on.onTrue(),
      )
      .leftJoin(
        sql<Listed & { name: string }>`lateral (
          select s.id, s.status, s.last_seen_at, a.name from carriers.v_account a cross join ${LISTED}
          and s.carrier_account_id = a.id and s.carrier_account_id <> b.carrier_account_id
          ${seenAccounts(ctx)} order by s.last_seen_at desc limit 1)`.as('o'),
        (on) => on.onTrue(),
      ),
  table: 'x',
  columns: { batchId: sql`b.id`, verdict: VERDICT },
  select: (query) =>
    query.select([
      'x.id',
      'b.id as batch_id',
      'b.platform',
      'x.iccid',
      'x.carrier_status',
      'x.told_at',
      VERDICT.as('verdict'),
      'h.status as here_status',
      'h.last_seen_at as here_at',
      'o.status as other_status',
      'o.last_seen_at as other_at',
      'o.name as other_name',
    ]),
  present: async (rows, ctx) => rows.map((row) => present(row, ctx)),
  figures: async (ctx, filtered, asked) => {
    const [batchId] = [asked['batchId']].flat();
    const batch = batchId === undefined ? undefined : await findBatch(ctx.db, CARD_IMPORT, String(batchId));
    if (!batch) throw new Refused(importNotFound);
    const [counted, isListed, accounts, pass] = await Promise.all([
      (await filtered())
        .select([VERDICT.as('verdict'), sql<number>`count(*)::int`.as('n')])
        .groupBy(sql`1`)
        .execute(),
      canList(ctx, batch.carrier_account_id),
      carrierAccounts(ctx, [batch.carrier_account_id]),
      ctx.db
        .selectFrom('carrier_sync.v_carrier_pass')
        .select('finished_at')
        .where('carrier_account_id', '=', batch.carrier_account_id)
        .executeTakeFirst(),
    ]);
    const of = new Map((counted as { verdict: MatchVerdict; n: number }[]).map(({ verdict, n }) => [verdict, n]));
    return {
      ...Object.fromEntries(MatchVerdict.options.map(({ value }) => [value, of.get(value) ?? 0])),
      isListed,
      listedAt: pass?.finished_at?.toISOString() ?? null,
      carrierAccountId: batch.carrier_account_id,
      carrierAccountName: accounts.get(batch.carrier_account_id)?.name ?? '',
    };
  },
});

/** Listings of accounts the caller cannot see are hidden. */
const seenAccounts = (ctx: Ctx) =>
  ctx.scope.everything ? sql`` : sql`and a.customer_id = any(${ctx.scope.customerIds}::bigint[])`;

function present(row: Shown, ctx: Ctx): Pick<RowOf<typeof listMatched>, 'otherAccount' | 'status' | 'toldAt'> {
  const isElsewhere = row.verdict === 'elsewhere';
  const listed = isElsewhere ? row.other_status : row.here_status;
  const told = isElsewhere ? row.other_at : (row.told_at ?? row.here_at);
  const status =
    row.told_at && row.carrier_status && !isElsewhere
      ? statusTextOf(row.platform, row.carrier_status)
      : listed === null
        ? null
        : listedStatus(row.platform, listed);
  return {
    otherAccount: isElsewhere ? row.other_name : null,
    status: row.verdict === 'has' || isElsewhere ? status && say(status, ctx.language) : null,
    toldAt: told?.toISOString() ?? null,
  };
}
