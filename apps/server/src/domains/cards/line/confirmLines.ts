import { idSchema } from '@cardinal/contract/framework/endpoint.ts';
import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import type { Ctx } from '../../../framework/context.ts';
import { job } from '../../../framework/domain.ts';
import { type CardAddress, callCarrier, capabilitiesOf, type OperationName } from '../../carriers/face.ts';
import { whenStillAsBefore } from '../commands/confirmRules.ts';
import { confirmLine, failLine } from './endLine.ts';
import {
  addressOfChange,
  askLine,
  BEYOND,
  CONFIRM_LINES,
  confirmLinesAt,
  type LineChange,
  noteAsked,
  noteChecked,
} from './lineChanges.ts';
import { ON } from './lineRules.ts';

const MOST_AT_ONCE = 200;
const GIVEN_UP = text(
  '多次下发后运营商侧仍未改变，请稍后刷新核实',
  'Asked several times and nothing has changed at the carrier; refresh later to check',
);
const ONLY_ANSWER = text(
  '以运营商的应答为准：该通道不能回读',
  "By the carrier's answer: this account offers no reading of it",
);
const NOT_KNOWN = text(
  '运营商没有明确应答，该通道不能回读',
  'The carrier gave no clear answer, and this account offers no reading of it',
);

export const confirmLinesJob = job({
  name: CONFIRM_LINES,
  payload: z.object({ carrierAccountId: idSchema }),
  keyed: 'waiting',
  concurrency: 2,
  run: (ctx, { carrierAccountId }, signal) => confirmLines(ctx, carrierAccountId, signal),
});

/** Finds what is due and looked after by nobody. */
export const confirmLinesSweep = job({
  name: 'cards.confirmLinesSweep',
  payload: z.object({}),
  schedule: '* * * * *',
  run: async (ctx) => {
    const rows = await ctx.db
      .selectFrom('cards.line_change')
      .select('carrier_account_id')
      .distinct()
      .where('is_sent', '=', true)
      .where('next_check_at', '<=', ctx.clock.now())
      .execute();
    for (const row of rows) await confirmLinesAt(ctx, row.carrier_account_id);
  },
});

const open = (ctx: Ctx, accountId: string) =>
  ctx
    .beyondScope(BEYOND)
    .selectFrom('cards.line_change')
    .where('carrier_account_id', '=', accountId)
    .where('is_sent', '=', true);

/** Looks after every change that is due; the next look is booked. */
export async function confirmLines(ctx: Ctx, accountId: string, signal: AbortSignal): Promise<void> {
  const offered = new Set((await capabilitiesOf(ctx, accountId))?.operations ?? []);
  const due = await open(ctx, accountId)
    .selectAll()
    .where('next_check_at', '<=', ctx.clock.now())
    .orderBy('next_check_at')
    .orderBy('card_id')
    .limit(MOST_AT_ONCE)
    .execute();
  for (const change of due) {
    if (signal.aborted) return;
    const retryAt = await lookAt(ctx, change, offered);
    if (!retryAt) continue;
    await ctx
      .beyondScope(BEYOND)
      .updateTable('cards.line_change')
      .set({ next_check_at: retryAt })
      .where('carrier_account_id', '=', accountId)
      .where('is_sent', '=', true)
      .where('next_check_at', '<', retryAt)
      .execute();
    break;
  }
  const next = await open(ctx, accountId)
    .select((on) => on.fn.min('next_check_at').as('at'))
    .executeTakeFirst();
  if (next?.at) await confirmLinesAt(ctx, accountId, next.at);
}

type Found =
  | 'asWanted'
  | 'asBefore'
  | 'waiting'
  | 'unreadable'
  | { readonly retryAt: Date }
  | { readonly refused: typeof GIVEN_UP };

/** What the carrier says became of it: by the order's number where it gave one, else by how the line stands. */
async function learn(
  ctx: Ctx,
  change: LineChange,
  address: CardAddress,
  offered: ReadonlySet<OperationName>,
): Promise<Found> {
  const { carrier_account_id: accountId, carrier_ref: reference } = change;
  const about = { taskId: change.task_id };
  if (reference && offered.has('getOrder')) {
    const order = await callCarrier(ctx, accountId, 'getOrder', { ...address, reference }, about);
    if (order.kind === 'unavailable') return { retryAt: order.retryAt };
    if (order.kind !== 'ok') return 'waiting';
    if (order.answer.state === 'done') return 'asWanted';
    if (order.answer.state === 'failed') return { refused: order.answer.words };
    if (order.answer.state === 'waiting') return 'waiting';
  }
  if (change.aspect !== 'speed' && offered.has('getServices')) {
    const read = await callCarrier(ctx, accountId, 'getServices', address, about);
    if (read.kind === 'unavailable') return { retryAt: read.retryAt };
    if (read.kind !== 'ok') return 'waiting';
    const lines = read.answer.services.filter(({ service }) => service === change.aspect);
    if (lines.length > 0) {
      return lines.every(({ isOn }) => isOn === (change.to_value === ON)) ? 'asWanted' : 'asBefore';
    }
  }
  return 'unreadable';
}

/** Answers when the carrier can be asked again, where it cannot now. */
async function lookAt(ctx: Ctx, change: LineChange, offered: ReadonlySet<OperationName>): Promise<Date | undefined> {
  const address = await addressOfChange(ctx, change);
  const found = await learn(ctx, change, address, offered);
  if (typeof found === 'object') {
    if ('retryAt' in found) return found.retryAt;
    await ctx.transact((inside) => failLine(inside, change, 'refused', found.refused));
    return undefined;
  }
  switch (found) {
    case 'asWanted':
      await ctx.transact((inside) => confirmLine(inside, change));
      return undefined;
    case 'unreadable':
      await ctx.transact((inside) =>
        change.is_unclear ? failLine(inside, change, 'timedOut', NOT_KNOWN) : confirmLine(inside, change, ONLY_ANSWER),
      );
      return undefined;
    case 'waiting':
      await noteChecked(ctx, change);
      return undefined;
    case 'asBefore':
      return stillAsBefore(ctx, change, address);
  }
}

async function stillAsBefore(ctx: Ctx, change: LineChange, address: CardAddress): Promise<Date | undefined> {
  const waiting = { isUnclear: change.is_unclear, sentAt: change.sent_at ?? change.asked_at, tries: change.tries };
  switch (whenStillAsBefore(waiting, ctx.clock.now())) {
    case 'wait':
      await noteChecked(ctx, change);
      return undefined;
    case 'giveUp':
      await ctx.transact((inside) => failLine(inside, change, 'timedOut', GIVEN_UP));
      return undefined;
    case 'askAgain': {
      const outcome = await askLine(ctx, change, address, { taskId: change.task_id });
      if (outcome.kind === 'unavailable') return outcome.retryAt;
      if (outcome.kind === 'refused') {
        await ctx.transact((inside) => failLine(inside, change, 'refused', outcome.words));
        return undefined;
      }
      const reference = outcome.kind === 'ok' ? outcome.answer.reference : null;
      await noteAsked(ctx, change, { isUnclear: outcome.kind === 'unclear', reference });
      return undefined;
    }
  }
}
