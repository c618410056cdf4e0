import { type EffectiveType, PackageUsageState } from '@cardinal/contract/enumerations/package.ts';
import type { PermissionKey } from '@cardinal/contract/permissions/catalogue.ts';
import { money } from '@cardinal/primitives/money.ts';
import { text } from '@cardinal/primitives/text.ts';
import { requirePosted } from '@cardinal/server/domains/ledger/face.ts';
import { foldPostings } from '@cardinal/server/domains/ledger/foldPostings.ts';
import { move, openClearing, openPurse } from '@cardinal/server/domains/ledger/ledgerUnderTest.ts';
import { closeOrdersJob } from '@cardinal/server/domains/orders/ordering/closeOrders.ts';
import type { ChainLevel } from '@cardinal/server/domains/orders/ordering/orderRules.ts';
import { placeOrder } from '@cardinal/server/domains/orders/ordering/placeOrder.ts';
import { soldVersion } from '@cardinal/server/domains/orders/ordering/soldPackage.ts';
import type { PackageUsageTable } from '@cardinal/server/domains/orders/orderTables.ts';
import type { PackageTable, PackageVersionRow } from '@cardinal/server/domains/packages/packageTables.ts';
import { startTask } from '@cardinal/server/domains/tasks/face.ts';
import type { Ctx } from '@cardinal/server/framework/context.ts';
import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import { type CardsUnderTest, iccid, workOff } from './cardsUnderTest.ts';
import { makePackage } from './packages.ts';
import { sellProduct } from './products.ts';

const DAY_MS = 86_400_000;

/** Lets an account do more than its role has, from its next signing in. */
export async function allow(
  under: CardsUnderTest,
  account: string,
  permissions: readonly PermissionKey[],
): Promise<void> {
  await sql`update identity.role set permissions = permissions || ${permissions}::text[] where id in (
    select r.role_id from identity.account_role r join identity.account a on a.id = r.account_id
    where a.account = ${account})`.execute(under.db);
}

/** Puts a record on a card as an order would, from a day to a day after the test's present. */
export async function addRecord(
  under: Pick<CardsUnderTest, 'ctx' | 'clock' | 'db'>,
  card: { readonly id: string; readonly iccid: string },
  from: number,
  to: number,
  given: Partial<PackageUsageTable> = {},
): Promise<string> {
  const id = under.ctx.ids.next();
  const now = under.clock.now();
  const at = (days: number) => new Date(now.getTime() + days * DAY_MS);
  await under.db
    .insertInto('orders.package_usage')
    .values({
      id,
      card_id: card.id,
      iccid: card.iccid,
      customer_id: '10',
      package_id: '1',
      package_version_id: '1',
      package_name: `套餐 ${from}`,
      package_type: 'month',
      is_main: true,
      follows: false,
      flow_bytes: '1000',
      voice_seconds: null,
      sms_count: null,
      zone: 'Asia/Shanghai',
      cycle_day: 1,
      anchor_day: null,
      not_before: at(from),
      postpone_days: 0,
      starts_at: at(from),
      ends_at: at(to),
      state: PackageUsageState.values.unused,
      state_at: now,
      created_at: now,
      ...given,
    })
    .execute();
  return id;
}

/** A package version, and the chain of its prices down to a customer. */
export type Sold = { readonly versionId: string; readonly chainTo: (customerId: string) => ChainLevel[] };

/** A package of the platform, written into its room, with what each customer of a path owes for it; the first owes its cost. */
export async function sellPackage(
  under: CardsUnderTest,
  prices: Readonly<Record<string, number>>,
  given: Partial<Pick<PackageTable, 'name' | 'type' | 'scope' | 'platform'> & PackageVersionRow> = {},
): Promise<Sold> {
  const { name = '月包', type = 'month', scope = 2, platform = 1, ...terms } = given;
  const { versionId } = await makePackage(under.ctx, {
    name,
    type,
    scope,
    platform,
    cost_price: String(Object.values(prices)[0]),
    terms: { flow_bytes: '1000', refund_rule: 'proRataDays', ...terms },
    products: [await productOfAll(under)],
  });
  const ids = Object.keys(prices);
  return {
    versionId,
    chainTo: (customerId) =>
      ids
        .slice(0, ids.indexOf(customerId) + 1)
        .map((each) => ({ customerId: each, reservePrice: money(BigInt(prices[each] ?? 0)) })),
  };
}

const PRODUCT = 'TEST-ORDERS';

/** The product of all cards that get packages here, which 10, 11 and 12 have. */
async function productOfAll({ ctx, accountId }: CardsUnderTest): Promise<string> {
  const found = await ctx.db
    .selectFrom('catalogue.product')
    .select('code')
    .where('code', '=', PRODUCT)
    .executeTakeFirst();
  if (found) return found.code;
  const given = ['10', { to: '11', from: '10' }, { to: '12', from: '10' }];
  return sellProduct(ctx, { code: PRODUCT, carrierAccountId: accountId, customerIds: given });
}

/** Orders a package for cards on an account, as a batch that was started would. */
export function order(
  under: CardsUnderTest,
  { versionId, chainTo }: Sold,
  payerId: string,
  numbers: readonly number[],
  given: { readonly effectiveType?: EffectiveType; readonly postponeDays?: number; readonly periods?: number } = {},
): Promise<{ taskId: string }> {
  return under.ctx.transact(async (inside) => {
    const cards = await cardsAsItems(inside, numbers);
    const ids = cards.map(({ targetId }) => targetId);
    await inside.db.updateTable('cards.card').set({ product_code: PRODUCT }).where('id', 'in', ids).execute();
    const { taskId } = await startTask(inside, { ...taskOf('order_package', payerId), items: cards });
    const sold = await soldVersion(inside, versionId);
    await placeOrder(inside, {
      chain: chainTo(payerId),
      sold,
      periods: given.periods ?? 1,
      effectiveType: given.effectiveType ?? sold.effectiveType,
      postponeDays: given.postponeDays ?? 0,
      taskId,
      cards: cards.map(({ target, targetId }) => ({ id: targetId, iccid: target })),
    });
    return { taskId };
  });
}

/** Unsubscribes what cards have. */
export const unsubscribe = (
  under: CardsUnderTest,
  customerId: string,
  numbers: readonly number[],
  parameters: { readonly usages: 'waiting' | 'using' | 'all'; readonly usageId?: string },
): Promise<{ taskId: string }> =>
  under.ctx.transact(async (inside) =>
    startTask(inside, {
      ...taskOf('refund_package', customerId),
      parameters,
      items: await cardsAsItems(inside, numbers),
    }),
  );

const taskOf = (action: 'order_package' | 'refund_package', customerId: string) => ({
  action,
  customerId,
  title: text('测试', 'Test'),
});

async function cardsAsItems(ctx: Ctx, numbers: readonly number[]) {
  const rows = await ctx.db
    .selectFrom('cards.v_card')
    .select(['id', 'iccid'])
    .where('iccid', 'in', numbers.map(iccid))
    .execute();
  return rows.map(({ id, iccid }) => ({ target: iccid, targetId: id, lane: 'test' }));
}

/** What another worker has begun, in a test that starts one, may take it this long. */
const AT_WORK = { timeout: 60_000, interval: 50 };

/** Works off the task of an order or a refund, and closes its orders as the job would: not before each of its cards was reached. */
export async function ordersWorkOff(under: CardsUnderTest, { taskId }: { readonly taskId: string }): Promise<void> {
  await workOff(under);
  const unreached = under.db
    .selectFrom('tasks.task_item')
    .select('seq')
    .where('task_id', '=', taskId)
    .where('state', 'in', ['waiting', 'processing']);
  await vi.waitFor(async () => expect(await unreached.execute()).toEqual([]), AT_WORK);
  await closeOrdersJob.run(under.ctx, { taskId }, new AbortController().signal);
  await foldPostings(under.ctx);
}

/** Gives a customer money, out of nowhere but the clearing account. */
export async function fund(under: CardsUnderTest, customerId: string, minor: number): Promise<void> {
  const { ctx } = under;
  const clearing = await openClearing(ctx);
  const { balance } = await openPurse(ctx, customerId);
  requirePosted(await move(ctx, clearing, balance, minor));
}

/** What a customer has, folded. */
export async function balanceOf(under: CardsUnderTest, customerId: string) {
  const rows = await under.db
    .selectFrom('ledger.account')
    .select(['kind', 'balance'])
    .where('owner_id', '=', customerId)
    .where('kind', 'in', ['balance', 'frozen', 'profitFrozen'])
    .execute();
  const of = (kind: string) => BigInt(rows.find((row) => row.kind === kind)?.balance ?? 0);
  return { balance: of('balance'), frozen: of('frozen'), profitFrozen: of('profitFrozen') };
}
