import { CardKind, Platform } from '@cardinal/contract/enumerations/card.ts';

export type Family = 'flow' | 'voice';

type Known = {
  readonly id: string;
  readonly iccid: string;
  readonly platform: Platform;
  readonly kind: CardKind;
};

export const familyOf = (kind: CardKind): Family => (kind === CardKind.values.voice ? 'voice' : 'flow');

/** A carrier's name in an address. */
const wordOf = (platform: Platform): string => Platform.keyOf(platform);

/** A carrier's name in an address, or its number: both are equivalent. */
export const platformOf = (word: string): Platform | undefined =>
  Platform.options.find(({ key, value }) => key === word || String(value) === word)?.value;

/** The path of a card's read-only detail; a card with a masked number uses its id. */
export const readonlyPathOf = (card: Known): string =>
  `/readonlyCard/${familyOf(card.kind)}/${wordOf(card.platform)}/${card.iccid.includes('*') ? `id-${card.id}` : encodeURIComponent(card.iccid)}`;
