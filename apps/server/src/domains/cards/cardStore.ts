import { isDeepStrictEqual } from 'node:util';
import type { Selectable, SelectQueryBuilder } from 'kysely';
import type { Database, Tables } from '../../framework/tables.ts';
import type { CardTable } from './cardTables.ts';
import { decidesCount, marking } from './marking.ts';

/** A card as it is read. */
export type CardRow = Selectable<Tables['cards.v_card']>;

/** A card whose row is held until the transaction ends: only such a one is changed. */
export type LockedCard = Selectable<CardTable>;

type CardQuery = SelectQueryBuilder<Tables, 'cards.card', LockedCard>;

/**
 * Holds the cards a query leaves. Cards are locked before their commands and both before tasks, cards among each other in
 * the order of their ids: whoever keeps to it never waits in a circle.
 */
export const lockCardsWhere = (db: Database, narrowed: (cards: CardQuery) => CardQuery): Promise<LockedCard[]> =>
  narrowed(db.selectFrom('cards.card').selectAll()).orderBy('id').forUpdate().execute();

export const lockCards = async (db: Database, ids: readonly string[]): Promise<LockedCard[]> =>
  ids.length === 0 ? [] : lockCardsWhere(db, (cards) => cards.where('id', 'in', [...ids]));

export const lockCard = async (db: Database, id: string): Promise<LockedCard | undefined> =>
  (await lockCards(db, [id]))[0];

/** The columns that may be changed on a card; lists are passed as they are read. */
export type CardChange = Partial<Omit<CardRow, 'id' | 'stop_reasons'>> & {
  stop_reasons?: readonly number[];
};

/** Changes a locked card and returns its new row. */
export async function changeCard(db: Database, card: LockedCard, change: CardChange, now: Date): Promise<LockedCard> {
  const { stop_reasons, white_list, ...plain } = change;
  const isCounted = Object.entries(change).some(
    ([name, value]) =>
      value !== undefined && decidesCount(name) && !isDeepStrictEqual(value, card[name as keyof LockedCard]),
  );
  await marking(db, isCounted ? [card.id] : [])
    .updateTable('cards.card')
    .set((row) => ({
      ...plain,
      ...(stop_reasons ? { stop_reasons: [...stop_reasons] } : {}),
      ...(white_list === undefined ? {} : { white_list: white_list && JSON.stringify(white_list) }),
      updated_at: now,
      version: row('version', '+', 1),
    }))
    .where('id', '=', card.id)
    .execute();
  return {
    ...card,
    ...plain,
    white_list: white_list === undefined ? card.white_list : white_list,
    stop_reasons: stop_reasons ? [...stop_reasons] : card.stop_reasons,
    updated_at: now,
    version: card.version + 1,
  };
}

export const NOTHING_PENDING = { pending_action: null, pending_to: null, pending_since: null } as const;
