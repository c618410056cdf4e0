import { text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import { attemptOf } from '../../orders/face.ts';
import { beyond, changeBatch } from '../batches/batchStore.ts';
import { expireUnused } from '../batches/voidCodes.ts';

const NOT_DELIVERED = text('订单未完成', 'The order was not delivered');

/**
 * How the order of a code ended: redeemed, or unused again, since the card did not get the package and the money is back where it
 * was held from. A code whose time has passed meanwhile expires.
 */
export const orderEnded = (ctx: Ctx, { orderId, settled }: { orderId: string; settled: number }): Promise<void> =>
  ctx.transact(async (inside) => {
    const db = beyond(inside);
    const of = await db
      .selectFrom('group_buys.code')
      .select(['id', 'batch_id'])
      .where('order_id', '=', orderId)
      .executeTakeFirst();
    if (!of) return;
    const lock = () =>
      db.selectFrom('group_buys.batch').selectAll().where('id', '=', of.batch_id).forUpdate().executeTakeFirstOrThrow();
    const batch = await lock();
    const isRedeemed = settled > 0;
    const failure = isRedeemed ? undefined : ((await attemptOf(inside, orderId)).words ?? NOT_DELIVERED);
    const { numUpdatedRows } = await db
      .updateTable('group_buys.code')
      .set({
        state: isRedeemed ? 'redeemed' : 'unused',
        changed_at: inside.clock.now(),
        ...(failure && {
          card_id: null,
          iccid: null,
          order_id: null,
          order_no: null,
          failure_zh: failure.zh,
          failure_en: failure.en,
        }),
      })
      .where('id', '=', of.id)
      .where('order_id', '=', orderId)
      .where('state', '=', 'redeeming')
      .executeTakeFirst();
    if (Number(numUpdatedRows) === 0) return;
    await changeBatch(inside, batch.id, {
      redeeming: batch.redeeming - 1,
      ...(isRedeemed && { redeemed: batch.redeemed + 1 }),
    });
    if (!isRedeemed && batch.expire_at === null) await expireUnused(inside, await lock());
  });
