import { type Text, text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import type { Outcome } from '../../../outbound/gate/reply.ts';
import { callProvider } from '../../paymentProviders/face.ts';
import type { SplitReturnSeen } from '../../providerAdapters/face.ts';
import { openedReceiver, receiversByIds } from '../receivers/receiverStore.ts';
import { givenBack } from '../sharing/partMoney.ts';
import { keepGiveBack, ofLevels, whileStill } from '../sharing/sharedPayments.ts';
import { isBeyondArrival, nextLook } from '../sharing/splitRules.ts';
import type { GiveBackRow, SharedPaymentRow } from '../splitTables.ts';

const DESCRIPTION = '用户退款';

type Locked = { readonly shared: SharedPaymentRow; readonly row: GiveBackRow };

const still = (
  ctx: Ctx,
  { id, payment_id }: GiveBackRow,
  state: GiveBackRow['state'],
  act: (inside: Ctx, locked: Locked) => Promise<void>,
): Promise<void> =>
  whileStill<GiveBackRow>(
    ctx,
    payment_id,
    state,
    (inside) =>
      ofLevels(inside)
        .selectFrom('split_orders.give_back')
        .selectAll()
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst(),
    act,
  );

/** Of which split, from which account, in which currency. */
async function partOf(ctx: Ctx, { part_id }: GiveBackRow) {
  const part = await ofLevels(ctx)
    .selectFrom('split_orders.part as p')
    .innerJoin('split_orders.split as s', 's.id', 'p.split_id')
    .select(['p.receiver_id', 'p.currency', 's.split_no'])
    .where('p.id', '=', part_id)
    .executeTakeFirstOrThrow();
  const receiver = (await receiversByIds(ctx, [part.receiver_id])).get(part.receiver_id);
  if (!receiver) throw new Error(`No receiver ${part.receiver_id}`);
  return { ...part, account: openedReceiver(ctx, receiver).account };
}

/** Asks a receiver's part back, or how far that is: marked as sent before, asked after before it is sent again. */
export async function stepGiveBack(ctx: Ctx, id: string): Promise<void> {
  const back = await ofLevels(ctx)
    .selectFrom('split_orders.give_back')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  if (back?.state === 'waiting') {
    let sent: GiveBackRow | undefined;
    await still(ctx, back, 'waiting', async (inside, { row: locked }) => {
      sent = await markSent(inside, locked);
    });
    if (sent) await send(ctx, sent);
  } else if (back?.state === 'sent') await follow(ctx, back);
}

async function markSent(ctx: Ctx, locked: GiveBackRow): Promise<GiveBackRow> {
  const now = ctx.clock.now();
  const change = {
    state: 'sent' as const,
    sends: locked.sends + 1,
    sent_at: now,
    is_refused: false,
    next_at: nextLook(now, locked.steps),
  };
  await keepGiveBack(ctx, locked.id, change);
  return { ...locked, ...change };
}

async function send(ctx: Ctx, back: GiveBackRow): Promise<void> {
  const { split_no: splitNo, account } = await partOf(ctx, back);
  const heard = await callProvider(ctx, back.merchant_id, 'returnSplit', {
    returnNo: back.return_no,
    splitNo,
    account,
    amount: BigInt(back.amount),
    description: DESCRIPTION,
  });
  await still(ctx, back, 'sent', async (inside, locked) => {
    if (heard.kind === 'ok') return applySeen(inside, locked, heard.answer);
    if (heard.kind === 'refused' && locked.row.sends === 1) return owed(inside, locked.row, heard.words, heard.code);
    return later(inside, locked.row, heard);
  });
}

const later = (ctx: Ctx, back: GiveBackRow, heard?: Exclude<Outcome<SplitReturnSeen>, { kind: 'ok' }>) => {
  const steps = back.steps + 1;
  return keepGiveBack(ctx, back.id, {
    steps,
    next_at: nextLook(ctx.clock.now(), steps),
    ...(heard ? { reason_zh: heard.words.zh, reason_en: heard.words.en } : {}),
    ...(heard?.kind === 'refused' && !heard.isUnknown ? { said: heard.code, is_refused: true } : {}),
  });
};

async function follow(ctx: Ctx, back: GiveBackRow): Promise<void> {
  const { split_no: splitNo } = await partOf(ctx, back);
  const heard = await callProvider(ctx, back.merchant_id, 'queryReturn', { returnNo: back.return_no, splitNo });
  let again: GiveBackRow | undefined;
  await still(ctx, back, 'sent', async (inside, locked) => {
    if (heard.kind === 'ok') return applySeen(inside, locked, heard.answer);
    const isUnknown = heard.kind === 'refused' && heard.isUnknown === true;
    if (!isUnknown) {
      const { reason_zh, reason_en } = { reason_zh: heard.words.zh, reason_en: heard.words.en };
      const steps = locked.row.steps + 1;
      return keepGiveBack(inside, back.id, {
        steps,
        reason_zh,
        reason_en,
        next_at: nextLook(inside.clock.now(), steps),
      });
    }
    if (!locked.row.is_refused) {
      again = await markSent(inside, { ...locked.row, steps: locked.row.steps + 1 });
      return undefined;
    }
    if (!isBeyondArrival(locked.row.sent_at, inside.clock.now())) return later(inside, locked.row);
    const { reason_zh, reason_en, said } = locked.row;
    return owed(inside, locked.row, text(reason_zh ?? '', reason_en ?? ''), said);
  });
  if (again) await send(ctx, again);
}

/** The receiver does not give it back: its profit, which the refund took, stays below. */
const owed = (ctx: Ctx, { id }: GiveBackRow, words: Text | null, said: string | null): Promise<void> =>
  keepGiveBack(ctx, id, {
    state: 'owed',
    said,
    reason_zh: words?.zh ?? null,
    reason_en: words?.en ?? null,
    next_at: null,
    ended_at: ctx.clock.now(),
  });

async function applySeen(ctx: Ctx, { shared, row: back }: Locked, seen: SplitReturnSeen): Promise<void> {
  if (seen.state === 'failed') return owed(ctx, back, seen.failWords, seen.failCode ?? seen.said);
  if (seen.state !== 'done' || seen.amount !== BigInt(back.amount)) {
    const steps = back.steps + 1;
    return keepGiveBack(ctx, back.id, { steps, said: seen.said, next_at: nextLook(ctx.clock.now(), steps) });
  }
  const { currency } = await partOf(ctx, back);
  const transaction_id = await givenBack(ctx, shared, back, currency);
  return keepGiveBack(ctx, back.id, {
    state: 'done',
    transaction_id,
    provider_no: seen.providerNo,
    said: seen.said,
    reason_zh: null,
    reason_en: null,
    next_at: null,
    ended_at: ctx.clock.now(),
  });
}
