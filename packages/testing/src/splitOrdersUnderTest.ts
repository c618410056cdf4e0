import { addProfitReceiver, setSplitRatio } from '@cardinal/contract/api/splitOrders/receivers.ts';
import { releaseProfit } from '@cardinal/server/domains/profitSharing/entries/releaseProfit.ts';
import { stepDue } from '@cardinal/server/domains/splitOrders/steps/steps.ts';
import type { Caller } from './app.ts';
import type { CardsUnderTest } from './cardsUnderTest.ts';
import { control } from './carriers.ts';

const DAY_MS = 86_400_000;

export type SimulatedSplit = {
  splitNo: string;
  tradeNo: string;
  unfreezes: boolean;
  isFinished: boolean;
  parts: { account: string; amount: number; result: string; failReason: string | null; name: string | null }[];
};
export type SimulatedReturn = { returnNo: string; account: string; amount: number; result: string };

/** A WeChat merchant of the platform that splits payments afterwards, and the receivers registered at it. */
export async function splitOrdersUnderTest(under: CardsUnderTest, admin: Caller, merchantId: string) {
  const simulator = under.jasper;
  const { merchant_no: merchantNo } = await under.db
    .selectFrom('payment_providers.merchant')
    .select('merchant_no')
    .where('id', '=', merchantId)
    .executeTakeFirstOrThrow();
  const settings = (fields: object) => control(simulator, 'PATCH', `/wechat/merchants/${merchantNo}`, fields);
  await settings({ splitRatio: 6_000, splitAfterMs: 0, refundAfterMs: 0 });
  await admin.ask(setSplitRatio, { body: { merchantId, version: 0, ratioPercent: '60' } });
  const receiverFor = async (customerId: string, more: object = {}): Promise<string> => {
    const body = {
      merchantId,
      customerId,
      kind: 'merchant' as const,
      accountNumber: `19000001${customerId}`,
      holder: '甲',
    };
    return (await admin.ask(addProfitReceiver, { body: { ...body, ...more } })).id;
  };
  const simulated = async () =>
    (await control(simulator, 'GET', '/wechat/splits')) as { splits: SimulatedSplit[]; returns: SimulatedReturn[] };
  const end = (splitNo: string, reasons: object = {}) =>
    control(simulator, 'POST', `/wechat/splits/${splitNo}/end`, { reasons });
  const held = async (account: string): Promise<number> => {
    const { receivers } = (await control(simulator, 'GET', '/wechat/receivers')) as {
      receivers: { account: string; held: number }[];
    };
    return receivers.find((each) => each.account === account)?.held ?? 0;
  };
  /** Steps what is due, and what became due by that. */
  const work = async () => {
    for (let tries = 0; tries < 6; tries += 1) {
      await stepDue(under.ctx);
      under.clock.advance(61_000);
    }
  };
  /** Until what was earned is released, and everything that follows is done. */
  const release = async (days = 8) => {
    under.clock.advance(days * DAY_MS);
    await releaseProfit(under.ctx);
    await work();
  };
  return { settings, receiverFor, simulated, end, held, work, release };
}
