import { spellingsOf } from '@cardinal/primitives/iccid.ts';
import { applyReadings } from '../../cardCommands/face.ts';
import { addressOf } from '../../cards/face.ts';
import { type CarrierDevice, callCarrier } from '../../carriers/face.ts';
import { knownAgain, noteUnknown } from '../differences/unknownCards.ts';
import type { TurnCard } from '../slots/turnStore.ts';
import type { Heard, TurnReader } from './turnReaders.ts';

/** Status by the carrier's batches where it has them, card by card otherwise. */
export const statusReader: TurnReader = {
  kind: 'status',
  read: async (ctx, { account, isMany, about }, cards) => {
    const readAt = ctx.clock.now();
    const asked = cards.map(addressOf);
    if (isMany) {
      const outcome = await callCarrier(ctx, account.id, 'getDevices', { cards: asked }, about);
      if (outcome.kind === 'unavailable') return { kind: 'unavailable', until: outcome.retryAt, words: outcome.words };
      const answer = outcome.kind === 'ok' ? outcome.answer : { found: [], unknown: [] };
      return statusHeard(account.id, cards, { ...answer, readAt });
    }
    const [address] = asked;
    if (!address) return statusHeard(account.id, cards, { found: [], unknown: [], readAt });
    const outcome = await callCarrier(ctx, account.id, 'getDevice', address, about);
    if (outcome.kind === 'unavailable') return { kind: 'unavailable', until: outcome.retryAt, words: outcome.words };
    const found = outcome.kind === 'ok' ? [outcome.answer] : [];
    const unknown = outcome.kind === 'refused' && outcome.isUnknownCard ? [address.iccid] : [];
    return statusHeard(account.id, cards, { found, unknown, readAt });
  },
};

/** What was said of the cards a batch asked about, as a reading of their status. */
export function statusHeard(
  accountId: string,
  cards: readonly TurnCard[],
  said: { found: readonly CarrierDevice[]; unknown: readonly string[]; readAt: Date },
): Heard {
  const { found, unknown, readAt } = said;
  const known = idsAmong(
    cards,
    found.map((device) => device.iccid),
  );
  const strange = idsAmong(cards, unknown);
  return {
    kind: 'heard',
    readAt,
    answered: [...known, ...strange],
    unknown: strange,
    apply: async (ctx) => {
      await noteUnknown(ctx, strange);
      await knownAgain(ctx, known);
      await applyReadings(ctx, accountId, found, { readAt, isDirect: true });
    },
  };
}

/** The card behind an ICCID that a carrier wrote its own way. */
export function idsByIccid(cards: readonly TurnCard[]): (iccid: string) => string | undefined {
  const ids = new Map(cards.flatMap(({ id, iccid }) => spellingsOf(iccid).map((form) => [form, id] as const)));
  return (iccid) => ids.get(iccid) ?? spellingsOf(iccid).flatMap((form) => ids.get(form) ?? [])[0];
}

/** The cards behind some ICCIDs, each once. */
function idsAmong(cards: readonly TurnCard[], iccids: readonly string[]): string[] {
  const idOf = idsByIccid(cards);
  return [...new Set(iccids.flatMap((iccid) => idOf(iccid) ?? []))];
}
