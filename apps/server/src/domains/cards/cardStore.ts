import type { Selectable } from 'kysely';
import type { Database } from '../../framework/tables.ts';
import type { CardTable } from './cardTables.ts';

export type CardRow = Selectable<CardTable>;

/**
 * Cards are locked before their commands and both before tasks, cards among each other in the order of their ids: whoever
 * keeps to it never waits in a circle.
 */
export const lockCard = (db: Database, id: string): Promise<CardRow | undefined> =>
  db.selectFrom('cards.card').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** What may be written on a card; lists are given as they are read. */
export type CardChange = Partial<Omit<CardRow, 'id' | 'version' | 'stop_reasons'>> & {
  stop_reasons?: readonly number[];
};

/** Changes a locked card and answers how it looks then. */
export async function changeCard(db: Database, card: CardRow, change: CardChange, now: Date): Promise<CardRow> {
  const { stop_reasons, white_list, ...plain } = change;
  await db
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
