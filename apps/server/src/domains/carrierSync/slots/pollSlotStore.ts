import type { Text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { CardRow } from '../../cards/face.ts';
import { isNearLimit, KIND_NUMBERS, OPEN_EVERY_SECONDS, type ReadingKind } from './pollSlotRules.ts';

/** What a reader needs to know of a due card. */
export type DueCard = Pick<CardRow, 'id' | 'iccid' | 'imsi' | 'business_number' | 'platform' | 'usage_at'> & {
  /** When the carrier last answered about this card. */
  readonly readAt: Date | null;
};

/** A poller's lease on an account and reading kind. */
export type Rotation = { readonly accountId: string; readonly kind: ReadingKind; readonly reader: string };

const LEASE_MS = 60_000;
/** Cards given poll slots per statement. */
const ENROLLED_AT_ONCE = 5_000;
/** Interval of the full check for cards without a poll slot. */
const ENROL_AGAIN_MS = 24 * 3_600_000;

const WHY = 'a carrier account drives cards of every customer';
const dbOf = (ctx: Ctx) => ctx.beyondScope(WHY);

/** The lease, or undefined if another process polls. */
export async function beginRotation(ctx: Ctx, accountId: string, kind: ReadingKind): Promise<Rotation | undefined> {
  const now = ctx.clock.now();
  const reader = ctx.ids.next();
  const until = new Date(now.getTime() + LEASE_MS);
  const { rows } = await sql`
    insert into carrier_sync.rotation as r (carrier_account_id, kind, reader, read_until)
    values (${accountId}::bigint, ${KIND_NUMBERS[kind]}::smallint, ${reader}::bigint, ${until})
    on conflict (carrier_account_id, kind) do update set reader = excluded.reader, read_until = excluded.read_until
      where r.read_until is null or r.read_until <= ${now}
    returning 1`.execute(dbOf(ctx));
  return rows.length > 0 ? { accountId, kind, reader } : undefined;
}

const own = ({ accountId, kind, reader }: Rotation) =>
  sql`carrier_account_id = ${accountId}::bigint and kind = ${KIND_NUMBERS[kind]}::smallint and reader = ${reader}::bigint`;

/** False if another poller has taken over. */
export async function keepRotation(ctx: Ctx, rotation: Rotation): Promise<boolean> {
  const until = new Date(ctx.clock.now().getTime() + LEASE_MS);
  const { numAffectedRows } = await sql`
    update carrier_sync.rotation set read_until = ${until} where ${own(rotation)}`.execute(dbOf(ctx));
  return (numAffectedRows ?? 0n) > 0n;
}

/** Releases the lease and stores what interrupted it, if anything. */
export const endRotation = (ctx: Ctx, rotation: Rotation, halted: Text | undefined): Promise<unknown> =>
  sql`
    update carrier_sync.rotation set reader = null, read_until = null,
      halted_at = ${halted ? ctx.clock.now() : null}, halted_zh = ${halted?.zh ?? null}, halted_en = ${halted?.en ?? null}
    where ${own(rotation)}`.execute(dbOf(ctx));

/**
 * Gives poll slots to cards of the account without one, a few thousand at a time, continuing where it stopped. Card ids come in
 * no order, so all cards are checked once a day, and again after an import. Returns whether all have one.
 */
export async function enrol(ctx: Ctx, rotation: Rotation): Promise<boolean> {
  const { accountId, kind } = rotation;
  const db = dbOf(ctx);
  const again = new Date(ctx.clock.now().getTime() - ENROL_AGAIN_MS);
  const { rows: places } = await sql<{ enrolled_to: string }>`
    select enrolled_to from carrier_sync.rotation
    where ${own(rotation)} and (enrolled_at is null or enrolled_at <= ${again})`.execute(db);
  const [place] = places;
  if (!place) return true;
  const { rows } = await sql<{ n: number; last: string | null }>`
    with part as (
      select id, case ${KIND_NUMBERS[kind]}::smallint when 1 then last_sync_at when 2 then usage_at end as known_at
      from cards.v_card
      where carrier_account_id = ${accountId}::bigint and id > ${place.enrolled_to}::bigint
      order by id limit ${ENROLLED_AT_ONCE}
    ), put as (
      insert into carrier_sync.poll_slot as t (card_id, kind, carrier_account_id, polled_at, read_at)
      select p.id, ${KIND_NUMBERS[kind]}::smallint, ${accountId}::bigint, coalesce(p.known_at, 'epoch'), p.known_at
      from part p order by p.id
      on conflict (card_id, kind) do update set carrier_account_id = excluded.carrier_account_id
        where t.carrier_account_id <> excluded.carrier_account_id
    )
    select count(*)::int as n, max(id) as last from part`.execute(db);
  const [{ n, last } = { n: 0, last: null }] = rows;
  const isDone = n < ENROLLED_AT_ONCE;
  await sql`
    update carrier_sync.rotation set enrolled_to = ${isDone ? '0' : last}::bigint,
      enrolled_at = ${isDone ? ctx.clock.now() : null}
    where ${own(rotation)}`.execute(db);
  return isDone;
}

/** Cards have joined the account by import or move: they get poll slots with the next check. */
export const scheduleEnrolment = (ctx: Ctx, accountId: string): Promise<unknown> =>
  sql`update carrier_sync.rotation set enrolled_to = 0, enrolled_at = null where carrier_account_id = ${accountId}::bigint`.execute(
    dbOf(ctx),
  );

/** The position of this round in the polling order; everything before it has been read. */
export type Place = { readonly at: Date; readonly id: string };
export const FROM_THE_OLDEST: Place = { at: new Date(0), id: '-1' };

type DueRow = DueCard & { readonly polledAt: Date; readonly isHere: boolean };

const dueColumns = sql`
  t.card_id as id, t.polled_at as "polledAt", t.read_at as "readAt", c.iccid, c.imsi, c.business_number, c.platform,
  c.usage_at, coalesce(c.carrier_account_id = t.carrier_account_id and c.lifecycle <> 'cancelled', false) as "isHere"`;

/** Cards last polled before `before`, longest waiting first, from a position on. */
export async function dueCards(
  ctx: Ctx,
  { accountId, kind }: Rotation,
  asked: { readonly isSoon: boolean; readonly before: Date; readonly after: Place; readonly most: number },
): Promise<{ cards: DueCard[]; place: Place; isLast: boolean }> {
  const { rows } = await sql<DueRow>`
    select ${dueColumns} from (
      select card_id, carrier_account_id, polled_at, read_at from carrier_sync.poll_slot
      where carrier_account_id = ${accountId}::bigint and kind = ${KIND_NUMBERS[kind]}::smallint and is_soon = ${asked.isSoon}
        and polled_at <= ${asked.before} and (polled_at, card_id) > (${asked.after.at}, ${asked.after.id}::bigint)
      order by polled_at, card_id limit ${asked.most}
    ) t left join cards.v_card c on c.id = t.card_id order by t.polled_at, t.card_id`.execute(dbOf(ctx));
  await removePollSlots(ctx, kind, rows);
  const last = rows.at(-1);
  return {
    cards: rows.filter((row) => row.isHere),
    place: last ? { at: last.polledAt, id: last.id } : asked.after,
    isLast: rows.length < asked.most,
  };
}

/** Cards of the account that are open on a screen and were not read a moment ago. */
export async function openDueCards(ctx: Ctx, { accountId, kind }: Rotation, most: number): Promise<DueCard[]> {
  const now = ctx.clock.now();
  const { rows } = await sql<DueRow>`
    select ${dueColumns} from carrier_sync.card_open o
    join carrier_sync.poll_slot t on t.card_id = o.card_id and t.kind = ${KIND_NUMBERS[kind]}::smallint
    join cards.v_card c on c.id = t.card_id
    where o.open_until > ${now} and t.carrier_account_id = ${accountId}::bigint
      and t.polled_at <= ${new Date(now.getTime() - OPEN_EVERY_SECONDS * 1_000)}
    order by t.polled_at, t.card_id limit ${most}`.execute(dbOf(ctx));
  return rows.filter((row) => row.isHere);
}

/** Cancelled cards and cards moved to another account lose their poll slot here; the other account gives them theirs. */
async function removePollSlots(ctx: Ctx, kind: ReadingKind, rows: readonly DueRow[]): Promise<void> {
  const gone = rows.filter((row) => !row.isHere).map((row) => row.id);
  if (gone.length === 0) return;
  await sql`
    delete from carrier_sync.poll_slot t where t.kind = ${KIND_NUMBERS[kind]}::smallint and t.card_id = any(${gone}::bigint[])
      and not exists (select 1 from cards.v_card c where c.id = t.card_id
        and c.carrier_account_id = t.carrier_account_id and c.lifecycle <> 'cancelled')`.execute(dbOf(ctx));
}

/**
 * Records that these cards were polled; answered ones are as fresh as `readAt`. Recomputes whether they are near a limit. Must
 * run after the cards themselves have been changed.
 */
export async function recordPolls(
  ctx: Ctx,
  kind: ReadingKind,
  turn: { readonly asked: readonly string[]; readonly answered: readonly string[]; readonly readAt: Date },
): Promise<void> {
  if (turn.asked.length === 0) return;
  const db = dbOf(ctx);
  const now = ctx.clock.now();
  const cards = await db
    .selectFrom('cards.v_card as c')
    .leftJoin('carrier_sync.card_pool as m', (join) =>
      join.onRef('m.card_id', '=', 'c.id').onRef('m.carrier_account_id', '=', 'c.carrier_account_id'),
    )
    .leftJoin('carriers.v_pool as p', (join) =>
      join
        .onRef('p.account_id', '=', 'm.carrier_account_id')
        .onRef('p.pool_id', '=', 'm.pool_id')
        .on('p.gone_at', 'is', null),
    )
    .select(['c.id', 'c.lifecycle', 'c.flow_used', 'c.flow_total', 'c.service_period_end'])
    .select(['p.used_bytes', 'p.total_bytes', 'p.read_at'])
    .where('c.id', 'in', [...turn.asked])
    .execute();
  const soon = cards
    .filter((card) =>
      isNearLimit(
        {
          lifecycle: card.lifecycle,
          flowUsed: card.flow_used,
          flowTotal: card.flow_total,
          pool: { used: card.used_bytes, total: card.total_bytes, readAt: card.read_at },
          servicePeriodEnd: card.service_period_end,
        },
        now,
      ),
    )
    .map((card) => card.id);
  await sql`
    update carrier_sync.poll_slot set polled_at = ${now}, is_soon = card_id = any(${soon}::bigint[]),
      read_at = case when card_id = any(${[...turn.answered]}::bigint[]) then ${turn.readAt} else read_at end
    where kind = ${KIND_NUMBERS[kind]}::smallint and card_id = any(${[...turn.asked]}::bigint[])`.execute(db);
}

/** A reading made for another reason counts as a poll too; cards without a poll slot get none. */
export const recordUnscheduledRead = (
  ctx: Ctx,
  kind: ReadingKind,
  cardIds: readonly string[],
  readAt: Date,
): Promise<unknown> =>
  sql`
    update carrier_sync.poll_slot set polled_at = greatest(polled_at, ${readAt}), read_at = greatest(read_at, ${readAt})
    where kind = ${KIND_NUMBERS[kind]}::smallint and card_id = any(${[...cardIds]}::bigint[])`.execute(dbOf(ctx));

/** When each kind of reading was last answered for a card that was read within the scope. */
export async function slotReadings(ctx: Ctx, cardId: string): Promise<(kind: ReadingKind) => Date | null> {
  const slots = await dbOf(ctx)
    .selectFrom('carrier_sync.poll_slot')
    .select(['kind', 'read_at'])
    .where('card_id', '=', cardId)
    .execute();
  return (kind) => slots.find((slot) => slot.kind === KIND_NUMBERS[kind])?.read_at ?? null;
}
