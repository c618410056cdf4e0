import type { CardKind, Lifecycle } from '@cardinal/contract/enumerations/card.ts';
import type { ProductGap, ProductState } from '@cardinal/contract/enumerations/product.ts';
import { ProductGap as Gaps } from '@cardinal/contract/enumerations/product.ts';
import { cardListPath } from '@cardinal/contract/routes/cardLists.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Span } from '@cardinal/ui/layout/Text.tsx';
import type { StatusLook } from '@cardinal/ui/StatusTag.tsx';

const COMPLETE = text('完整', 'Complete');

export const PRODUCT_LOOKS: Readonly<Record<ProductState, StatusLook>> = {
  draft: { shape: 'ring', tone: 'neutral' },
  on: { shape: 'disc', tone: 'good' },
  off: { shape: 'square', tone: 'neutral' },
};

/** Why a product cannot be sold, or that it can. */
export function Completeness({ gaps }: { gaps: readonly ProductGap[] }) {
  const t = useText();
  if (gaps.length === 0) return <Span ink="secondary">{t(COMPLETE)}</Span>;
  return <Span ink="warning">{gaps.map((gap) => t(Gaps.labelOf(gap))).join(' · ')}</Span>;
}

/** The cards of a product in the list of their kind. */
export const cardsPath = ({ code, kind }: { code: string; kind: CardKind }, lifecycle?: Lifecycle): string =>
  cardListPath(kind, { productCode: code, ...(lifecycle ? { lifecycle } : {}) });
