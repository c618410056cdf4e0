import { iccidKey } from '@cardinal/primitives/iccid.ts';
import { text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import { mapConcurrently } from '../../../framework/mapConcurrently.ts';
import { addressOf, type CardRow } from '../../cards/face.ts';
import { callCarrier, capabilitiesOf } from '../../carriers/face.ts';
import { answered, CarrierUnavailable } from '../commands/carrierUnavailable.ts';
import { whenStillAsBefore } from '../commands/confirmRules.ts';
import { kindOf, matchesRequest } from './changeKinds.ts';
import { confirmChangesAt } from './changeSchedule.ts';
import {
  type AskedChange,
  askFor,
  cardsOf,
  forgetChange,
  nextDueAt,
  noteAsked,
  noteChecked,
  postponeChanges,
  takeDueChanges,
} from './changeStore.ts';
import { confirmChange, failChange, keepWhiteList } from './endChange.ts';
import { type Found, type Read, readInDevice, readInServices, readInWhiteList, withOrder } from './findings.ts';
import { type Devices, type ReadFrom, readDevices } from './readDevices.ts';

const MOST_AT_ONCE = 200;
/** Concurrent checks; the account's gate enforces its own limit. */
const MAX_CONCURRENT = 8;
/** After this many checks, a card missing in the list of changes is queried on its own. */
const LIST_LOOKS = 3;
const GIVEN_UP = text(
  '多次下发后运营商侧仍未改变，请稍后刷新核实',
  'Sent several times, but the carrier has not changed it. Refresh later to check.',
);
const ONLY_ANSWER = text(
  '以运营商的应答为准：该通道不能回读',
  'Based on the carrier’s response; this account cannot read it back',
);
const NOT_KNOWN = text(
  '运营商没有明确应答，该通道不能回读',
  'The carrier gave no clear response, and this account cannot read it back',
);

/** A change with the card it is of. */
type Open = { readonly change: AskedChange; readonly card: CardRow };

/** Checks every due change of an account once and schedules the next check. */
export async function confirmChanges(ctx: Ctx, accountId: string, signal: AbortSignal): Promise<void> {
  const can = await capabilitiesOf(ctx, accountId);
  if (!can) return;
  try {
    await look(ctx, { accountId, can, signal });
  } catch (error) {
    if (!(error instanceof CarrierUnavailable)) throw error;
    await postponeChanges(ctx, accountId, error.until);
  }
  const next = await nextDueAt(ctx, accountId);
  if (next) await confirmChangesAt(ctx, accountId, next);
}

async function look(ctx: Ctx, from: ReadFrom): Promise<void> {
  const due = await takeDueChanges(ctx, from.accountId, MOST_AT_ONCE);
  const cards = await cardsOf(ctx, due);
  const open: Open[] = [];
  for (const change of due) {
    const card = cards.get(change.card_id);
    if (card) open.push({ change, card });
    else await forgetChange(ctx, change);
  }
  const devices = await devicesOf(ctx, from, open);
  await mapConcurrently(
    open,
    MAX_CONCURRENT,
    (one) => lookAt(ctx, from, one, devices),
    () => !from.signal.aborted,
  );
}

/** A reading may have updated the card in the meantime. */
const isThere = ({ change, card }: Open) => matchesRequest(card, { aspect: change.aspect, to: change.to_value });

const devicesOf = (ctx: Ctx, from: ReadFrom, open: readonly Open[]): Promise<Devices> =>
  readDevices(
    ctx,
    from,
    open
      .filter((one) => kindOf(one.change.aspect).readBy === 'getDevice' && !isThere(one))
      .map(({ change, card }) => ({ card, listedSince: change.checks < LIST_LOOKS ? change.sent_at : null })),
  );

/** Asks the carrier for the result: by the card's present value, otherwise by the order number. */
async function learn(ctx: Ctx, from: ReadFrom, { change, card }: Open, devices: Devices): Promise<Found> {
  const { accountId, can } = from;
  const address = addressOf(card);
  const about = { taskId: change.task_id };
  const read = async (): Promise<Read> => {
    if (isThere({ change, card })) return 'asWanted';
    const { readBy } = kindOf(change.aspect);
    if (readBy === null || !can.operations.includes(readBy)) return 'unreadable';
    if (readBy === 'getDevice') return readInDevice(devices.get(iccidKey(card.iccid)), change.to_value);
    if (readBy === 'getWhiteList') return readWhiteList(ctx, from, { change, card });
    const said = answered(await callCarrier(ctx, accountId, readBy, address, about));
    return said.kind === 'ok' ? readInServices(said.answer, { aspect: change.aspect, to: change.to_value }) : 'waiting';
  };
  const found = await read();
  const reference = change.carrier_ref;
  if (found === 'asWanted' || !reference || !can.operations.includes('getOrder')) return found;
  const order = answered(await callCarrier(ctx, accountId, 'getOrder', { ...address, reference }, about));
  return order.kind === 'ok' ? withOrder(found, order.answer) : 'waiting';
}

/** A white list that was read is stored, whether it matches the request or not. */
async function readWhiteList(ctx: Ctx, { accountId }: ReadFrom, { change, card }: Open): Promise<Read> {
  const about = { taskId: change.task_id };
  const said = answered(await callCarrier(ctx, accountId, 'getWhiteList', addressOf(card), about));
  if (said.kind !== 'ok') return 'waiting';
  await ctx.transact((inside) => keepWhiteList(inside, card.id, said.answer.numbers));
  return readInWhiteList(said.answer, change.to_value);
}

async function lookAt(ctx: Ctx, from: ReadFrom, one: Open, devices: Devices): Promise<unknown> {
  const { change } = one;
  const found = await learn(ctx, from, one, devices);
  if (typeof found === 'object') {
    return ctx.transact((inside) => failChange(inside, change, 'refused', found.refused));
  }
  switch (found) {
    case 'asWanted':
      return ctx.transact((inside) => confirmChange(inside, change));
    case 'unreadable':
      return ctx.transact((inside) =>
        change.is_unclear
          ? failChange(inside, change, 'timedOut', NOT_KNOWN)
          : confirmChange(inside, change, ONLY_ANSWER),
      );
    case 'waiting':
      return noteChecked(ctx, change);
    case 'asBefore':
      return stillAsBefore(ctx, from, one);
  }
}

async function stillAsBefore(ctx: Ctx, from: ReadFrom, one: Open): Promise<unknown> {
  const { change, card } = one;
  const waiting = { isUnclear: change.is_unclear, sentAt: change.sent_at ?? change.asked_at, tries: change.tries };
  switch (whenStillAsBefore(waiting, ctx.clock.now())) {
    case 'wait':
      return noteChecked(ctx, change);
    case 'giveUp':
      return ctx.transact((inside) => failChange(inside, change, 'timedOut', GIVEN_UP));
    case 'askAgain': {
      const outcome = await askFor(ctx, change, addressOf(card), { taskId: change.task_id });
      if (outcome.kind === 'unavailable' && outcome.isThisCard) return noteChecked(ctx, change, outcome.retryAt);
      const said = answered(outcome);
      if (said.kind !== 'refused') {
        const reference = said.kind === 'ok' ? said.answer.reference : null;
        return noteAsked(ctx, change, { isUnclear: said.kind === 'unclear', reference });
      }
      // The refusal may mean that the change has just been made.
      const now = await learn(ctx, from, one, await devicesOf(ctx, from, [one]));
      return ctx.transact((inside) =>
        now === 'asWanted' ? confirmChange(inside, change) : failChange(inside, change, 'refused', said.words),
      );
    }
  }
}
