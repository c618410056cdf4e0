import * as differences from '@cardinal/contract/api/channelStatements/differences.ts';
import * as statements from '@cardinal/contract/api/channelStatements/statements.ts';
import { issueCodes } from '@cardinal/contract/api/groupBuys/codes.ts';
import { SalesPlatform } from '@cardinal/contract/enumerations/order.ts';
import { dayText } from '@cardinal/primitives/time.ts';
import { orderEnded as statementHears } from '@cardinal/server/domains/channelStatements/deciding/hearOrder.ts';
import { checkStatement } from '@cardinal/server/domains/channelStatements/importing/statementKind.ts';
import { codesOf } from '@cardinal/server/domains/groupBuys/batches/makeCodes.ts';
import { orderEnded as codeHears } from '@cardinal/server/domains/groupBuys/codes/hearOrder.ts';
import { redeemCode } from '@cardinal/server/domains/groupBuys/codes/redeemCode.ts';
import { foldPostings } from '@cardinal/server/domains/ledger/foldPostings.ts';
import { closeOrdersJob } from '@cardinal/server/domains/orders/ordering/closeOrders.ts';
import type { Caller } from './app.ts';
import { type CardsUnderTest, iccid, workOff } from './cardsUnderTest.ts';
import { groupBuysUnderTest } from './groupBuysUnderTest.ts';
import { allow, fund } from './ordersUnderTest.ts';
import { sheetOf } from './sheets.ts';

const TITLES = ['订单号', '支付时间', 'ICCID', '兑换码', '订单金额', '结算金额', '佣金', '订单状态', '结算日期'];

/** A row of a shop's statement. */
export type ShopRow = {
  readonly no: string;
  readonly n?: number;
  readonly code?: string;
  readonly at?: string;
  readonly amount?: string;
  readonly settlement?: string;
  readonly commission?: string;
  readonly state?: string;
};

const { xiaomage } = SalesPlatform.values;

/** The group buys of 10, whose codes 12 redeems for the shop Xiaomage, and the statements of that shop. */
export async function channelStatementsUnderTest(under: CardsUnderTest) {
  const sold = await groupBuysUnderTest(under);
  for (const account of ['agent', 'enterprise', 'rival', 'operator'])
    await allow(under, account, ['channelOrderList.view', 'channelOrderList.import', 'channelOrderList.fix']);
  await fund(under, '10', 1_000_000);
  const { seller, newOffer, newCards } = sold;
  const buyer = under.ctx.actAs({
    actor: {
      kind: 'account',
      accountId: '1',
      account: 'erp',
      customerId: '12',
      sessionId: '0',
      roles: [],
      isAdmin: false,
      permissions: new Set(),
      mustChangePassword: false,
    },
    scope: under.ctx.scope,
  });
  const signal = () => new AbortController().signal;

  /** Hears of every order that has ended, as the queue would. */
  async function hear(): Promise<void> {
    const open = under.db.selectFrom('orders.package_order').select(['id', 'task_id', 'settled_lines']);
    for (const { task_id: taskId } of await open.where('finished_at', 'is', null).execute())
      await closeOrdersJob.run(under.ctx, { taskId }, signal());
    for (const { id, settled_lines: settled } of await open.where('finished_at', 'is not', null).execute()) {
      await codeHears(under.ctx, { orderId: id, settled });
      await statementHears(under.ctx, { orderId: id });
    }
    await foldPostings(under.ctx);
  }

  return {
    ...sold,
    hear,
    settle: async () => {
      await workOff(under);
      await hear();
    },
    /** Redeems so many codes at 9.00 for orders of the shop, sold at 12.00; answers their cards and codes. */
    redeem: async (count: number, theirOrderNo: (n: number) => string | undefined) => {
      const { id: offerId } = await newOffer();
      const { batchId } = await seller.ask(issueCodes, {
        body: { offerId, buyerId: '12', count: Math.max(count, 10), price: '900' },
      });
      await workOff(under);
      const batch = await under.db
        .selectFrom('group_buys.batch')
        .selectAll()
        .where('id', '=', batchId)
        .executeTakeFirstOrThrow();
      const codes = codesOf(under.ctx, batch, batch.sealed_seed ?? '');
      const numbers = await newCards(count);
      for (const [at, n] of numbers.entries()) {
        const theirs = theirOrderNo(n);
        const asked = { code: codes[at]?.code ?? '', iccid: iccid(n), theirPrice: '1200' };
        await buyer.transact(
          await redeemCode(buyer, theirs === undefined ? asked : { ...asked, theirOrderNo: theirs }),
        );
      }
      return numbers.map((n, at) => ({ n, code: codes[at]?.code ?? '' }));
    },
    /** Uploads a statement of today and lets it be checked. */
    upload: async (
      who: Caller,
      rows: readonly ShopRow[],
      given: { titles?: string[]; platform?: SalesPlatform } = {},
    ) => {
      const today = dayText(under.clock.now());
      const content = await sheetOf(
        given.titles ?? TITLES,
        rows.map((row) => [
          row.no,
          row.at ?? `${today} 00:00:01`,
          row.n === undefined ? '' : iccid(row.n),
          row.code ?? '',
          row.amount ?? '12.00',
          row.settlement ?? '9.00',
          row.commission ?? '',
          row.state ?? '已支付',
          '',
        ]),
      );
      const { batchId } = await who.ask(statements.uploadChannelStatement, {
        body: { salesPlatform: given.platform ?? xiaomage, periodFrom: today, periodTo: today },
        file: { name: '小马哥.xlsx', content },
      });
      await checkStatement.run(under.ctx, { batchId }, signal());
      return batchId;
    },
    read: (who: Caller, channelStatementId: string) =>
      who.ask(statements.readChannelStatement, { query: { channelStatementId } }),
    apply: (who: Caller, channelStatementId: string) =>
      who.call(statements.decideChannelStatement, { body: { channelStatementId, choice: 'all' } }),
    open: async (who: Caller) =>
      (await who.ask(differences.listChannelDifferences, { query: { open: 'true', pageSize: 100 } })).list,
  };
}
