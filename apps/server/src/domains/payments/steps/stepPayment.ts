import type { Ctx } from '../../../framework/context.ts';
import type { Outcome } from '../../../outbound/gate/reply.ts';
import { callProvider, merchantBeyondScope, noticeUrlOf } from '../../paymentProviders/face.ts';
import { type PaymentSeen, type PayTarget, providerAdapterOf } from '../../providerAdapters/face.ts';
import { nextLook, nextQuestion, nextTry } from '../payment/paymentRules.ts';
import { splitsOf } from '../payment/paymentSplits.ts';
import { keepPayment, lockPayment, paymentOf, stepNamed } from '../payment/paymentStore.ts';
import { roomOf } from '../payment/settling.ts';
import type { PaymentTable } from '../paymentTables.ts';
import { applySeen, settle } from './applySeen.ts';

/**
 * Does what is next for a payment: asks the provider for it, after it, closes it, or gives it its due. Outside any transaction.
 * Killed anywhere, it is due again: every call carries the payment's own number, upon which the provider acts once.
 */
export async function stepPayment(ctx: Ctx, id: string): Promise<void> {
  const payment = await paymentOf(ctx, id);
  if (!payment) return;
  switch (payment.state) {
    case 'created':
      return payment.expires_at > ctx.clock.now() ? request(ctx, payment) : close(ctx, payment);
    case 'open':
      // What is taken under a contract is never closed: its number is used again for the same period.
      return payment.expires_at > ctx.clock.now() || payment.contract_no ? ask(ctx, payment) : close(ctx, payment);
    case 'closed':
      return ask(ctx, payment);
    case 'paid':
      return ctx.transact(async (inside) => {
        const locked = await lockPayment(inside, id);
        if (locked?.state === 'paid' && !locked.settled_at) await settle(inside, locked);
      });
    default:
  }
}

const named = ({ provider_no, trade_no }: PaymentTable) => ({ tradeNo: trade_no, providerNo: provider_no });

/** In its transaction, if nobody else has moved the payment on meanwhile. */
const stillAs = (ctx: Ctx, payment: PaymentTable, act: (inside: Ctx, locked: PaymentTable) => Promise<void>) =>
  ctx.transact(async (inside) => {
    const locked = await lockPayment(inside, payment.id);
    if (locked?.state === payment.state) await act(inside, locked);
  });

async function request(ctx: Ctx, payment: PaymentTable): Promise<void> {
  const merchant = await merchantBeyondScope(ctx, payment.merchant_id);
  if (!merchant) return;
  const asked = {
    tradeNo: payment.trade_no,
    amount: { minor: BigInt(payment.amount), currency: payment.currency },
    subject: payment.description,
    noticeUrl: noticeUrlOf(merchant, providerAdapterOf(merchant.provider).key),
  };
  if (payment.contract_no) {
    const charge = { ...asked, providerContractNo: payment.contract_no };
    return requested(ctx, payment, await callProvider(ctx, merchant.id, 'chargeContract', charge));
  }
  const heard = await callProvider(ctx, merchant.id, 'createPayment', {
    ...asked,
    expiresAt: payment.expires_at,
    // Ours begins with a slash, below where the provider reaches us.
    returnUrl: payment.return_url.startsWith('/')
      ? `${merchant.notice_base_url.replace(/\/+$/, '')}${payment.return_url}`
      : payment.return_url,
    ...(await splitsOf(ctx, payment)?.asked(ctx, payment.id)),
    ...(payment.buyer_appid && payment.buyer_openid
      ? { buyer: { appid: payment.buyer_appid, openid: payment.buyer_openid } }
      : {}),
    ...(payment.phone_address ? { phone: { address: payment.phone_address } } : {}),
  });
  return requested(ctx, payment, heard);
}

/** What a request was answered: where it is paid, nothing where it is taken under a contract, or why not. */
const requested = (ctx: Ctx, payment: PaymentTable, heard: Outcome<Partial<PayTarget>>): Promise<void> =>
  stillAs(ctx, payment, async (inside, locked) => {
    const now = inside.clock.now();
    switch (heard.kind) {
      case 'ok':
        return keepPayment(inside, locked.id, {
          state: 'open',
          target_kind: heard.answer.kind ?? null,
          target_url: heard.answer.url ?? null,
          provider_no: heard.answer.providerNo ?? locked.provider_no,
          refused_zh: null,
          refused_en: null,
          steps: 0,
          next_at: nextQuestion(now, 0, locked.expires_at),
        });
      case 'refused': {
        const refused = {
          state: 'refused',
          said: heard.code,
          refused_zh: heard.words.zh,
          refused_en: heard.words.en,
          next_at: null,
        } as const;
        await keepPayment(inside, locked.id, refused);
        return roomOf(inside, locked.scene).ended(inside, { ...locked, ...refused }, 'refused');
      }
      default: {
        const id = locked.collecting_account_id;
        if (id !== null) await inside.enqueue(stepNamed('payments.routeGuard'), { id }, { key: id });
        return keepPayment(inside, locked.id, {
          steps: locked.steps + 1,
          refused_zh: heard.words.zh,
          refused_en: heard.words.en,
          next_at: nextTry(now, locked.steps),
        });
      }
    }
  });

async function ask(ctx: Ctx, payment: PaymentTable): Promise<void> {
  const heard = await callProvider(ctx, payment.merchant_id, 'queryPayment', named(payment));
  const seen = await captured(ctx, payment, heard);
  await stillAs(ctx, payment, async (inside, locked) => {
    if (seen.kind === 'ok') await applySeen(inside, locked, seen.answer);
    else await askAgain(inside, locked);
  });
}

/** Where the buyer has approved and the provider waits for us, the money is taken at once; of a closed payment it is not. */
const captured = (
  ctx: Ctx,
  payment: PaymentTable,
  heard: Outcome<PaymentSeen>,
): Promise<Outcome<PaymentSeen>> | Outcome<PaymentSeen> =>
  payment.state === 'open' && heard.kind === 'ok' && heard.answer.state === 'approved'
    ? callProvider(ctx, payment.merchant_id, 'capturePayment', named(payment))
    : heard;

const askAgain = (ctx: Ctx, locked: PaymentTable) => {
  const now = ctx.clock.now();
  const steps = locked.steps + 1;
  const next_at = locked.state === 'closed' ? nextLook(now, steps) : nextTry(now, steps);
  return keepPayment(ctx, locked.id, { steps, next_at });
};

/** Unpaid past its end: made unpayable first, then asked after, so that money on its way is not lost sight of. */
async function close(ctx: Ctx, payment: PaymentTable): Promise<void> {
  const closed = payment.contract_no
    ? undefined
    : await callProvider(ctx, payment.merchant_id, 'closePayment', named(payment));
  if (closed && (closed.kind === 'ok' || (closed.kind === 'refused' && closed.isUnknown))) {
    await stillAs(ctx, payment, async (inside, locked) => {
      await applySeen(inside, locked, {
        tradeNo: locked.trade_no,
        state: 'closed',
        providerNo: null,
        amount: null,
        paidAt: null,
        said: locked.said ?? '',
      });
    });
    return;
  }
  // Refused: it is probably paid. Otherwise nobody knows, and it is asked after until somebody does.
  const heard = await callProvider(ctx, payment.merchant_id, 'queryPayment', named(payment));
  const seen = await captured(ctx, payment, heard);
  await stillAs(ctx, payment, async (inside, locked) => {
    if (seen.kind === 'ok') await applySeen(inside, locked, seen.answer);
    // Never asked for with an effect, and unknown there: nothing can be paid.
    else if (seen.kind === 'refused' && seen.isUnknown)
      await applySeen(inside, locked, {
        tradeNo: locked.trade_no,
        state: 'closed',
        providerNo: null,
        amount: null,
        paidAt: null,
        said: seen.code,
      });
    else await askAgain(inside, locked);
  });
}
