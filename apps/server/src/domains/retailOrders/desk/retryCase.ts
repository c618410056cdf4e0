import type { retryCases as endpoint } from '@cardinal/contract/api/retailOrders/deskCases.ts';
import {
  attemptUnderWay,
  caseSolved,
  refundUnderWay,
  retailOrderNotFound,
} from '@cardinal/contract/api/retailOrders/refusals.ts';
import { FulfilmentState, PaymentState } from '@cardinal/contract/enumerations/order.ts';
import type { AnswerOf, BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { say } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import { attemptOf, type ChainLevel, chainKept, judgePackages, owedBySeller } from '../../orders/face.ts';
import { merchantOf } from '../../payments/face.ts';
import { asSeller, kindOf } from '../../publicAccounts/face.ts';
import { becameSetUp } from '../buying/giveBack.ts';
import { CARD_GONE, deliverAs, leaveOnDesk, setUp, type Terms } from '../buying/paidOrders.ts';
import type { RetailOrderRow } from '../buying/retailMoney.ts';
import { type SoldAs, soldAsOf } from '../buying/soldAs.ts';
import { reasonGroup } from '../cases/caseRules.ts';
import { type CaseRow, type Failure, keepCase, noteEvent, openCaseOf } from '../cases/caseStore.ts';
import { GONE, LOSS } from '../listings/offers.ts';

const { ordering, success } = FulfilmentState.values;

export type Locked = { readonly row: RetailOrderRow; readonly open: CaseRow };

/** An order of the caller's scope that waits at the desk, locked: who retries, replaces and refunds exclude each other by it. */
export async function lockCase(ctx: Ctx, id: string): Promise<Locked> {
  const row = await ctx.db
    .selectFrom('retail_orders.retail_order')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new Refused(retailOrderNotFound);
  const open = await openCaseOf(ctx, id);
  if (!open) throw new Refused(caseSolved);
  return { row, open };
}

/** Whether an order may be tried again: not while an attempt runs, nor after money has gone back, nor where it has what was paid. */
export function refuseRetry({ row }: Locked): void {
  if (row.fulfil_state === ordering) throw new Refused(attemptUnderWay);
  if (row.refunded !== '0') throw new Refused(refundUnderWay);
  if (row.fulfil_state === success || row.pay_state !== PaymentState.values.paid) throw new Refused(caseSolved);
}

/** On what it is set up now: the package as it was shown, if it may still be ordered for this card. */
async function termsNow(seller: Ctx, row: RetailOrderRow): Promise<{ terms: Terms } | Failure> {
  const packageId = row.package_id ?? '0';
  const card = await seller.db.selectFrom('cards.v_card').selectAll().where('id', '=', row.card_id).executeTakeFirst();
  if (!card) return { reason: 'cardGone', why: CARD_GONE };
  const judged = (
    await judgePackages(seller, {
      sellerId: row.customer_id,
      card,
      packageIds: [packageId],
      channel: await kindOf(seller, row.account_id),
    })
  ).get(packageId);
  if (judged?.chain && !judged.whyNot) {
    // Charged by contract while it could not be ordered, it has no chain yet.
    const chain = chainKept(row.chain.levels);
    if (chain.length === 0) return ofNow(row, judged.chain, judged.found.id);
    return { terms: { chain, versionId: row.chain.versionId } };
  }
  return { reason: reasonGroup(judged?.whyKey ?? 'notHeld'), why: judged?.whyNot ?? GONE };
}
const ofNow = (row: RetailOrderRow, chain: readonly ChainLevel[], versionId: string): { terms: Terms } | Failure =>
  chain.length > 1 && BigInt(row.price) < owedBySeller(chain).minor
    ? { reason: 'packageOff', why: LOSS }
    : { terms: { chain, versionId } };

async function setUpOn(
  seller: Ctx,
  row: RetailOrderRow,
  merchantId: string,
  terms: (seller: Ctx) => Promise<{ terms: Terms } | Failure>,
): Promise<Failure | undefined> {
  const judged = await terms(seller);
  return 'terms' in judged ? setUp(seller, row, merchantId, judged.terms) : judged;
}

async function deliver(seller: Ctx, row: RetailOrderRow, merchantId: string, as: SoldAs): Promise<Failure | undefined> {
  const judged = await as.judge(seller, row, false);
  if (judged) return 'late' in judged ? { reason: 'cardState', why: judged.late } : judged;
  return deliverAs(seller, row, merchantId, as);
}

/** Counts an attempt that a person or the rule made. What it led to is written with it. */
export async function attempt(
  ctx: Ctx,
  { row, open }: Locked,
  terms: (seller: Ctx) => Promise<{ terms: Terms } | Failure>,
): Promise<Failure | undefined> {
  const seller = await asSeller(ctx, row.customer_id);
  const merchantId = await merchantOf(ctx, row.payment_id);
  const as = soldAsOf(ctx, row);
  const failure = await (as ? deliver(seller, row, merchantId, as) : setUpOn(seller, row, merchantId, terms));
  if (failure?.reason !== 'balanceShort') await keepCase(ctx, open.id, { attempts: open.attempts + 1 });
  if (failure) await leaveOnDesk(ctx, row, failure);
  else {
    await keepCase(ctx, open.id, { next_attempt_at: null });
    await noteEvent(ctx, row, 'retried');
  }
  return failure;
}

/** Whether an earlier attempt took effect after all: a lost word is no failure. */
const isDelivered = async (ctx: Ctx, { row }: Locked): Promise<boolean> =>
  row.package_order_id !== null &&
  row.refunded === '0' &&
  row.fulfil_state !== success &&
  (await attemptOf(ctx, row.package_order_id)).isDelivered;

/** What a retry would do with a locked order; refused, where it may not be tried. */
export async function judgeRetry(ctx: Ctx, locked: Locked): Promise<'hasIt' | 'tries'> {
  if (await isDelivered(ctx, locked)) return 'hasIt';
  refuseRetry(locked);
  return 'tries';
}

/** Sets up what a locked order was paid for, unless it turns out to have it. Answers why it could not be started. */
export async function retry(ctx: Ctx, locked: Locked): Promise<Failure | undefined> {
  if ((await judgeRetry(ctx, locked)) === 'tries')
    return attempt(ctx, locked, (seller) => termsNow(seller, locked.row));
  await becameSetUp(ctx, locked.row);
  return undefined;
}

/** Each for itself: what cannot be tried is named with its reason, and the others go on. */
export async function retryCases(ctx: Ctx, { ids }: BodyOf<typeof endpoint>): Promise<AnswerOf<typeof endpoint>> {
  const refused: AnswerOf<typeof endpoint>['refused'] = [];
  const started: RetailOrderRow[] = [];
  for (const id of [...new Set(ids)].sort((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1))) {
    const locked = await lockedFor(ctx, id);
    if (locked instanceof Refused) {
      // A single one is answered as it is.
      if (ids.length === 1) throw locked;
      refused.push({ id, orderNo: '', why: say(locked.refusal.text, ctx.language, locked.facts) });
      continue;
    }
    const failure = await retry(ctx, locked);
    if (failure) refused.push({ id, orderNo: locked.row.order_no, why: say(failure.why, ctx.language) });
    else started.push(locked.row);
  }
  const [first] = started;
  ctx.note({
    objectKind: 'retailOrder',
    objectId: first?.id ?? ids[0] ?? '',
    summary: started
      .map(({ order_no }) => order_no)
      .slice(0, 5)
      .join('、'),
    ...(first ? { customerId: first.customer_id } : {}),
    after: { started: started.length, refused: refused.length },
  });
  return { started: started.length, refused };
}

async function lockedFor(ctx: Ctx, id: string): Promise<Locked | Refused> {
  try {
    const locked = await lockCase(ctx, id);
    await judgeRetry(ctx, locked);
    return locked;
  } catch (error) {
    if (error instanceof Refused) return error;
    throw error;
  }
}
