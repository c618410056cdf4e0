import type { SelectionSource } from '@cardinal/contract/api/cardBatches/selection.ts';
import type { CardKind } from '@cardinal/contract/enumerations/card.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import type { CardBulkAction } from '../../../kit/bulk/cardBulkAction.ts';

const words = {
  apply: text('应用新版本到已有卡', 'Apply the new version to existing cards'),
  what: text(
    '这些卡改按产品的当前版本；不应用则只有新卡按新版本，以后仍可在产品详情中应用。',
    'These cards move to the product’s current version. Otherwise only new cards use it; you can apply it later from the product detail.',
  ),
};

/** The selection and the action that update all cards of a product to its current version. */
export function applyTerms(
  product: { code: string; kind: CardKind; cards: number },
  t: (text: Text) => string,
): {
  bulk: CardBulkAction;
  picked: { source: SelectionSource; count: number };
} {
  return {
    bulk: {
      action: 'change_product',
      label: words.apply,
      consequence: t(words.what),
      given: { productCode: product.code },
    },
    picked: {
      source: { kind: 'filter', query: { productCode: [product.code], kind: [product.kind] } },
      count: product.cards,
    },
  };
}
