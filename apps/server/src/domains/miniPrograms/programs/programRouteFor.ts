import { type Text, text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import type { NamedMerchants } from '../../payments/face.ts';
import { isOnIos } from './iosRules.ts';

const NOBODY_TAKES = text('该小程序尚未开通支付', 'This mini-program cannot be paid in yet');
const NOT_ON_IOS = text('iOS 暂不支持购买，请使用安卓手机', 'Not sold on iOS; use an Android phone');

/** Through whom a mini-program is paid for packages and money on cards, or why nothing is sold to this phone. */
export async function programRouteFor(
  ctx: Ctx,
  accountId: string,
): Promise<{ readonly route?: NamedMerchants; readonly why?: Text }> {
  const row = await ctx
    .beyondScope('through whom a mini-program is paid is decided by its owner, not by whoever buys')
    .selectFrom('mini_programs.pay_route')
    .select(['id', 'collector_id', 'merchant_id', 'backup_id', 'sells_on_ios', 'is_enabled'])
    .where('account_id', '=', accountId)
    .where('account_type', '=', 'DEVICE')
    .executeTakeFirst();
  if (!row?.is_enabled) return { why: NOBODY_TAKES };
  if (!row.sells_on_ios && isOnIos(ctx.userAgent)) return { why: NOT_ON_IOS };
  const { id, collector_id, merchant_id, backup_id } = row;
  return { route: { id, collectorId: collector_id, merchantIds: [merchant_id, ...(backup_id ? [backup_id] : [])] } };
}
