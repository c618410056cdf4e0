import type { readCardMoment } from '@cardinal/contract/api/cardViews/timeMachine.ts';
import { listCarrierCalls } from '@cardinal/contract/api/carriers/carriers.ts';
import type { CommandState, Platform } from '@cardinal/contract/enumerations/card.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { lifecycleOf } from '@cardinal/contract/statuses/cardStatus.ts';
import { type Ctx, holds } from '../../../framework/context.ts';
import { type CommandRow, commandFor, commandOf } from '../../cardCommands/face.ts';
import type { CardRow, HistoryLine, Standing } from '../../cards/face.ts';
import { callsAbout } from '../../carriers/face.ts';
import { mayKnow } from '../detail/stopReasons.ts';
import { answerTo, moverOf, setterOf } from '../detail/whyRules.ts';

type Why = AnswerOf<typeof readCardMoment>['why'][number];

const MOST_CALLS = 20;
/** A call is logged when it ends; clocks of several processes differ a little. */
const MARGIN_MS = 5_000;

/**
 * Why the card was stopped at a given time: for each stop reason, or for the carrier's own stop, who set it, the command, the
 * calls and the answer, as far as they existed then. `lines`: up to that time, oldest first.
 */
export async function whyStopped(
  ctx: Ctx,
  card: CardRow,
  standing: Standing,
  lines: readonly HistoryLine[],
  at: Date,
): Promise<Why[]> {
  const { reasons = [], status } = standing;
  if (reasons.length > 0) {
    return Promise.all(reasons.map((reason) => chain(ctx, card, reason, setterOf(lines, reason), lines, at)));
  }
  const isStopped = status !== undefined && lifecycleOf(card.platform as Platform, status) === 'stopped';
  return isStopped ? [await chain(ctx, card, null, moverOf(lines, status), lines, at)] : [];
}

async function chain(
  ctx: Ctx,
  card: CardRow,
  reason: number | null,
  line: HistoryLine | undefined,
  lines: readonly HistoryLine[],
  at: Date,
): Promise<Why> {
  if (!line || !mayKnow(ctx, line.customerId)) return { reason, set: null, command: null, calls: null, answer: null };
  const isKnown = mayKnow(ctx, line.actorCustomerId);
  const command = await commandBehind(ctx, card.id, reason, line);
  const answer = command ? answerTo(lines, command.id) : undefined;
  return {
    reason,
    set: {
      at: line.at.toISOString(),
      action: line.action as NonNullable<Why['set']>['action'],
      source: line.source as NonNullable<Why['set']>['source'],
      by: isKnown ? line.actorName : null,
      words: line.reason,
      taskId: isKnown ? line.taskId : null,
    },
    command: command ? shownCommand(command, answer) : null,
    calls: command ? await callsOf(ctx, command, at) : null,
    answer: answer
      ? {
          result: answer.result as NonNullable<Why['answer']>['result'],
          at: answer.at.toISOString(),
          words: answer.carrierWords,
        }
      : null,
  };
}

/** The command of the record itself; a rule's reason stands first, and a command carries it out. */
async function commandBehind(ctx: Ctx, cardId: string, reason: number | null, line: HistoryLine) {
  if (line.commandId) return commandOf(ctx.db, cardId, line.commandId);
  return reason === null ? undefined : commandFor(ctx.db, { cardId, reason, since: line.at });
}

/** The command as of that time: later answers are not included. */
const shownCommand = (command: CommandRow, answer: HistoryLine | undefined): Why['command'] => ({
  action: command.action as NonNullable<Why['command']>['action'],
  askedAt: command.asked_at.toISOString(),
  state: answer ? (answer.result as CommandState) : 'sent',
  tries: command.tries,
});

/** The carrier calls of a command; empty for callers who may not read the call log. */
async function callsOf(ctx: Ctx, command: CommandRow, at: Date): Promise<Why['calls']> {
  const { permission } = listCarrierCalls;
  if (typeof permission === 'string' || !permission.some((each) => holds(ctx.actor, each))) return null;
  const end = command.closed_at && command.closed_at < at ? command.closed_at : at;
  const calls = await callsAbout(ctx, {
    iccid: command.iccid,
    operations: ['setStatus', 'getDevice'],
    from: new Date(command.asked_at.getTime() - MARGIN_MS),
    to: new Date(end.getTime() + MARGIN_MS),
    most: MOST_CALLS,
  });
  return calls.map((call) => ({
    id: call.id,
    at: call.at.toISOString(),
    operation: call.operation,
    outcome: call.outcome,
    attempt: call.attempt,
    httpStatus: call.http_status,
    carrierCode: call.carrier_code,
    carrierWords: call.carrier_words,
    durationMs: call.duration_ms,
    reference: call.reference,
    requestId: call.request_id,
  }));
}
