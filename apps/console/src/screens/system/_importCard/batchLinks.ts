import { CardKind } from '@cardinal/contract/enumerations/card.ts';

const LIST_OF_KIND: Partial<Record<CardKind, string>> = {
  [CardKind.values.voice]: 'voiceCardManagement',
  [CardKind.values.nb]: 'NBCardManagement',
};

/** The list of the cards a batch brought, by their kind. */
export const cardsOfBatch = (batchId: string, kind: CardKind = CardKind.values.flow): string =>
  `/cardsManagement/${LIST_OF_KIND[kind] ?? 'flowCardManagement'}?importBatchId=${batchId}`;
