import { type RawBuilder, sql } from 'kysely';

/**
 * What makes cards (alias `c`) the items of a task: known by their ICCID, going on or standing still with their account.
 * `details` is jsonb: what the action needs of each card beside the task's parameters.
 */
export const itemsWith = (details: RawBuilder<unknown>) =>
  [
    sql<string>`c.iccid`.as('target'),
    sql<string | null>`c.id`.as('target_id'),
    sql<string>`'carrier:' || c.carrier_account_id`.as('lane'),
    details.as('details'),
  ] as const;

export const AS_ITEMS = itemsWith(sql<unknown>`null::jsonb`);

/** The carrier account whose cards a lane holds. */
export const accountOfLane = (lane: string): string => lane.replace(/^carrier:/, '');
