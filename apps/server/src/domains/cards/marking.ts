import { type QueryCreator, type RawBuilder, sql } from 'kysely';
import type { Database, Tables } from '../../framework/tables.ts';
import type { CardTable } from './cardTables.ts';

/** The columns whose values make a group of cards. */
export const GROUPED = [
  'customer_id',
  'kind',
  'platform',
  'carrier_account_id',
  'carrier_status',
  'lifecycle',
  'stop_reasons',
  'sleep_status',
  'real_name_status',
  'online_state',
] as const satisfies (keyof CardTable)[];

/** The columns that decide what a card is counted as. Whoever writes one marks the card, in the same statement. */
export const COUNTED_COLUMNS = [
  ...GROUPED,
  'product_code',
  'package_ends_at',
  'activated_at',
  'last_session_at',
  'imei_changed_at',
  'usage_jumped_at',
  'province',
] as const satisfies (keyof CardTable)[];

const counted: ReadonlySet<string> = new Set(COUNTED_COLUMNS);
export const decidesCount = (column: string): boolean => counted.has(column);

/** The beginning of a statement that also marks these cards, so that they are counted anew. */
export const marking = (db: Database, cardIds: readonly string[]): QueryCreator<Tables> =>
  cardIds.length === 0
    ? db
    : (db.with('marked', (cte) =>
        cte.insertInto('cards.uncounted_card').values(cardIds.map((card_id) => ({ card_id }))),
      ) as unknown as QueryCreator<Tables>);

/** The same for SQL: a CTE `written` around a statement that writes cards and returns their `id`, and one that marks them. */
export const marked = (statement: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`written as (${statement}), marked as (insert into cards.uncounted_card (card_id) select id from written)`;
