import { StopReason } from '@cardinal/contract/enumerations/card.ts';
import { imeiKey } from '@cardinal/primitives/imei.ts';
import { text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import * as z from 'zod';
import type { Ctx } from '../../../framework/context.ts';
import { job } from '../../../framework/domain.ts';
import { AS_ITEMS, announceCards, changeCard, lockCard, writeEvents } from '../../cards/face.ts';
import { quietEndOf } from '../../settings/face.ts';
import { startTask } from '../../tasks/face.ts';
import { isInAnotherDevice, reasonsSeparated } from './imeiRules.ts';

const CARDS_PER_SWEEP = 500;
const { length } = imeiKey('0'.repeat(17));

const SEPARATED = StopReason.values.imei;
const EVERYBODY = 'locks are watched over for every customer';
const REASON = '机卡分离：卡已换到其他设备';

/**
 * Finds locked cards that their carrier has seen in another device, adds the stop reason and requests an ordinary stop. Returns
 * how many there were.
 */
export async function watchImeis(ctx: Ctx): Promise<number> {
  const found = await ctx
    .beyondScope(EVERYBODY)
    .selectFrom('cards.v_card')
    .select(['id', 'customer_id'])
    .where('bound_imei', 'is not', null)
    .where('imei', 'is not', null)
    .where('lifecycle', '!=', 'cancelled')
    .where(sql<boolean>`left(imei, ${sql.lit(length)}) <> left(bound_imei, ${sql.lit(length)})`)
    .where(sql<boolean>`not ${sql.lit(SEPARATED)} = any(stop_reasons)`)
    .orderBy('id')
    .limit(CARDS_PER_SWEEP)
    .execute();
  let separated = 0;
  for (const [customerId, cards] of Map.groupBy(found, (card) => card.customer_id)) {
    const ids = cards.map(({ id }) => id);
    separated += await ctx.transact((inside) => separate(inside, customerId, ids));
  }
  return separated;
}

/** The stop reason and the task are written together, so that no card has the reason without a requested stop. */
async function separate(ctx: Ctx, customerId: string, ids: readonly string[]): Promise<number> {
  const db = ctx.beyondScope(EVERYBODY);
  const running: string[] = [];
  let separated = 0;
  for (const id of ids) {
    const card = await lockCard(db, id);
    if (!card || !isInAnotherDevice({ imei: card.imei, boundImei: card.bound_imei })) continue;
    const stop_reasons = [...reasonsSeparated(card.stop_reasons)];
    const after = await changeCard(db, card, { stop_reasons }, ctx.clock.now());
    await writeEvents(ctx, [
      {
        cardId: card.id,
        iccid: card.iccid,
        customerId: card.customer_id,
        action: 'forced_stop_card',
        result: 'done',
        from: card.bound_imei,
        to: card.imei,
        source: 'strategy',
        reason: REASON,
      },
    ]);
    await announceCards(ctx, [after]);
    if (card.lifecycle === 'activated') running.push(id);
    separated += 1;
  }
  if (running.length > 0) await askToStop(ctx, customerId, running);
  return separated;
}

/** A stop no person requested waits until the customer's quiet hours are over; the stop reason is set at once. */
const askToStop = async (ctx: Ctx, customerId: string, ids: readonly string[]) =>
  startTask(ctx, {
    action: 'stop_card',
    title: text(`机卡分离停机 ${ids.length} 张`, `Stop of cards in another device: ${ids.length}`),
    customerId,
    source: 'schedule',
    notBefore: await quietEndOf(ctx, customerId),
    parameters: { stopReason: SEPARATED, reason: REASON },
    items: {
      select: ctx
        .beyondScope(EVERYBODY)
        .selectFrom('cards.v_card as c')
        .select(AS_ITEMS)
        .where('c.id', 'in', [...ids])
        .orderBy('c.id'),
    },
  });

export const imeiWatchJob = job({
  name: 'cards.imeiWatch',
  payload: z.object({}),
  schedule: '* * * * *',
  run: async (ctx) => {
    await watchImeis(ctx);
  },
});
