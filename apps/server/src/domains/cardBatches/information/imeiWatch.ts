import { imeiKey } from '@cardinal/primitives/imei.ts';
import { text } from '@cardinal/primitives/text.ts';
import { DAY_MS } from '@cardinal/primitives/time.ts';
import { sql } from 'kysely';
import * as z from 'zod';
import type { Ctx } from '../../../framework/context.ts';
import { job } from '../../../framework/domain.ts';
import { raiseReasons } from '../../cardCommands/face.ts';
import { lockCards } from '../../cards/face.ts';
import { isInAnotherDevice, SEPARATED } from './imeiRules.ts';

const CARDS_PER_SWEEP = 500;
const { length } = imeiKey('0'.repeat(17));

const SWAPPED = text('机卡分离：卡已换到其他设备', 'IMEI changed: the card is in another device');
const EVERYBODY = 'locks are watched over for every customer';

/**
 * Finds locked cards that their carrier has seen in another device and raises the reason of separation. What a carrier refused to
 * stop for it is asked again after a day. Returns how many there were.
 */
export async function watchImeis(ctx: Ctx): Promise<number> {
  const found = await ctx
    .beyondScope(EVERYBODY)
    .selectFrom('cards.v_card as c')
    .select('id')
    .where('bound_imei', 'is not', null)
    .where('imei', 'is not', null)
    .where('lifecycle', '!=', 'cancelled')
    .where(sql<boolean>`left(imei, ${sql.lit(length)}) <> left(bound_imei, ${sql.lit(length)})`)
    .where(sql<boolean>`not ${sql.lit(SEPARATED)} = any(stop_reasons)`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('card_commands.v_refused_stop as r')
            .select('r.card_id')
            .whereRef('r.card_id', '=', 'c.id')
            .where('r.closed_at', '>', new Date(ctx.clock.now().getTime() - DAY_MS))
            .where(sql<boolean>`${sql.lit(SEPARATED)} = any(r.added_reasons)`),
        ),
      ),
    )
    .orderBy('id')
    .limit(CARDS_PER_SWEEP)
    .execute();
  const ids = found.map(({ id }) => id);
  return ids.length === 0 ? 0 : ctx.transact((inside) => separate(inside, ids));
}

async function separate(ctx: Ctx, ids: readonly string[]): Promise<number> {
  const cards = await lockCards(ctx.beyondScope(EVERYBODY), ids);
  const apart = cards.filter((card) => isInAnotherDevice({ imei: card.imei, boundImei: card.bound_imei }));
  const cardIds = apart.map(({ id }) => id);
  return raiseReasons(ctx, { cardIds, reasons: [SEPARATED], why: SWAPPED });
}

export const imeiWatchJob = job({
  name: 'cards.imeiWatch',
  payload: z.object({}),
  schedule: '* * * * *',
  run: async (ctx) => {
    await watchImeis(ctx);
  },
});
