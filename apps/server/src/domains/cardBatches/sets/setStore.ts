import { CARD_SET_PROGRESS } from '@cardinal/contract/api/cardBatches/cardSets.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { Database } from '../../../framework/tables.ts';
import type { NumberColumn } from '../../cards/face.ts';
import { NUMBER_KINDS } from './setNumbers.ts';
import type { CardSet } from './setTables.ts';

/** Reports the progress of reading a set to its watchers. */
export const emitSetProgress = (ctx: Ctx, set: CardSet): Promise<void> =>
  ctx.announce({
    topic: CARD_SET_PROGRESS,
    customerId: set.customer_id,
    accountId: set.account_id,
    data: { id: set.id, state: set.state, numbers: set.numbers },
  });

export async function dropNumbers(db: Database, setId: string): Promise<void> {
  await db.deleteFrom('card_batches.card_set_number').where('set_id', '=', setId).execute();
  await db.deleteFrom('card_batches.card_set_card').where('set_id', '=', setId).execute();
}

/** From this many numbers on, cards are joined by hash: new rows have no statistics, and nested loops took minutes. */
const MANY = 5_000;
/** Half a million numbers take longer than the usual statement timeout. */
const MOST_MS = 300_000;

/** Raises the transaction's statement timeout and steers the planner for large sets, which lack statistics. */
export async function takeTime(db: Database, numbers: number): Promise<void> {
  await sql`set local statement_timeout = ${sql.lit(MOST_MS)}`.execute(db);
  if (numbers > MANY) await sql`set local enable_nestloop = off`.execute(db);
}

/** Marks a number that repeats an earlier one of the file with the earlier one's row. */
export async function markRepeated(db: Database, setId: string): Promise<void> {
  await sql`
    update card_batches.card_set_number n set fault = 'repeated:' || d.first
    from (
      select seq, first_value(row_number) over same as first, row_number() over same as nth
      from card_batches.card_set_number where set_id = ${setId}::bigint and fault is null
      window same as (
        partition by case when kind = ${NUMBER_KINDS.iccid} and other is not null then left(value, 19) else value end
        order by seq)
    ) d
    where n.set_id = ${setId}::bigint and n.seq = d.seq and d.nth > 1`.execute(db);
}

const { iccid, number, device, eid } = NUMBER_KINDS;

/** The `card_identifier` claims each number kind can match. A China Mobile business number looks like an IMSI. */
const CLAIMS: readonly (readonly [kind: number, claim: number])[] = [
  [iccid, 1],
  [number, 2],
  [device, 2],
  [device, 5],
  [eid, 6],
  [eid, 1],
];
/** Numbers that several cards may share are stored on the cards only. */
const SHARED: readonly (readonly [kind: number, column: string])[] = [
  [number, 'mapping_number'],
  [device, 'imei'],
];

/** `seq`, `card_id` and the card's own spelling of every number that currently belongs to a card. */
function namedNow(): RawBuilder<unknown> {
  const pairs = CLAIMS.map(([kind, claim]) => sql`(g.kind = ${sql.lit(kind)} and i.kind = ${sql.lit(claim)})`);
  const shared = SHARED.map(
    ([kind, column]) => sql`
      select g.seq, c.id as card_id, g.value from given g join cards.v_card c on c.${sql.ref(column)} = g.value
      where g.kind = ${sql.lit(kind)}`,
  );
  // The claims are joined once for all kinds: many numbers take one pass, few take one lookup each.
  return sql`
    select k.seq, k.card_id,
      case k.kind when 1 then c.iccid when 2 then c.business_number when 5 then c.imsi else c.eid end as value
    from (
      select g.seq, i.card_id, i.kind
      from given g join cards.v_card_identifier i on i.value = g.value and i.kind in (1, 2, 5, 6)
      where ${sql.join(pairs, sql` or `)}
    ) k join cards.v_card c on c.id = k.card_id
    union all ${sql.join(shared, sql` union all `)}`;
}

/** Matches every number again and writes only what has changed. Runs inside a transaction. */
export async function resolveNumbers(db: Database, setId: string): Promise<void> {
  await sql`
    with given as materialized (
      select seq, kind, value from card_batches.card_set_number where set_id = ${setId}::bigint and fault is null
      union all
      select seq, kind, other from card_batches.card_set_number
      where set_id = ${setId}::bigint and fault is null and other is not null
    ), named as materialized (
      select seq, card_id, min(value) as value from (${namedNow()}) every_way where value is not null group by 1, 2
    ), gone as (
      delete from card_batches.card_set_card l where l.set_id = ${setId}::bigint
        and not exists (select 1 from named m where m.card_id = l.card_id and m.seq = l.seq)
    )
    insert into card_batches.card_set_card (set_id, card_id, seq, value)
    select ${setId}::bigint, card_id, seq, value from named
    on conflict (set_id, card_id, seq) do update set value = excluded.value
      where card_batches.card_set_card.value <> excluded.value`.execute(db);
}

/**
 * Whether the card still has the number that matched it, and the caller may find it by that; `l` is the link, `alias` the card,
 * `numbers` those the caller finds by.
 */
export const isStillNamed = (alias: string, numbers: readonly NumberColumn[]): RawBuilder<boolean> =>
  sql<boolean>`l.value in (${sql.join(numbers.map((column) => sql.ref(`${alias}.${column}`)))})`;
