import type { Ctx } from '../../framework/context.ts';
import { extensionList } from '../../framework/contributions.ts';
import type { NewCardEvent } from './cardEvents.ts';

/** Later rooms hear what was added to the history of cards, in its transaction, once the cards are as it says. */
export const eventHearers =
  extensionList<(ctx: Ctx, events: readonly NewCardEvent[]) => Promise<void>>('cards.eventHearers');
