import { sql } from 'kysely';
import type { Ctx } from '../../framework/context.ts';
import type { Database } from '../../framework/tables.ts';
import type { CardRow } from './cardStore.ts';

/** The carrier reported nothing new for these cards. */
export const noteUnchanged = (db: Database, ids: readonly string[], readAt: Date): Promise<unknown> =>
  ids.length === 0
    ? Promise.resolve()
    : sql`update cards.card set last_sync_at = ${readAt} where id = any(${[...ids]}::bigint[])`.execute(db);

/** Whether a card is online, and its latest session; values the carrier leaves out are kept. */
export const noteOnline = (
  db: Database,
  cardId: string,
  told: { readonly isOnline: boolean; readonly startedAt: Date | null; readonly apn: string | null },
): Promise<Pick<CardRow, 'eid'> | undefined> =>
  db
    .updateTable('cards.card')
    .set({
      online_state: told.isOnline ? 1 : 0,
      ...(told.startedAt ? { last_session_at: told.startedAt } : {}),
      ...(told.apn ? { apn: told.apn } : {}),
    })
    .where('id', '=', cardId)
    .returning(['eid'])
    .executeTakeFirst();

/** The province a card was located in; null if the position lies in none. */
export const noteProvince = (db: Database, cardId: string, province: number | null): Promise<unknown> =>
  db.updateTable('cards.card').set({ province }).where('id', '=', cardId).execute();

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
  sql`
  update cards.card set carrier_account_id = ${to.id}::bigint, sub_type = ${to.subType}, updated_at = ${ctx.clock.now()},
    version = version + 1
  where id = any(${[...ids]}::bigint[])`.execute(ctx.db);
