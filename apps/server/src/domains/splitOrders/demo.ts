import { PaymentProvider } from '@cardinal/contract/enumerations/paymentRoute.ts';
import type { ProfitReceiverKind } from '@cardinal/contract/enumerations/splitOrder.ts';
import { say, type Text, text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../framework/context.ts';
import { callProvider } from '../paymentProviders/face.ts';
import { maskedAccount, maskedName } from './receivers/editReceivers.ts';
import { seal } from './receivers/receiverStore.ts';
import type { ReceiverRow } from './splitTables.ts';

type Demo = {
  readonly customerId: string;
  readonly kind: ProfitReceiverKind;
  readonly account: string;
  readonly holder: Text;
};

/** Companies, people and numbers are made up. */
const RECEIVERS: readonly Demo[] = [
  {
    customerId: '10',
    kind: 'merchant',
    account: '1900000110',
    holder: text('甲代理（演示）有限公司', 'Agent A (demo) Ltd'),
  },
  {
    customerId: '20',
    kind: 'person',
    account: 'oDemoAgent00000000000020',
    holder: text('周二（演示）', 'Zhou Er (demo)'),
  },
];

/** Receivers at the simulated WeChat, of the platform's merchant. */
export async function seedProfitReceivers(ctx: Ctx, mark: (inside: Ctx) => Promise<unknown>): Promise<void> {
  const merchant = await ctx.db
    .selectFrom('payment_providers.v_merchant')
    .select('id')
    .where('provider', '=', PaymentProvider.values.wechat)
    .where('customer_id', '=', '1')
    .where('state', '=', 'on')
    .orderBy('id')
    .executeTakeFirst();
  if (!merchant) return;
  const now = ctx.clock.now();
  const rows: ReceiverRow[] = [];
  for (const { customerId, kind, account, holder } of RECEIVERS) {
    const id = ctx.ids.next();
    const name = say(holder, ctx.language);
    const heard = await callProvider(ctx, merchant.id, 'addReceiver', { kind, account, holder: name });
    if (heard.kind !== 'ok') throw new Error(`the simulator registers no receiver: ${heard.kind}`);
    rows.push({
      id,
      merchant_id: merchant.id,
      owner_id: '1',
      customer_id: customerId,
      kind,
      account: seal(ctx, id, 'account', account),
      account_mask: maskedAccount(kind, account),
      holder: seal(ctx, id, 'holder', name),
      holder_mask: maskedName(name),
      state: 'registered',
      version: 1,
      created_at: now,
      updated_at: now,
    });
  }
  await ctx.transact(async (inside) => {
    await inside.db.insertInto('split_orders.receiver').values(rows).execute();
    await mark(inside);
  });
}
