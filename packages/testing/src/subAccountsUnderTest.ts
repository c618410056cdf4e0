import { otherMerchants } from '@cardinal/contract/api/paymentProviders/merchants.ts';
import { addMerchantToRoute } from '@cardinal/contract/api/payments/collectingAccounts.ts';
import { addSubAccount, confirmSubAccount, setSplitRule } from '@cardinal/contract/api/subAccounts/subAccounts.ts';
import { PaymentProvider } from '@cardinal/contract/enumerations/paymentRoute.ts';
import type { Caller } from './app.ts';
import type { CardsUnderTest } from './cardsUnderTest.ts';
import { control } from './carriers.ts';
import { openMerchant } from './paymentProviders.ts';

export type SimulatedAccount = { userId: string; code: string; held: number; state: string };

/** A Lianlian channel of the platform at the simulator, through which end users pay packages, and the accounts opened at it. */
export async function subAccountsUnderTest(under: CardsUnderTest, admin: Caller, noticeBaseUrl: string) {
  const simulator = under.jasper;
  const channelAt = async (caller: Caller, name: string) => {
    const opened = await openMerchant(simulator, 'lianlian', { payMethod: 'ALIPAY_H5', refundAfterMs: 0 });
    const { id } = await caller.ask(otherMerchants.add, {
      body: {
        provider: PaymentProvider.values.lianlian,
        name,
        baseUrl: opened.baseUrl,
        noticeBaseUrl,
        credentials: opened.credentials,
      } as never,
    });
    return id;
  };
  const channelId = await channelAt(admin, 'lianlian');
  await admin.ask(addMerchantToRoute, { body: { scene: 'packageOrder', merchantId: channelId, currency: 'CNY' } });
  const holder = {
    channelId,
    kind: 'personal' as const,
    holder: '张三',
    idNumber: '11010519491231002X',
    phone: '13800138000',
    bankCard: '6225 8800 1234 5678',
  };
  const simulated = async (customerId: string): Promise<SimulatedAccount> => {
    const { accounts } = (await control(simulator, 'GET', '/lianlian/accounts')) as { accounts: SimulatedAccount[] };
    const userNo = `C${BigInt(customerId).toString(36).toUpperCase()}N`;
    const found = accounts.filter(({ userId }) => userId.startsWith(userNo)).at(-1);
    if (!found) throw new Error(`Lianlian knows no account of ${customerId}`);
    return found;
  };
  /** Opens an account for a customer; with `splits`, payments are split for it. */
  const openFor = async (customerId: string, splits = true): Promise<string> => {
    const { id } = await admin.ask(addSubAccount, { body: { ...holder, customerId } });
    const { code } = await simulated(customerId);
    await admin.ask(confirmSubAccount, { body: { channelId, id, code } });
    if (splits) {
      const { version } = await under.db
        .selectFrom('sub_accounts.account')
        .select('version')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      await admin.ask(setSplitRule, { body: { channelId, id, version, splitRule: 'margin' } });
    }
    return id;
  };
  const act = (customerId: string, verb: string, body?: object) =>
    simulated(customerId).then(({ userId }) =>
      control(simulator, 'POST', `/lianlian/accounts/${userId}/${verb}`, body ?? {}),
    );
  return { channelId, channelAt, holder, simulated, openFor, act };
}
