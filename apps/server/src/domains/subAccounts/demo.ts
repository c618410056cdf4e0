import { PaymentProvider } from '@cardinal/contract/enumerations/paymentRoute.ts';
import type { SplitRule, SubAccountKind } from '@cardinal/contract/enumerations/subAccount.ts';
import { starredNumber } from '@cardinal/primitives/maskedNumber.ts';
import { maskedPhone } from '@cardinal/primitives/phone.ts';
import { say, type Text, text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import type { Ctx } from '../../framework/context.ts';
import { callProvider } from '../paymentProviders/face.ts';
import { asSeen, seal } from './accounts/accountStore.ts';

type Demo = {
  readonly customerId: string;
  readonly kind: SubAccountKind;
  readonly holder: Text;
  readonly idNumber: string;
  readonly phone: string;
  readonly bankCard: string;
  readonly splitRule: SplitRule;
  /** Whether its holder has handed in the code. */
  readonly isVerified: boolean;
};

/** People, numbers and cards are made up. */
const ACCOUNTS: readonly Demo[] = [
  {
    customerId: '10',
    kind: 'company',
    holder: text('甲代理（演示）有限公司', 'Agent A (demo) Ltd'),
    idNumber: '91350100M000100Y43',
    phone: '13800138010',
    bankCard: '33050000000000000303',
    splitRule: 'margin',
    isVerified: true,
  },
  {
    customerId: '11',
    kind: 'personal',
    holder: text('林一（演示）', 'Lin Yi (demo)'),
    idNumber: '11010519491231002X',
    phone: '13800138011',
    bankCard: '6225880000000011',
    splitRule: 'none',
    isVerified: true,
  },
  {
    customerId: '20',
    kind: 'personal',
    holder: text('周二（演示）', 'Zhou Er (demo)'),
    idNumber: '11010519491231002X',
    phone: '13800138020',
    bankCard: '6225880000000020',
    splitRule: 'none',
    isVerified: false,
  },
];

const accountsSchema = z.object({ accounts: z.array(z.object({ userId: z.string(), code: z.string() })) });

async function control(method: 'GET' | 'POST', url: string): Promise<unknown> {
  const answer = await fetch(url, { method, signal: AbortSignal.timeout(20_000) });
  if (!answer.ok) throw new Error(`the simulator opens no account: ${answer.status}`);
  return answer.json();
}

async function openOne(ctx: Ctx, simulatorUrl: string, merchantId: string, demo: Demo) {
  const id = ctx.ids.next();
  const { bankCard, customerId, idNumber, kind, phone, splitRule } = demo;
  const of = {
    userNo: `C${BigInt(customerId).toString(36).toUpperCase()}N1`,
    isCompany: kind === 'company',
    holder: say(demo.holder, ctx.language),
    idNo: idNumber,
    phone,
  };
  const applyNo = `A${id}`;
  const noticeUrl = 'http://127.0.0.1:1/none';
  const applied = await callProvider(ctx, merchantId, 'openAccount', { ...of, applyNo, bankCard, noticeUrl });
  if (applied.kind !== 'ok') throw new Error(`the simulator opens no account: ${applied.kind}`);
  const { token } = applied.answer;
  let { seen } = applied.answer;
  if (demo.isVerified) {
    const { accounts } = accountsSchema.parse(await control('GET', `${simulatorUrl}/_control/lianlian/accounts`));
    const code = accounts.find(({ userId }) => userId === of.userNo)?.code ?? '';
    await callProvider(ctx, merchantId, 'confirmAccount', { ...of, applyNo, token, code });
    // A company's is looked at first.
    if (of.isCompany) await control('POST', `${simulatorUrl}/_control/lianlian/accounts/${of.userNo}/open`);
    const asked = await callProvider(ctx, merchantId, 'queryAccount', of);
    if (asked.kind === 'ok') seen = asked.answer;
  }
  const now = ctx.clock.now();
  return {
    ...asSeen(ctx, seen),
    balance: seen.balance ? String(seen.balance.minor) : null,
    id,
    merchant_id: merchantId,
    owner_id: '1',
    customer_id: customerId,
    kind,
    holder: of.holder,
    id_number: seal(ctx, id, 'id_number', idNumber),
    phone: seal(ctx, id, 'phone', phone),
    phone_mask: maskedPhone(phone),
    bank_card: seal(ctx, id, 'bank_card', bankCard),
    card_mask: starredNumber(bankCard),
    user_no: of.userNo,
    apply_no: applyNo,
    token: demo.isVerified ? null : seal(ctx, id, 'token', token),
    split_rule: splitRule,
    version: 1,
    created_at: now,
    updated_at: now,
  };
}

/** Accounts at the simulated Lianlian: one that is split for, one that is not, one that waits for its code. */
export async function seedSubAccounts(ctx: Ctx, simulatorUrl: string, mark: (inside: Ctx) => Promise<unknown>) {
  const merchant = await ctx.db
    .selectFrom('payment_providers.v_merchant')
    .select('id')
    .where('provider', '=', PaymentProvider.values.lianlian)
    .where('customer_id', '=', '1')
    .executeTakeFirst();
  if (!merchant) return;
  const rows: Awaited<ReturnType<typeof openOne>>[] = [];
  for (const demo of ACCOUNTS) rows.push(await openOne(ctx, simulatorUrl, merchant.id, demo));
  await ctx.transact(async (inside) => {
    await inside.db.insertInto('sub_accounts.account').values(rows).execute();
    await mark(inside);
  });
}
