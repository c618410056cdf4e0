import { sql } from 'kysely';

/** What makes cards (alias `c`) the items of a task: known by their ICCID, going on or standing still with their account. */
export const AS_ITEMS = [
  sql<string>`c.iccid`.as('target'),
  sql<string | null>`c.id`.as('target_id'),
  sql<string>`'carrier:' || c.carrier_account_id`.as('lane'),
  sql<unknown>`null::jsonb`.as('details'),
] as const;

/** The carrier account whose cards a lane holds. */
export const accountOfLane = (lane: string): string => lane.replace(/^carrier:/, '');
