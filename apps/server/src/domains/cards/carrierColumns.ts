import { DAY_MS } from '@cardinal/primitives/time.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../framework/context.ts';
import type { Database } from '../../framework/tables.ts';
import type { CardRow } from './cardStore.ts';
import { SILENT_WEEK_DAYS } from './countedDays.ts';
import { marked, marking } from './marking.ts';

/** The carrier reported nothing new for these cards. */
export const noteUnchanged = (db: Database, ids: readonly string[], readAt: Date): Promise<unknown> =>
  ids.length === 0
    ? Promise.resolve()
    : sql`update cards.card set last_sync_at = ${readAt} where id = any(${[...ids]}::bigint[])`.execute(db);

/**
 * Whether a card is online, and its latest session; values the carrier leaves out are kept. A session that follows another
 * within days changes nothing that is counted: the card is looked at anyway when the week after the earlier one is over.
 */
export const noteOnline = async (
  db: Database,
  cardId: string,
  told: { readonly isOnline: boolean; readonly startedAt: Date | null; readonly apn: string | null },
  at: Date,
): Promise<Pick<CardRow, 'eid'> | undefined> => {
  const online = told.isOnline ? 1 : 0;
  // A day early, since a reading takes time and the card may be counted meanwhile.
  const soonSilent = new Date(at.getTime() - (SILENT_WEEK_DAYS - 1) * DAY_MS);
  const { rows } = await sql<Pick<CardRow, 'eid'>>`
    with held as materialized (
      select id, online_state, last_session_at from cards.card where id = ${cardId}::bigint for update
    ), marked as (
      insert into cards.uncounted_card (card_id)
      select id from held where online_state <> ${online} or (${told.startedAt}::timestamptz is not null and (
        last_session_at is null or last_session_at > ${told.startedAt} or last_session_at <= ${soonSilent}))
    )
    update cards.card c set online_state = ${online}, last_session_at = coalesce(${told.startedAt}, c.last_session_at),
      apn = coalesce(${told.apn || null}, c.apn)
    from held where c.id = held.id returning c.eid`.execute(db);
  return rows[0];
};

/** The province a card was located in; null if the position lies in none. */
export const noteProvince = (db: Database, cardId: string, province: number | null): Promise<unknown> =>
  marking(db, [cardId]).updateTable('cards.card').set({ province }).where('id', '=', cardId).execute();

/** Only one of two concurrent refreshes of a card gets it: a single statement marks the row. */
export async function claimRefresh(db: Database, cardId: string, now: Date, notSince: Date): Promise<boolean> {
  const claimed = await db
    .updateTable('cards.card')
    .set({ refreshed_at: now })
    .where('id', '=', cardId)
    .where((on) => on.or([on('refreshed_at', 'is', null), on('refreshed_at', '<=', notSince)]))
    .returning('id')
    .executeTakeFirst();
  return claimed !== undefined;
}

/** Moves these locked cards to another carrier account. */
export const moveToAccount = (
  ctx: Ctx,
  ids: readonly string[],
  to: { readonly id: string; readonly subType: number | null },
): Promise<unknown> =>
  sql`with ${marked(sql`
  update cards.card set carrier_account_id = ${to.id}::bigint, sub_type = ${to.subType}, updated_at = ${ctx.clock.now()},
    version = version + 1
  where id = any(${[...ids]}::bigint[]) returning id`)} select`.execute(ctx.db);
