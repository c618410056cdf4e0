import { randomBytes } from 'node:crypto';
import type { NoticeVerdict } from '@cardinal/contract/enumerations/onlinePayment.ts';
import { CashOutState } from '@cardinal/contract/enumerations/payment.ts';
import { text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import type { TransferHeard } from '../../payments/face.ts';
import type { TransferSeen } from '../../providerAdapters/face.ts';
import { giveBack, settleCashOut } from '../cashOut/cashOutMoney.ts';
import { isEnded, nextLook } from '../cashOut/cashOutRules.ts';
import { keepCashOut, lockByNumber } from '../cashOut/cashOutStore.ts';
import type { CashOutRow } from '../cashOutTables.ts';

export const CANCELLED = text('已撤销', 'Cancelled');
const KEY_BYTES = 18;
const FAILED = text('支付渠道转账失败', 'The provider’s transfer failed');
const DIFFERS = text('渠道金额不符，等待人工核对', 'The provider’s amount differs; to be checked by a person');

/**
 * Takes the provider's word about a cash-out whose row is locked by this transaction. Its end moves the money; said again, it
 * changes nothing.
 */
export async function applySeen(ctx: Ctx, row: CashOutRow, seen: TransferSeen): Promise<NoticeVerdict> {
  if (isEnded(row.state)) {
    if (seen.state !== 'done' || row.state === CashOutState.values.done) return 'known';
    ctx.log.error({ cashOut: row.id }, 'the provider has paid a cash-out that was given back');
    return 'differs';
  }
  const said = { said: seen.said, provider_no: seen.providerNo ?? row.provider_no, is_refused: false };
  const later = (waits_for: CashOutRow['waits_for'], change: Partial<CashOutRow> = {}) => {
    const steps = row.waits_for === waits_for ? row.steps + 1 : 0;
    const next_at = nextLook(ctx.clock.now(), steps, waits_for);
    return keepCashOut(ctx, row.id, {
      reason_zh: null,
      reason_en: null,
      ...said,
      waits_for,
      steps,
      next_at,
      ...change,
    });
  };
  switch (seen.state) {
    case 'done':
      // The answer that creates a transfer names no amount: asked for before anything is believed.
      if (seen.amount === null) {
        await later('provider');
        return 'known';
      }
      if (seen.amount.minor !== BigInt(row.net) || seen.amount.currency !== row.currency) {
        await later('provider', { reason_zh: DIFFERS.zh, reason_en: DIFFERS.en });
        return 'differs';
      }
      await settleCashOut(ctx, row, { ...said, ended_at: seen.endedAt ?? ctx.clock.now() });
      return 'taken';
    case 'failed':
    case 'cancelled':
      await giveBack(ctx, row, seen.failWords ?? (seen.state === 'cancelled' ? CANCELLED : FAILED), said);
      return 'taken';
    case 'waitsForUser': {
      await later('receiver', {
        confirm_with: seen.confirmWith ?? row.confirm_with,
        confirm_key: row.confirm_key ?? randomBytes(KEY_BYTES).toString('base64url'),
      });
      return row.waits_for === 'receiver' ? 'known' : 'taken';
    }
    case 'asked':
      await later('provider');
      return 'known';
    default:
      await later(row.waits_for);
      return 'known';
  }
}

/** A notice of the provider about one of ours. */
export const hearTransfer: TransferHeard = async (ctx, merchantId, seen) => {
  const row = await lockByNumber(ctx, merchantId, seen.transferNo);
  return row ? applySeen(ctx, row, seen) : 'unknownNumber';
};
