import { PaymentProvider, PaymentScene } from '@cardinal/contract/enumerations/paymentRoute.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import { type RenewalAttempt, recordRenewals } from '../../orders/face.ts';
import { callProvider } from '../../paymentProviders/face.ts';
import { beginCharge, chargeAgain } from '../../payments/face.ts';
import { renewable } from '../../retailOrders/face.ts';
import { beginEnding, beyond, contractOf, keepCharge, keepContract, lockContract } from '../contracts/contractStore.ts';
import { CARD_GONE } from '../contracts/stepContract.ts';
import { renewalForbidden } from '../events.ts';
import type { ChargeRow, ContractRow } from '../renewalTables.ts';
import { announcedAt, daysOpen, FIRST_WITHIN_MS, isOpenHour, onDay, openHour, planCharge } from './chargeRules.ts';
import { serviceEnd } from './planCharge.ts';

const HOUR_MS = 3_600_000;
const NOT_NOW = text('该套餐暂不可续费', 'The package cannot be renewed now');
const ABOVE_MAX = text('超过模板的单次上限', 'Above the template’s maximum per charge');

export const chargeOf = (ctx: Ctx, id: string): Promise<ChargeRow | undefined> =>
  beyond(ctx).selectFrom('auto_renewals.charge').selectAll().where('id', '=', id).executeTakeFirst();

export const lockCharge = (ctx: Ctx, id: string): Promise<ChargeRow | undefined> =>
  beyond(ctx).selectFrom('auto_renewals.charge').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

type Both = { readonly contract: ContractRow; readonly charge: ChargeRow };

/** In its transaction, if the charge is still what it was and its contract is to be charged. Locks the contract, then the charge. */
const stillDue = (ctx: Ctx, { contract, charge }: Both, act: (inside: Ctx, both: Both) => Promise<void>) =>
  ctx.transact(async (inside) => {
    const locked = await lockContract(inside, contract.id);
    const row = await lockCharge(inside, charge.id);
    if (!locked || locked.ended_at || locked.ending_at || row?.state !== charge.state) return;
    await act(inside, { contract: locked, charge: row });
  });

/**
 * Does what is next for the charge of a period: lets the provider tell the payer, then takes it. Outside any transaction. Killed
 * anywhere it is due again; what is taken has one number for ever.
 */
export async function stepCharge(ctx: Ctx, id: string): Promise<void> {
  const charge = await chargeOf(ctx, id);
  const contract = charge && (await contractOf(ctx, charge.contract_id));
  const now = ctx.clock.now();
  if (!contract || !charge?.next_at || charge.next_at > now) return;
  if (charge.state !== 'waiting' && charge.state !== 'announced') return;
  const both = { contract, charge };
  if (!isOpenHour(now))
    return stillDue(ctx, both, (inside) => keepCharge(inside, charge.id, { next_at: openHour(now) }));
  if (!(await isChargeable(ctx, both))) return;
  await (charge.state === 'waiting' ? announce(ctx, both) : take(ctx, both));
}

/**
 * Whether it may be charged at all now: a card that is gone ends the contract, a package that is not sold pauses it, and a rule that
 * forbids the renewal skips the period.
 */
async function isChargeable(ctx: Ctx, both: Both): Promise<boolean> {
  const { contract, charge } = both;
  const { card, failure, attempt } = await renewable(ctx, {
    customerId: contract.customer_id,
    cardId: contract.card_id,
    listingId: contract.listing_id,
    price: BigInt(charge.amount),
  });
  const isGone = !card || card.lifecycle === 'cancelled';
  const template = await beyond(ctx)
    .selectFrom('auto_renewals.template')
    .select('max_amount')
    .where('id', '=', contract.template_id)
    .executeTakeFirstOrThrow();
  const words: Text | undefined =
    failure?.why ?? (BigInt(charge.amount) > BigInt(template.max_amount) ? ABOVE_MAX : undefined);
  if (!isGone && !words) return true;
  await stillDue(ctx, both, async (inside, { contract: locked }) => {
    if (isGone) return beginEnding(inside, locked, 'us', CARD_GONE);
    if (attempt && charge.period > 1) return skipForbidden(inside, { contract: locked, charge }, attempt);
    await keepContract(inside, locked.id, { paused_zh: words?.zh ?? null, paused_en: words?.en ?? null });
    await keepCharge(inside, charge.id, { next_at: onDay(inside.clock.now(), 1) });
  });
  return false;
}

/** A period that a rule forbids to renew is not charged: its owner is told, the user reads why, and the next one is planned. */
async function skipForbidden(ctx: Ctx, { contract, charge }: Both, attempt: RenewalAttempt): Promise<void> {
  const now = ctx.clock.now();
  const { zh, en } = attempt.words ?? NOT_NOW;
  const said = { said_zh: zh, said_en: en };
  await keepCharge(ctx, charge.id, { state: 'skipped', next_at: null, ...said });
  await keepContract(ctx, contract.id, { plan_at: now, paused_zh: null, paused_en: null, ...said });
  await recordRenewals(ctx, [attempt]);
  await ctx.emit(renewalForbidden, {
    chargeId: charge.id,
    contractId: contract.id,
    contractNo: contract.contract_no,
    customerId: contract.customer_id,
    iccid: contract.iccid,
    period: charge.period,
    zh,
    en,
  });
}

const unpaused = (ctx: Ctx, { id }: ContractRow) => keepContract(ctx, id, { paused_zh: null, paused_en: null });

async function announce(ctx: Ctx, both: Both): Promise<void> {
  const { contract, charge } = both;
  const now = ctx.clock.now();
  const terms = { daysBefore: contract.days_before, leadDays: contract.lead_days, retries: contract.retries, now };
  // What was bought meanwhile lasts longer: nothing is due yet.
  const endsAt = charge.tries === 0 ? await serviceEnd(ctx, contract.card_id) : undefined;
  const later = endsAt && planCharge({ ...terms, endsAt });
  if (later && later.announceAt > now && later.chargeAt > charge.charge_at)
    return stillDue(ctx, both, (inside) =>
      keepCharge(inside, charge.id, {
        announce_at: later.announceAt,
        charge_at: later.chargeAt,
        next_at: later.announceAt,
      }),
    );
  const heard = await callProvider(ctx, contract.merchant_id, 'announceCharge', {
    contractNo: contract.contract_no,
    providerContractNo: contract.provider_no ?? '',
    amount: { minor: BigInt(charge.amount), currency: charge.currency },
    days: daysOpen(terms),
  });
  await stillDue(ctx, both, async (inside, { charge: locked }) => {
    if (heard.kind === 'ok') {
      const { chargeAt, chargeUntil } = announcedAt({ ...terms, chargeAt: locked.charge_at });
      await unpaused(inside, contract);
      return keepCharge(inside, locked.id, {
        state: 'announced',
        announced_at: now,
        charge_at: chargeAt,
        charge_until: chargeUntil,
        next_at: chargeAt,
      });
    }
    // It may have been ended within WeChat.
    if (heard.kind === 'refused') await keepContract(inside, contract.id, { next_at: now });
    await keepContract(inside, contract.id, { said_zh: heard.words.zh, said_en: heard.words.en });
    const next_at = heard.kind === 'refused' ? onDay(now, 1) : new Date(now.getTime() + HOUR_MS);
    return keepCharge(inside, locked.id, { next_at });
  });
}

/** Until when the provider takes it without another announcement. */
const openUntil = ({ contract, charge }: Both): Date =>
  charge.charge_until ?? new Date((contract.signed_at ?? contract.created_at).getTime() + FIRST_WITHIN_MS);

async function take(ctx: Ctx, both: Both): Promise<void> {
  const { contract, charge } = both;
  const now = ctx.clock.now();
  const until = openUntil(both);
  if (now >= until)
    return stillDue(ctx, both, (inside) =>
      keepCharge(inside, charge.id, { state: 'waiting', announce_at: now, next_at: now }),
    );
  const charging = (locked: ChargeRow) => ({ state: 'charging', tries: locked.tries + 1, next_at: null }) as const;
  if (charge.payment_id !== null) {
    const { payment_id } = charge;
    // Locks the payment first, as its settling does.
    await ctx.transact(async (inside) => {
      await chargeAgain(inside, payment_id, async () => {
        const locked = await lockContract(inside, contract.id);
        const row = await lockCharge(inside, charge.id);
        if (!locked || locked.ended_at || locked.ending_at || row?.state !== 'announced') return undefined;
        await keepCharge(inside, row.id, charging(row));
        return until;
      });
    });
    return;
  }
  await stillDue(ctx, both, async (inside, { contract: locked, charge: row }) => {
    if (row.payment_id !== null) return;
    const begun = await beginCharge(inside, {
      scene: PaymentScene.values.autoRenewal,
      subjectId: row.id,
      payerId: locked.customer_id,
      collectorId: locked.collector_id,
      provider: PaymentProvider.values.wechat,
      merchantId: locked.merchant_id,
      contractNo: locked.provider_no ?? '',
      currency: row.currency,
      amount: BigInt(row.amount),
      description: locked.title,
      until,
    });
    await unpaused(inside, locked);
    await keepCharge(inside, row.id, { ...charging(row), payment_id: begun.paymentId, trade_no: begun.tradeNo });
  });
}
