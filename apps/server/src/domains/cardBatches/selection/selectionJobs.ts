import { sql } from 'kysely';
import * as z from 'zod';
import { job } from '../../../framework/domain.ts';

/** How long a file can be selected after its upload. */
const FILE_LIFE_MS = 3_600_000;

/** Removes expired previews and files with everything stored for them. */
export const sweepSelectionsJob = job({
  name: 'cards.sweepSelections',
  payload: z.object({}),
  schedule: '*/10 * * * *',
  run: async (ctx) => {
    const now = ctx.clock.now();
    const { db } = ctx;
    await sql`
      with gone as (delete from card_batches.selection_preview where expires_at <= ${now} returning id)
      delete from card_batches.selection_item where preview_id in (select id from gone)`.execute(db);
    const oldest = new Date(now.getTime() - FILE_LIFE_MS);
    await sql`
      with gone as (delete from card_batches.selection_file where created_at <= ${oldest} returning id)
      delete from card_batches.selection_file_row where file_id in (select id from gone)`.execute(db);
  },
});
