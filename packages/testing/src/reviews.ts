import type { Database } from '@cardinal/server/framework/tables.ts';
import { sql } from 'kysely';

/** Whether custom packages need the word of their maker's parent, from now on. */
export async function demandReviews(db: Database, isDemanded: boolean): Promise<void> {
  await sql`update settings.platform
    set body = jsonb_set(body, '{reviewsCustomPackages}', ${JSON.stringify(isDemanded)}::jsonb)`.execute(db);
}
