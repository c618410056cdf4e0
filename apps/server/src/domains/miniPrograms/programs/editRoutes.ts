import type {
  enableProgramRoute as enableEndpoint,
  testProgramRoute as testEndpoint,
} from '@cardinal/contract/api/miniPrograms/programRoutes.ts';
import { nobodySignedIn, programRouteNotFound } from '@cardinal/contract/api/miniPrograms/refusals.ts';
import { type AnswerOf, type BodyOf, DONE } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { say, type Text, text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import type { Commit } from '../../../framework/domain.ts';
import { callProvider, merchantBeyondScope, noticeUrlOf } from '../../paymentProviders/face.ts';
import { providerAdapterOf } from '../../providerAdapters/face.ts';
import type { ProgramRouteRow } from '../programTables.ts';
import { routeName } from './programRegister.ts';
import { requireProgramsOwner } from './whoRuns.ts';

async function held(ctx: Ctx, id: string): Promise<ProgramRouteRow> {
  await requireProgramsOwner(ctx);
  const row = await ctx.db
    .selectFrom('mini_programs.pay_route')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new Refused(programRouteNotFound);
  return row;
}

/** Disabled, nothing more is sold there; what was begun is paid, and refunds go on. */
export async function enableProgramRoute(ctx: Ctx, { id, isEnabled }: BodyOf<typeof enableEndpoint>) {
  const before = await held(ctx, id);
  await ctx.db
    .updateTable('mini_programs.pay_route')
    .set((row) => ({ is_enabled: isEnabled, version: row('version', '+', 1), updated_at: ctx.clock.now() }))
    .where('id', '=', id)
    .execute();
  ctx.note({
    objectKind: 'miniProgram',
    objectId: id,
    summary: routeName(before),
    customerId: before.customer_id,
    before: { isEnabled: before.is_enabled },
    after: { isEnabled },
  });
  return DONE;
}

const ONE_CENT = 1n;
const SUBJECT = text('小程序支付测试', 'Mini-program payment test');
const ASKED = text(
  '微信已受理 0.01 的下单（{said}），随后关闭',
  'WeChat took an order of 0.01 ({said}), which was then closed',
);
/** Long enough for WeChat, which refuses less than a minute; it is closed at once. */
const OPEN_MS = 5 * 60_000;

/** The number that WeChat gave the order: the sheet carries it. */
const prepayIn = (sheet: string): string => /prepay_id=[\w-]+/.exec(sheet)?.[0] ?? 'prepay_id';

/** What WeChat says to a payment of 0.01 by the program's latest user. It is closed before anybody could pay it. */
async function tried(ctx: Ctx, row: ProgramRouteRow): Promise<{ isOk: boolean; said: Text }> {
  const [account, user, merchant] = [
    await ctx.db
      .selectFrom('public_accounts.v_account')
      .select('appid')
      .where('id', '=', row.account_id)
      .executeTakeFirst(),
    await ctx.db
      .selectFrom('public_accounts.v_end_user')
      .select('openid')
      .where('account_id', '=', row.account_id)
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirst(),
    await merchantBeyondScope(ctx, row.merchant_id),
  ];
  if (!account || !user || !merchant) throw new Refused(nobodySignedIn);
  const tradeNo = `T${ctx.ids.next()}`;
  const heard = await callProvider(ctx, merchant.id, 'createPayment', {
    tradeNo,
    amount: { minor: ONE_CENT, currency: 'CNY' },
    subject: say(SUBJECT, 'zh_CN'),
    expiresAt: new Date(ctx.clock.now().getTime() + OPEN_MS),
    noticeUrl: noticeUrlOf(merchant, providerAdapterOf(merchant.provider).key),
    returnUrl: '',
    buyer: { appid: account.appid, openid: user.openid },
  });
  if (heard.kind !== 'ok') return { isOk: false, said: heard.words };
  await callProvider(ctx, merchant.id, 'closePayment', { tradeNo, providerNo: null });
  const prepay = { said: prepayIn(heard.answer.url) };
  return { isOk: true, said: text(say(ASKED, 'zh_CN', prepay), say(ASKED, 'en', prepay)) };
}

/** Outside any transaction; what was said is kept with the route. */
export async function testProgramRoute(
  ctx: Ctx,
  { id }: BodyOf<typeof testEndpoint>,
): Promise<Commit<AnswerOf<typeof testEndpoint>>> {
  await requireProgramsOwner(ctx);
  const row = await ctx.db.selectFrom('mini_programs.pay_route').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw new Refused(programRouteNotFound);
  const { isOk, said } = await tried(ctx, row);
  return async (inside) => {
    const now = inside.clock.now();
    await inside.db
      .updateTable('mini_programs.pay_route')
      .set({ tested_at: now, test_is_ok: isOk, test_zh: said.zh, test_en: said.en })
      .where('id', '=', id)
      // Of another merchant meanwhile, nothing was tested.
      .where('merchant_id', '=', row.merchant_id)
      .execute();
    inside.note({
      objectKind: 'miniProgram',
      objectId: id,
      summary: routeName(row),
      customerId: row.customer_id,
      after: { isOk, said: said.zh },
    });
    return { isOk, said: say(said, inside.language) };
  };
}
