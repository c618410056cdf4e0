import { spellingsOf } from '@cardinal/primitives/iccid.ts';
import { applyReadings } from '../../cardCommands/face.ts';
import { addressOf } from '../../cards/face.ts';
import { type CarrierDevice, callCarrier } from '../../carriers/face.ts';
import { knownAgain, noteUnknown } from '../differences/unknownCards.ts';
import type { DueCard } from '../slots/pollSlotStore.ts';
import type { Heard, PollReader } from './pollReaders.ts';

/** Polls status in the carrier's batches if it has them, otherwise card by card. */
export const statusReader: PollReader = {
  kind: 'status',
  read: async (ctx, { account, isMany, about }, cards) => {
    const readAt = ctx.clock.now();
    const asked = cards.map(addressOf);
    if (isMany) {
      const outcome = await callCarrier(ctx, account.id, 'getDevices', { cards: asked }, about);
      if (outcome.kind === 'unavailable') return { kind: 'unavailable', until: outcome.retryAt, words: outcome.words };
      const answer = outcome.kind === 'ok' ? outcome.answer : { found: [], unknown: [] };
      return toStatusReadings(account.id, cards, { ...answer, readAt });
    }
    const [address] = asked;
    if (!address) return toStatusReadings(account.id, cards, { found: [], unknown: [], readAt });
    const outcome = await callCarrier(ctx, account.id, 'getDevice', address, about);
    if (outcome.kind === 'unavailable') return { kind: 'unavailable', until: outcome.retryAt, words: outcome.words };
    const found = outcome.kind === 'ok' ? [outcome.answer] : [];
    const unknown = outcome.kind === 'refused' && outcome.isUnknown ? [address.iccid] : [];
    return toStatusReadings(account.id, cards, { found, unknown, readAt });
  },
};

/** Converts a batch's answer into status readings of the requested cards. */
export function toStatusReadings(
  accountId: string,
  cards: readonly DueCard[],
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

/** Finds the card behind an ICCID in the carrier's spelling. */
export function idsByIccid(cards: readonly DueCard[]): (iccid: string) => string | undefined {
  const ids = new Map(cards.flatMap(({ id, iccid }) => spellingsOf(iccid).map((form) => [form, id] as const)));
  return (iccid) => ids.get(iccid) ?? spellingsOf(iccid).flatMap((form) => ids.get(form) ?? [])[0];
}

/** The cards behind some ICCIDs, each once. */
function idsAmong(cards: readonly DueCard[], iccids: readonly string[]): string[] {
  const idOf = idsByIccid(cards);
  return [...new Set(iccids.flatMap((iccid) => idOf(iccid) ?? []))];
}
