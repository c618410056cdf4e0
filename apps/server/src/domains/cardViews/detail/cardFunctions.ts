import {
  type readCard as endpoint,
  type FunctionAction,
  LINE_FUNCTIONS,
  type LineFunction,
} from '@cardinal/contract/api/cardViews/cardDetail.ts';
import { CardKind } from '@cardinal/contract/enumerations/card.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { guardOfAction } from '@cardinal/contract/permissions/batchActions.ts';
import { say } from '@cardinal/primitives/text.ts';
import { type Ctx, holds } from '../../../framework/context.ts';
import { channelOf, NOT_OFFERED, notOfferedBy } from '../../cardBatches/face.ts';
import { changeUnavailableReason, isChangeAction } from '../../cardCommands/face.ts';
import { actionText, type CardRow } from '../../cards/face.ts';

type Functions = AnswerOf<typeof endpoint>['functions'];

const { flow, voice, nb, esim } = CardKind.values;

/** The functions relevant for each card kind. */
const FUNCTIONS_OF: Readonly<Record<number, readonly LineFunction[]>> = {
  [flow]: ['data', 'sms'],
  [voice]: ['voice', 'sms', 'data'],
  [nb]: ['data', 'sms'],
  [esim]: ['data', 'sms'],
};

/** Actions for one card kind only. */
const KIND_OF: Readonly<Partial<Record<FunctionAction, CardKind>>> = { set_white_list: voice };

/**
 * The functions of a card's line, each with its actions and why one is not available: the interface does not offer it, or the
 * state is reached already.
 */
export async function functionsOf(ctx: Ctx, card: CardRow): Promise<Functions> {
  const kind = card.kind as CardKind;
  const channel = await channelOf(ctx, card.carrier_account_id);
  const isOn: Readonly<Record<LineFunction, boolean | null>> = {
    data: card.data_on,
    voice: card.voice_on,
    sms: card.sms_on,
  };
  const why = (action: FunctionAction): string | null => {
    if (!isChangeAction(action)) return say(NOT_OFFERED, ctx.language, { action: actionText(action) });
    const words =
      notOfferedBy(ctx, channel, action) ?? changeUnavailableReason(card, action, channel.capabilities)?.words;
    return words ? say(words, ctx.language) : null;
  };
  return (FUNCTIONS_OF[kind] ?? []).map((name) => ({
    name,
    isOn: isOn[name],
    actions: LINE_FUNCTIONS[name]
      .filter((action) => (KIND_OF[action] ?? kind) === kind)
      .filter((action) => guardOfAction(action, kind).some((permission) => holds(ctx.actor, permission)))
      .map((action) => ({ action, why: why(action) })),
  }));
}
