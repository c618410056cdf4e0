import type {
  followTransferToReceive as followEndpoint,
  readTransferToReceive as readEndpoint,
} from '@cardinal/contract/api/cashOuts/receiving.ts';
import { cashOutNotFound } from '@cardinal/contract/api/cashOuts/refusals.ts';
import type { AnswerOf, BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import type { Ctx } from '../../../framework/context.ts';
import { merchantBeyondScope } from '../../paymentProviders/face.ts';
import { awaitsReceiver, maskedHolder, receivableUntil, receivingState } from '../cashOut/cashOutRules.ts';
import { beyond } from '../cashOut/cashOutStore.ts';
import type { CashOutRow } from '../cashOutTables.ts';
import { stepCashOut } from '../steps/stepCashOut.ts';

const HOUR_MS = 3_600_000;
/** The provider is asked no more often than this, however many pages are open. */
const ASKED_AGAIN_MS = 2_000;

type Sheet = AnswerOf<typeof readEndpoint>['sheet'];

const ofKey = async (ctx: Ctx, key: string): Promise<CashOutRow> => {
  const row = await beyond(ctx)
    .selectFrom('cash_outs.cash_out')
    .selectAll()
    .where('confirm_key', '=', key)
    .executeTakeFirst();
  if (!row) throw new Refused(cashOutNotFound);
  return row;
};

/** The address of the page on which the receiver confirms; null while there is nothing to confirm. */
export async function receivingAddress(ctx: Ctx, row: CashOutRow): Promise<string | null> {
  if (!awaitsReceiver(row) || row.confirm_key === null) return null;
  const merchant = await merchantBeyondScope(ctx, row.merchant_id ?? '0');
  return merchant ? `${merchant.notice_base_url.replace(/\/+$/, '')}/h5/confirm/${row.confirm_key}` : null;
}

/** The stand-in for WeChat; the package of a simulated merchant is its address. */
function sheetUrlOf(ctx: Ctx, sheet: Sheet): string | null {
  if (ctx.config.production || !/^http:\/\/127\.0\.0\.1[:/]/.test(sheet.package)) return null;
  const { mchId, appId } = sheet;
  return `${sheet.package}?${new URLSearchParams({ mchId, appId })}`;
}

export async function readTransferToReceive(ctx: Ctx, key: string): Promise<AnswerOf<typeof readEndpoint>> {
  const row = await ofKey(ctx, key);
  if (!awaitsReceiver(row)) throw new Refused(cashOutNotFound);
  const sheet = JSON.parse(row.confirm_with) as Sheet;
  return {
    cashOutNo: row.cash_out_no,
    net: row.net,
    currency: row.currency,
    holder: maskedHolder(row.holder),
    until: receivableUntil(row.sent_at ?? row.created_at).toISOString(),
    sheet,
    sheetUrl: sheetUrlOf(ctx, sheet),
  };
}

/** Asks the provider, so that whoever has just confirmed sees it. Outside any transaction. */
export async function followTransferToReceive(
  ctx: Ctx,
  key: string,
  { cashOutNo }: BodyOf<typeof followEndpoint>,
): Promise<AnswerOf<typeof followEndpoint>> {
  const now = ctx.clock.now().getTime();
  const before = await ofKey(ctx, key);
  const isOver = before.ended_at !== null && now - before.ended_at.getTime() > HOUR_MS;
  if (before.cash_out_no !== cashOutNo || isOver) throw new Refused(cashOutNotFound);
  if (before.ended_at === null && now - before.updated_at.getTime() >= ASKED_AGAIN_MS)
    await stepCashOut(ctx, before.id);
  const row = await ofKey(ctx, key);
  return { state: receivingState(row), net: row.net, currency: row.currency };
}
