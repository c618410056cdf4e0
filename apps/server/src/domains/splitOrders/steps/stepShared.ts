import type { PaymentState } from '@cardinal/contract/enumerations/onlinePayment.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { registeredOf } from '../receivers/receiverStore.ts';
import {
  keepShared,
  keepSplit,
  LOOK_MS,
  lockShared,
  newlyAsked,
  numberOf,
  ofLevels,
} from '../sharing/sharedPayments.ts';
import type { SharedPaymentRow } from '../splitTables.ts';
import { hasFrozen } from '../splitting/splitReleases.ts';

const DAY_MS = 86_400_000;
/** While a split is on its way. */
const SOON_MS = 600_000;

type Stand = { state: PaymentState; is_returned: boolean; is_splitting: boolean; is_sold: boolean };

async function standOf(ctx: Ctx, { payment_id, order_id }: SharedPaymentRow): Promise<Stand | undefined> {
  const { rows } = await sql<Stand>`select p.state,
      coalesce(p.paid_amount <= (select sum(f.amount) from payments.v_refund f
        where f.payment_id = p.id and f.state = 'done'), false) as is_returned,
      exists (select from split_orders.split s where s.payment_id = p.id and s.state in ('waiting', 'sent')) as is_splitting,
      exists (select from profit_sharing.v_entry e where e.order_id = ${order_id}::bigint and e.kind = 'sale') as is_sold
    from payments.v_payment p where p.id = ${payment_id}`.execute(ofLevels(ctx));
  return rows[0];
}

async function unfreeze(ctx: Ctx, { payment_id, merchant_id, owner_id }: SharedPaymentRow): Promise<void> {
  const id = ctx.ids.next();
  const now = ctx.clock.now();
  await ofLevels(ctx)
    .insertInto('split_orders.split')
    .values({
      ...newlyAsked(now),
      id,
      split_no: numberOf('S', id),
      payment_id,
      merchant_id,
      owner_id,
      kind: 'unfreeze',
      unfreezes: true,
      state: 'waiting',
    })
    .execute();
  await keepSplit(ctx, id, { next_at: now });
}

/** Unfreezes what is left of a payment once nothing more of it is to be split, at the latest before the provider would. */
export const stepShared = (ctx: Ctx, paymentId: string): Promise<void> =>
  ctx.transact(async (inside) => {
    const shared = await lockShared(inside, paymentId);
    const stand = shared?.state === 'frozen' ? await standOf(inside, shared) : undefined;
    if (!shared || !stand) return;
    const now = inside.clock.now();
    const after = (ms: number) => keepShared(inside, paymentId, { next_at: new Date(now.getTime() + ms) });
    const end = () => keepShared(inside, paymentId, { state: 'ended', next_at: null });
    if (stand.state !== 'paid') return now >= shared.unfreeze_by ? end() : after(LOOK_MS);
    if (stand.is_returned || now.getTime() > shared.unfreeze_by.getTime() + 3 * DAY_MS) return end();
    if (stand.is_splitting) return after(SOON_MS);
    const receivers = [...(await registeredOf(inside, shared.merchant_id)).keys()];
    const waits = !stand.is_sold || (await hasFrozen(inside, shared.order_id ?? '0', receivers));
    if (waits && now < shared.unfreeze_by) {
      const left = shared.unfreeze_by.getTime() - now.getTime();
      return after(left < LOOK_MS ? left : LOOK_MS);
    }
    await unfreeze(inside, shared);
    return after(DAY_MS);
  });
