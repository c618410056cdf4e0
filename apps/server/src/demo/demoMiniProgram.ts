import { say, text } from '@cardinal/primitives/text.ts';
import { DEMO_PROGRAM } from '../domains/paymentProviders/demo.ts';
import { sealSecret } from '../domains/publicAccounts/accounts/accountStore.ts';
import type { Ctx } from '../framework/context.ts';
import { DEMO_SECRET } from './demoShop.ts';

const PROGRAM = '71901';
const OWNER = '3';
const MERCHANT = '70201';
const NAME = text('设备商城（演示）', 'Device shop (demo)');

/** A mini-program of the customer that runs them, paid through the platform's merchant, with people who have opened it. */
export async function seedMiniProgram(ctx: Ctx, simulatorUrl: string, openids: readonly string[]): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db
    .insertInto('public_accounts.account')
    .values({
      id: PROGRAM,
      customer_id: OWNER,
      kind: 'miniProgram',
      name: say(NAME, ctx.language),
      appid: DEMO_PROGRAM,
      secret: sealSecret(ctx, PROGRAM, DEMO_SECRET),
      hotline: null,
      api_base_url: `${simulatorUrl}/wechatOpen`,
      page_base_url: `${simulatorUrl}/wechatOpen`,
      created_at: now,
      updated_at: now,
    })
    .execute();
  await ctx.db
    .insertInto('public_accounts.end_user')
    .values(
      openids.map((openid, at) => ({
        id: String(71_911 + at),
        account_id: PROGRAM,
        customer_id: OWNER,
        openid,
        created_at: now,
        last_seen_at: now,
      })),
    )
    .execute();
  await ctx.db
    .insertInto('mini_programs.pay_route')
    .values({
      id: '71921',
      customer_id: OWNER,
      account_id: PROGRAM,
      account_type: 'DEVICE',
      collector_id: '1',
      merchant_id: MERCHANT,
      backup_id: null,
      sells_on_ios: false,
      tested_at: null,
      test_is_ok: null,
      test_zh: null,
      test_en: null,
      is_enabled: true,
      version: 1,
      created_at: now,
      updated_at: now,
    })
    .execute();
}
