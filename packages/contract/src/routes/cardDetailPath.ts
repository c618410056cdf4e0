import { CardKind, Platform } from '../enumerations/card.ts';

const { Lt, Yd, Dx, Gj, Gd, thirdParty, other } = Platform.values;

/** The detail screen of a card's carrier and kind, as an address without the English prefix. */
export function detailPathOf(card: {
  readonly id: string;
  readonly iccid: string;
  readonly platform: Platform;
  readonly kind: CardKind;
}): string {
  const isVoice = card.kind === CardKind.values.voice;
  const at = (name: string) => `/cardsManagement/${name}?iccid=${encodeURIComponent(card.iccid)}`;
  switch (card.platform) {
    case Lt:
      return at(isVoice ? 'cardDetailLts' : 'cardDetailLt');
    case Yd:
      return at(isVoice ? 'cardDetailYds' : 'cardDetailYd');
    case Dx:
      return at('cardDetailDx');
    case Gj:
      return at('cardDetailGj');
    case Gd:
      return at('cardDetailGd');
    case thirdParty:
    case other:
      return `/cardsManagement/cardDetailOther/${card.id}`;
    default:
      return at('cardDetailLt');
  }
}
