import { DAY_MS } from '@cardinal/primitives/time.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { noteOnline } from '../../cards/face.ts';
import { type CarrierSession, noteNetworks, type ReportedConnection, type UsageRecord } from '../../carriers/face.ts';
import { esimSessionSeen } from '../events.ts';
import { recordUnscheduledRead } from '../slots/pollSlotStore.ts';

const WHY = 'a carrier speaks of its cards, whoever has them';
/** Older sessions have no partition and are no longer relevant. */
const OLDEST_MS = 150 * DAY_MS;

type Told = ReportedConnection & { readonly startedAt: Date; readonly endedAt: Date | null };

/**
 * Stores the session a carrier reported for a card, and whether it is online. Runs in the caller's transaction, which has read
 * the card; a new session of an eSIM number is published.
 */
export async function keepSession(
  ctx: Ctx,
  card: { readonly id: string },
  session: CarrierSession,
  at: Date,
): Promise<void> {
  const { startedAt, endedAt, ipAddress, apn, isOnline, rat = null } = session;
  const db = ctx.beyondScope(WHY);
  const kept = await noteOnline(db, card.id, { isOnline, startedAt, apn }, at);
  await sql`
    insert into carrier_sync.carrier_reading (card_id, session, session_at)
    values (${card.id}::bigint, ${JSON.stringify({ startedAt, endedAt, ipAddress, apn, rat })}::jsonb, ${at})
    on conflict (card_id) do update set session = excluded.session, session_at = excluded.session_at`.execute(db);
  if (startedAt) {
    const before = kept?.eid ? await lastOf(ctx, card.id) : undefined;
    const [country = null] = await writeSessions(ctx, card.id, [{ ...session, startedAt, endedAt }], at);
    if (kept?.eid && differs(before, { ...session, startedAt })) {
      await ctx.emit(esimSessionSeen, {
        cardId: card.id,
        eid: kept.eid,
        mcc: session.network?.mcc ?? null,
        mnc: session.network?.mnc ?? null,
        country,
        since: startedAt.toISOString(),
        endedAt: isOnline ? null : (endedAt?.toISOString() ?? null),
        readAt: at.toISOString(),
      });
    }
  }
  await recordUnscheduledRead(ctx, 'session', [card.id], at);
}

/**
 * Applies the session records of a card since a given time; they are complete up to the last one. Sessions from before the
 * present owner got the card are not stored: they belong to somebody else.
 */
export async function keepRecords(
  ctx: Ctx,
  card: { readonly id: string },
  of: { readonly since: Date; readonly isWhole: boolean; readonly at: Date },
  records: readonly UsageRecord[],
): Promise<void> {
  const db = ctx.beyondScope(WHY);
  const { rows } = await sql<{ at: Date | null }>`
    select max(at) as at from cards.v_card_event
    where card_id = ${card.id}::bigint and action in ('allocate_card', 'recover_card') and result = 'done'`.execute(db);
  const from = new Date(Math.max(of.since.getTime(), rows[0]?.at?.getTime() ?? 0));
  const own = records.filter(({ startedAt }) => startedAt >= from);
  await writeSessions(ctx, card.id, own, of.at);
  const last = own.reduce<Date | null>((late, { startedAt }) => (late && late > startedAt ? late : startedAt), null);
  if (!of.isWhole || last === null) return;
  await sql`
    delete from carrier_sync.session
    where card_id = ${card.id}::bigint and started_at >= ${from} and started_at < ${last} and read_at < ${of.at}`.execute(
    db,
  );
}

/** Writes sessions and returns their countries; values a carrier reported earlier and omits now are kept. */
async function writeSessions(ctx: Ctx, cardId: string, told: readonly Told[], at: Date): Promise<(string | null)[]> {
  const sessions = told.filter(({ startedAt }) => at.getTime() - startedAt.getTime() < OLDEST_MS);
  if (sessions.length === 0) return [];
  const countries = await noteNetworks(
    ctx,
    sessions.map(({ network }) => network),
  );
  const column = <T>(pick: (session: Told, nth: number) => T) => sessions.map(pick);
  await sql`
    insert into carrier_sync.session as s (card_id, started_at, ended_at, customer_id, carrier_account_id, country_code, mcc, mnc,
      rat, ip_address, apn, bytes, bytes_up, bytes_down, read_at)
    select c.id, g.started_at, g.ended_at, c.customer_id, c.carrier_account_id, g.country_code, g.mcc, g.mnc,
      g.rat, g.ip_address, g.apn, g.bytes, g.bytes_up, g.bytes_down, ${at}
    from cards.v_card c, unnest(
      ${column(({ startedAt }) => startedAt)}::timestamptz[], ${column(({ endedAt }) => endedAt)}::timestamptz[],
      ${countries}::text[], ${column(({ network }) => network?.mcc ?? null)}::text[],
      ${column(({ network }) => network?.mnc ?? null)}::text[], ${column(({ rat }) => rat ?? null)}::text[],
      ${column(({ ipAddress }) => ipAddress ?? null)}::text[], ${column(({ apn }) => apn ?? null)}::text[],
      ${column(bytesOf)}::bigint[], ${column(({ bytesUp }) => bytesUp ?? null)}::bigint[],
      ${column(({ bytesDown }) => bytesDown ?? null)}::bigint[]
    ) as g (started_at, ended_at, country_code, mcc, mnc, rat, ip_address, apn, bytes, bytes_up, bytes_down)
    where c.id = ${cardId}::bigint
    on conflict (card_id, started_at) do update set
      ended_at = coalesce(excluded.ended_at, s.ended_at), country_code = coalesce(excluded.country_code, s.country_code),
      mcc = coalesce(excluded.mcc, s.mcc), mnc = coalesce(excluded.mnc, s.mnc), rat = coalesce(excluded.rat, s.rat),
      ip_address = coalesce(excluded.ip_address, s.ip_address), apn = coalesce(excluded.apn, s.apn),
      bytes = coalesce(excluded.bytes, s.bytes), bytes_up = coalesce(excluded.bytes_up, s.bytes_up),
      bytes_down = coalesce(excluded.bytes_down, s.bytes_down), read_at = excluded.read_at
    where s.read_at <= excluded.read_at`.execute(ctx.beyondScope(WHY));
  return countries;
}

const bytesOf = ({ bytes, bytesUp, bytesDown }: ReportedConnection): string | null =>
  bytes ?? (bytesUp && bytesDown ? String(BigInt(bytesUp) + BigInt(bytesDown)) : null);

const lastOf = (ctx: Ctx, cardId: string) =>
  ctx
    .beyondScope(WHY)
    .selectFrom('carrier_sync.session')
    .select(['started_at', 'ended_at', 'mcc', 'mnc'])
    .where('card_id', '=', cardId)
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst();

type Last = Awaited<ReturnType<typeof lastOf>>;

const differs = (before: Last, now: CarrierSession & { readonly startedAt: Date }): boolean =>
  before?.started_at.getTime() !== now.startedAt.getTime() ||
  before.mcc !== (now.network?.mcc ?? null) ||
  before.mnc !== (now.network?.mnc ?? null) ||
  (before.ended_at === null) !== (now.endedAt === null);
