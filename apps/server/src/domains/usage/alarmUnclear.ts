import { sql } from 'kysely';
import * as z from 'zod';
import { job } from '../../framework/domain.ts';
import { usageUnclear } from './events.ts';
import { ofCarriers } from './unclearSteps.ts';

/** Within so long the carrier's own days or a person settle what is unclear. */
const SETTLED_WITHIN_MS = 72 * 3_600_000;
const NAMED = 3;

/** Tells of usage that stayed unclear for three days, each step once: marked and told in one transaction. */
export const alarmUnclearJob = job({
  name: 'usage.alarmUnclear',
  payload: z.object({}),
  schedule: '7 * * * *',
  run: async (ctx) => {
    const now = ctx.clock.now();
    const before = new Date(now.getTime() - SETTLED_WITHIN_MS);
    await ctx.transact(async (inside) => {
      const rows = await ofCarriers(inside)
        .updateTable('usage.unclear_step')
        .set({ alarmed_at: now })
        .where('settled_at', 'is', null)
        .where('alarmed_at', 'is', null)
        .where('read_at', '<', before)
        .returning('card_id')
        .execute();
      const ids = [...new Set(rows.map(({ card_id }) => card_id))];
      if (ids.length === 0) return;
      const named = await ofCarriers(inside)
        .selectFrom('cards.v_card')
        .select(['id', 'iccid', 'platform', 'kind'])
        .where(sql<boolean>`id = any(${ids}::bigint[])`)
        .orderBy('id')
        .limit(NAMED)
        .execute();
      await inside.emit(usageUnclear, { id: inside.ids.next(), cards: ids.length, named });
    });
  },
});
