import type {
  cancelContract as cancelEndpoint,
  chargeContract as chargeEndpoint,
  skipCharge as skipEndpoint,
} from '@cardinal/contract/api/autoRenewals/contracts.ts';
import {
  contractEnded,
  contractNotFound,
  notChargeableNow,
  nothingToSkip,
  ownContractsOnly,
} from '@cardinal/contract/api/autoRenewals/refusals.ts';
import { SigningState } from '@cardinal/contract/enumerations/autoRenewal.ts';
import { type BodyOf, DONE } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { beginEnding, keepCharge, keepContract, openChargeOf } from '../contracts/contractStore.ts';
import type { ContractRow } from '../renewalTables.ts';
import { isOpenHour, takenFrom } from './chargeRules.ts';
import { lastChargeOf, planAfterRefund } from './planCharge.ts';

const { signed, unsigned } = SigningState.values;

const CLOSED = text('微信支付仅在 8:00 至 21:00 受理', 'WeChat Pay takes charges from 8:00 to 21:00');
const TO_ANNOUNCE = text('扣款前须先通知用户', 'The user is told before a charge');
const TO_DECIDE = text('通知后的等待期未满', 'The time after the announcement is not over');
const UNDERWAY = text('扣款正在进行', 'A charge is under way');
const NOTHING = text('没有待扣的一期', 'No charge is waiting');
const NOT_SIGNED = text('尚未签约', 'It is not signed');

const about = ({ id, contract_no }: ContractRow) => ({
  objectKind: 'renewalContract',
  objectId: id,
  summary: contract_no,
});

/** A contract of the caller's own accounts that has not ended, locked. */
async function runningContract(ctx: Ctx, id: string): Promise<ContractRow> {
  const row = await ctx.db
    .selectFrom('auto_renewals.contract')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new Refused(contractNotFound);
  if (row.customer_id !== accountOf(ctx).customerId) throw new Refused(ownContractsOnly);
  if (row.ended_at || row.ending_at) throw new Refused(contractEnded);
  return row;
}

export async function cancelContract(ctx: Ctx, { id, reason }: BodyOf<typeof cancelEndpoint>): Promise<typeof DONE> {
  const row = await runningContract(ctx, id);
  await beginEnding(ctx, row, 'us', text(reason, reason));
  ctx.note({ ...about(row), before: { signingState: row.state }, after: { signingState: unsigned, reason } });
  return DONE;
}

const refuse = (reason: Text) => new Refused(notChargeableNow, { reason });

/** Takes what waits at once; what failed past its retries is announced and begun anew, under its number. */
export async function chargeNow(ctx: Ctx, { id }: BodyOf<typeof chargeEndpoint>): Promise<typeof DONE> {
  const row = await runningContract(ctx, id);
  if (row.state === unsigned) throw refuse(NOT_SIGNED);
  const now = ctx.clock.now();
  if (!isOpenHour(now)) throw refuse(CLOSED);
  const open = await openChargeOf(ctx, id);
  if (open?.state === 'charging') throw refuse(UNDERWAY);
  if (open?.state === 'waiting') throw refuse(TO_ANNOUNCE);
  if (open) {
    if (open.announced_at && now < takenFrom(open.announced_at)) throw refuse(TO_DECIDE);
    await keepCharge(ctx, open.id, { charge_at: now, next_at: now });
    ctx.note({ ...about(row), after: { period: open.period, chargeAt: now } });
    return DONE;
  }
  const last = await lastChargeOf(ctx, id);
  if (last?.state === 'failed') {
    const isOpen = last.charge_until !== null && now < last.charge_until;
    await keepCharge(ctx, last.id, {
      ...(isOpen
        ? { state: 'announced' as const, tries: row.retries, charge_at: now }
        : { state: 'waiting' as const, tries: 0, announce_at: now }),
      next_at: now,
    });
    ctx.note({ ...about(row), after: { period: last.period, isAnnounced: isOpen } });
    return DONE;
  }
  // It could not be set up and was given back: whoever has mended that lets it go on.
  if (last?.state !== 'paid' || row.paused_zh === null) throw refuse(NOTHING);
  await planAfterRefund(ctx, row, last);
  ctx.note({ ...about(row), after: { period: last.period + 1 } });
  return DONE;
}

export async function skipCharge(ctx: Ctx, { id, reason }: BodyOf<typeof skipEndpoint>): Promise<typeof DONE> {
  const row = await runningContract(ctx, id);
  const open = await openChargeOf(ctx, id);
  const last = open ?? (await lastChargeOf(ctx, id));
  const isWaiting = last?.state === 'waiting' || last?.state === 'announced' || last?.state === 'failed';
  if (!last || !isWaiting || last.period === 1) throw new Refused(nothingToSkip);
  await keepCharge(ctx, last.id, { state: 'skipped', next_at: null });
  await keepContract(ctx, id, { state: signed, plan_at: ctx.clock.now(), paused_zh: null, paused_en: null });
  ctx.note({ ...about(row), before: { period: last.period }, after: { skipped: last.period, reason } });
  return DONE;
}
