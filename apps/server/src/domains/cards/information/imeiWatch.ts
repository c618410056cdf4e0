import { imeiKey } from '@cardinal/primitives/imei.ts';
import { sql } from 'kysely';
import * as z from 'zod';
import type { Ctx } from '../../../framework/context.ts';
import { job } from '../../../framework/domain.ts';
import { announceCards } from '../announceCards.ts';
import { writeEvents } from '../cardEvents.ts';
import { changeCard, lockCard } from '../commands/commandStore.ts';
import { isInAnotherDevice, reasonsSeparated } from './imeiRules.ts';

const CARDS_PER_SWEEP = 500;
const { length } = imeiKey('0'.repeat(17));

/**
 * Finds locked cards that their carrier has seen in another device and gives them our reason to be stopped; whoever looks
 * after cards with a reason that still run is told by their diagnosis. Answers how many there were.
 */
export async function watchImeis(ctx: Ctx): Promise<number> {
  const everybody = 'locks are watched over for every customer';
  const found = await ctx
    .beyondScope(everybody)
    .selectFrom('cards.card')
    .select('id')
    .where('bound_imei', 'is not', null)
    .where('imei', 'is not', null)
    .where('lifecycle', '!=', 'cancelled')
    .where(sql<boolean>`left(imei, ${sql.lit(length)}) <> left(bound_imei, ${sql.lit(length)})`)
    .where(sql<boolean>`not 4 = any(stop_reasons)`)
    .orderBy('id')
    .limit(CARDS_PER_SWEEP)
    .execute();
  let separated = 0;
  for (const { id } of found) {
    await ctx.transact(async (inside) => {
      const db = inside.beyondScope(everybody);
      const card = await lockCard(db, id);
      if (!card || !isInAnotherDevice({ imei: card.imei, boundImei: card.bound_imei })) return;
      const stop_reasons = [...reasonsSeparated(card.stop_reasons)];
      const after = await changeCard(db, card, { stop_reasons }, inside.clock.now());
      await writeEvents(inside, [
        {
          cardId: card.id,
          iccid: card.iccid,
          customerId: card.customer_id,
          action: 'forced_stop_card',
          result: 'done',
          from: card.bound_imei,
          to: card.imei,
          source: 'strategy',
          reason: '机卡分离：卡已换到其他设备',
        },
      ]);
      await announceCards(inside, [after]);
      separated += 1;
    });
  }
  return separated;
}

export const imeiWatchJob = job({
  name: 'cards.imeiWatch',
  payload: z.object({}),
  schedule: '* * * * *',
  run: async (ctx) => {
    await watchImeis(ctx);
  },
});
