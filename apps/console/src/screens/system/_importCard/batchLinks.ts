import type { CardKind } from '@cardinal/contract/enumerations/card.ts';
import { cardListPath } from '@cardinal/contract/routes/cardLists.ts';

/** The cards a batch brought, in the list of their kind. */
export const cardsOfBatch = (importBatchId: string, kind: CardKind): string => cardListPath(kind, { importBatchId });
