import { cardNotFound } from '@cardinal/contract/api/cards/cardRefusals.ts';
import { CARD_ACTIONS } from '@cardinal/contract/api/cards/selection.ts';
import type { Platform } from '@cardinal/contract/enumerations/card.ts';
import { text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import { type CardAddress, capabilitiesOf, carrierAccount } from '../../carriers/face.ts';
import { itemAction, type Outcome, type Turn, type TurnItem } from '../../tasks/face.ts';
import { addressOf } from '../cardAddress.ts';
import { writeEvents } from '../cardEvents.ts';
import { accountOfLane } from '../cardItems.ts';
import { lockCard } from '../commands/commandStore.ts';
import { askLine, BEYOND, confirmLinesAt, forgetChange, type LineChange, lineOf, noteAsked } from './lineChanges.ts';
import { LINE_ACTIONS, type LineAction, lineVerdict, standing, targetOf } from './lineRules.ts';

const IN_WORK = text('该功能有未确认的变更', 'A change of it awaits the carrier');

const kbpsOf = (turn: Turn): number | undefined => {
  const { speedKbps } = turn.task.parameters;
  return typeof speedKbps === 'number' ? speedKbps : undefined;
};

/** Asks the carrier for every card of the turn; each stays as it is until the carrier says otherwise. */
async function askLines(ctx: Ctx, turn: Turn, action: LineAction): Promise<void> {
  const accountId = accountOfLane(turn.lane);
  let isAsked = false;
  for (const item of turn.items) {
    if (turn.signal.aborted) break;
    const ready = await ctx.transact((inside) => prepare(inside, turn, item, action));
    if (!ready) continue;
    const { change, address } = ready;
    const outcome = await askLine(ctx, change, address, { taskId: turn.task.id, signal: turn.signal });
    if (outcome.kind === 'unavailable') {
      await ctx.transact(async (inside) => {
        await forgetChange(inside, change);
        await turn.settleIn(inside, [[item, { kind: 'again' }]]);
      });
      turn.holdLane(outcome.retryAt, outcome.words);
      break;
    }
    await ctx.transact(async (inside) => {
      if (outcome.kind === 'refused') {
        const { words } = outcome;
        await forgetChange(inside, change);
        await writeEvents(inside, [{ ...lineOf(change), result: 'refused', carrierWords: words.zh }]);
        return turn.settleIn(inside, [[item, { kind: 'failed', code: 'refused', words }]]);
      }
      const reference = outcome.kind === 'ok' ? outcome.answer.reference : null;
      await sent(inside, change, { isUnclear: outcome.kind === 'unclear', reference });
      return turn.settleIn(inside, [[item, { kind: 'confirming', reference: reference ?? undefined }]]);
    });
    isAsked = true;
  }
  if (isAsked) await confirmLinesAt(ctx, accountId);
}

async function sent(ctx: Ctx, change: LineChange, how: { isUnclear: boolean; reference: string | null }) {
  await noteAsked(ctx, change, how);
  await writeEvents(ctx, [{ ...lineOf(change), result: 'asked', carrierRef: how.reference }]);
}

/** Decides anew on the locked card, and writes down what is about to be asked. */
async function prepare(
  ctx: Ctx,
  turn: Turn,
  item: TurnItem,
  action: LineAction,
): Promise<{ change: LineChange; address: CardAddress } | undefined> {
  const settle = async (outcome: Outcome) => {
    await turn.settleIn(ctx, [[item, outcome]]);
    return undefined;
  };
  const card = item.targetId ? await lockCard(ctx.db, item.targetId) : undefined;
  if (!card) return settle({ kind: 'failed', code: cardNotFound.name, words: cardNotFound.text });
  const { aspect } = LINE_ACTIONS[action];
  const target = targetOf(action, kbpsOf(turn));
  const from = standing(card, aspect);
  const group = { platform: card.platform as Platform, carrierStatus: card.carrier_status, about: from ?? '' };
  const verdict = lineVerdict(group, action, target, await capabilitiesOf(ctx, card.carrier_account_id));
  if (verdict) return settle({ kind: 'skipped', code: verdict.key, words: verdict.words });
  const change: LineChange = {
    card_id: card.id,
    aspect,
    id: ctx.ids.next(),
    iccid: card.iccid,
    customer_id: card.customer_id,
    carrier_account_id: card.carrier_account_id,
    action,
    from_value: from,
    to_value: target,
    task_id: turn.task.id,
    account_id: turn.task.accountId,
    account_name: turn.task.accountName,
    account_customer_id: turn.task.customerId,
    is_sent: false,
    is_unclear: false,
    carrier_ref: null,
    asked_at: ctx.clock.now(),
    sent_at: null,
    next_check_at: null,
    checks: 0,
    tries: 0,
  };
  const made = await ctx
    .beyondScope(BEYOND)
    .insertInto('cards.line_change')
    .values(change)
    .onConflict((conflict) => conflict.columns(['card_id', 'aspect']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!made) return settle({ kind: 'skipped', code: 'lineChangeOpen', words: IN_WORK });
  return { change, address: addressOf(card) };
}

/** The worker died with these items begun: what may have been asked is looked after like a call without an answer. */
async function recoverLines(ctx: Ctx, turn: Turn, action: LineAction): Promise<void> {
  for (const item of turn.items) {
    await ctx.transact(async (inside) => {
      const change = await inside
        .beyondScope(BEYOND)
        .selectFrom('cards.line_change')
        .selectAll()
        .where('card_id', '=', item.targetId ?? '0')
        .where('aspect', '=', LINE_ACTIONS[action].aspect)
        .where('task_id', '=', turn.task.id)
        .forUpdate()
        .executeTakeFirst();
      if (!change) return turn.settleIn(inside, [[item, { kind: 'again' }]]);
      if (!change.is_sent) await sent(inside, change, { isUnclear: true, reference: null });
      return turn.settleIn(inside, [[item, { kind: 'confirming' }]]);
    });
  }
  await confirmLinesAt(ctx, accountOfLane(turn.lane));
}

const ACTIONS = Object.keys(LINE_ACTIONS) as LineAction[];

export const lineActions = ACTIONS.map((action) =>
  itemAction({
    action,
    permissions: CARD_ACTIONS[action],
    chunkSize: 40,
    turnsPerLane: 1,
    run: (ctx, turn) => askLines(ctx, turn, action),
    recover: (ctx, turn) => recoverLines(ctx, turn, action),
    pace: async (ctx, lane) => (await carrierAccount(ctx, accountOfLane(lane)))?.callsPerSecond,
  }),
);
