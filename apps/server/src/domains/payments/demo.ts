import type { Currency } from '@cardinal/contract/enumerations/money.ts';
import { PaymentProvider, PaymentScene, type RouteChangeKind } from '@cardinal/contract/enumerations/paymentRoute.ts';
import { say, type Text, text } from '@cardinal/primitives/text.ts';
import { DAY_MS } from '@cardinal/primitives/time.ts';
import type { Ctx } from '../../framework/context.ts';
import { providerAdapterOf } from '../providerAdapters/face.ts';
import { numberPlace } from './accounts/accountStore.ts';
import type { CollectingAccountRow } from './paymentTables.ts';

type Merchant = {
  readonly id: string;
  readonly customer_id: string;
  readonly provider: PaymentProvider;
  readonly merchant_no: string;
};

type Demo = {
  readonly id: string;
  readonly customerId: string;
  readonly currency: Currency;
  readonly position: number;
  readonly holder: Text;
  readonly bank: Text;
  readonly branch?: Text;
  readonly number: string;
  readonly prefix?: string;
  readonly least?: string;
  readonly most?: string;
  readonly dayMost?: string;
  readonly note?: Text;
};

const PLATFORM = text('卡枢平台（演示）有限公司', 'Cardinal Platform (demo) Ltd');
const BANKS = {
  merchants: text('招商银行', 'China Merchants Bank'),
  icbc: text('工商银行', 'ICBC'),
  construction: text('建设银行', 'China Construction Bank'),
  sample: text('样例海外银行', 'Sample Bank Abroad'),
};

/** The numbers are made up. The platform collects no dollars itself: a hole; agent B has no account of its own and inherits. */
const ACCOUNTS: readonly Demo[] = [
  {
    id: '70001',
    customerId: '1',
    currency: 'CNY',
    position: 2,
    holder: PLATFORM,
    bank: BANKS.icbc,
    branch: text('杭州样例支行', 'Northport sample branch'),
    number: '1202000000000010017',
    prefix: 'CZ-',
    least: '10000',
    most: '20000000',
    dayMost: '50000000',
  },
  {
    id: '70002',
    customerId: '1',
    currency: 'CNY',
    position: 1,
    holder: PLATFORM,
    bank: BANKS.merchants,
    branch: text('杭州样例支行', 'Northport sample branch'),
    number: '571900000010802',
    prefix: 'CZ-',
    most: '500000000',
    note: text(
      '工作日 17 点前到账的当日入账。',
      'Transfers that arrive by 17:00 on a working day are posted that day.',
    ),
  },
  {
    id: '70003',
    customerId: '10',
    currency: 'CNY',
    position: 1,
    holder: text('甲代理（演示）有限公司', 'Agent A (demo) Ltd'),
    bank: BANKS.construction,
    number: '33050000000000000303',
  },
  {
    id: '70004',
    customerId: '11',
    currency: 'CNY',
    position: 1,
    holder: text('甲代理华东分部（演示）', 'Agent A, East branch (demo)'),
    bank: BANKS.icbc,
    number: '1001000000000004048',
    prefix: 'HD-',
    most: '5000000',
  },
  {
    id: '70005',
    customerId: '104',
    currency: 'USD',
    position: 1,
    holder: text('海外代理（演示）', 'Agent abroad (demo)'),
    bank: BANKS.sample,
    number: 'SAMPLE000000005055',
  },
];

const CHANGES: readonly {
  readonly account: string;
  readonly kind: RouteChangeKind;
  readonly daysAgo: number;
  readonly from: string | null;
  readonly to: string | null;
  readonly by: string;
  readonly reason?: Text;
}[] = [
  { account: '70001', kind: 'added', daysAgo: 220, from: null, to: '70001', by: 'admin' },
  { account: '70002', kind: 'added', daysAgo: 90, from: '70001', to: '70001', by: 'admin' },
  {
    account: '70002',
    kind: 'switched',
    daysAgo: 12,
    from: '70001',
    to: '70002',
    by: 'finance',
    reason: text('工商银行账户年检，暂不收款', 'The ICBC account is under its yearly review'),
  },
  { account: '70003', kind: 'added', daysAgo: 200, from: '70002', to: '70003', by: 'caiwu' },
  { account: '70004', kind: 'added', daysAgo: 150, from: '70003', to: '70004', by: 'subagent' },
  { account: '70005', kind: 'added', daysAgo: 140, from: null, to: '70005', by: 'admin' },
];

/** Collecting accounts of the platform, an agent, its branch and the agent abroad; the platform has switched once. */
export async function seedDemo(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now().getTime();
  const before = (days: number) => new Date(now - days * DAY_MS);
  const scene = PaymentScene.values.balanceRecharge;
  const said = (words: Text | undefined) => (words ? say(words, ctx.language) : null);
  const addedAt = (id: string) =>
    before(CHANGES.find(({ account, kind }) => account === id && kind === 'added')?.daysAgo ?? 0);
  const rows = ACCOUNTS.map(
    (each): CollectingAccountRow => ({
      id: each.id,
      customer_id: each.customerId,
      scene,
      provider: PaymentProvider.values.bankTransfer,
      currency: each.currency,
      position: each.position,
      is_enabled: true,
      merchant_id: null,
      holder: say(each.holder, ctx.language),
      bank: say(each.bank, ctx.language),
      branch: said(each.branch),
      account_number: ctx.secrets.seal(each.number, numberPlace(each.id)),
      number_tail: each.number.slice(-4),
      remark_prefix: each.prefix ?? null,
      least: each.least ?? null,
      most: each.most ?? null,
      day_most: each.dayMost ?? null,
      note: said(each.note),
      version: 1,
      created_at: addedAt(each.id),
      updated_at: addedAt(each.id),
    }),
  );
  await ctx.db.insertInto('payments.collecting_account').values(rows).execute();
  await ctx.db
    .insertInto('payments.route_change')
    .values(
      CHANGES.map((each, at) => ({
        id: String(70_100 + at),
        customer_id: ACCOUNTS.find(({ id }) => id === each.account)?.customerId ?? '1',
        scene,
        currency: ACCOUNTS.find(({ id }) => id === each.account)?.currency ?? ('CNY' as const),
        provider: PaymentProvider.values.bankTransfer,
        kind: each.kind,
        account_id: each.account,
        from_id: each.from,
        to_id: each.to,
        reason: said(each.reason),
        changed_by: each.by,
        at: before(each.daysAgo),
      })),
    )
    .execute();
}

/** The platform collects from its children through its merchants of the demo, too, each in the currency its provider names first. */
export async function seedMerchantRoutes(ctx: Ctx, merchants: readonly Merchant[]): Promise<void> {
  const now = ctx.clock.now();
  const scene = PaymentScene.values.balanceRecharge;
  for (const [at, merchant] of merchants.entries()) {
    const id = String(70_006 + at);
    const { customer_id, provider } = merchant;
    const [currency = 'CNY' as const] = providerAdapterOf(provider).currencies;
    const way = { customer_id, scene, provider, currency };
    await ctx.db
      .insertInto('payments.collecting_account')
      .values({
        ...way,
        id,
        position: 1,
        is_enabled: true,
        merchant_id: merchant.id,
        holder: null,
        bank: null,
        branch: null,
        account_number: null,
        number_tail: merchant.merchant_no.slice(-4),
        remark_prefix: null,
        least: null,
        most: '5000000',
        day_most: '20000000',
        note: null,
        version: 1,
        created_at: now,
        updated_at: now,
      })
      .execute();
    await ctx.db
      .insertInto('payments.route_change')
      .values({
        ...way,
        id: String(70_150 + at),
        kind: 'added',
        account_id: id,
        from_id: null,
        to_id: id,
        reason: null,
        changed_by: 'admin',
        at: now,
      })
      .execute();
  }
}
