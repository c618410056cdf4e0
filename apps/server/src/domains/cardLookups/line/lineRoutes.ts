import { editByHand as handEndpoint } from '@cardinal/contract/api/cardLookups/cardByHand.ts';
import { askLine as askEndpoint } from '@cardinal/contract/api/cardLookups/lineReading.ts';
import { bind, type Route } from '../../../framework/domain.ts';
import { askLine } from './askLine.ts';
import { editByHand } from './editByHand.ts';

export const lineRoutes: readonly Route[] = [
  // A carrier is never called inside a transaction.
  bind(askEndpoint, (ctx, { body }) => askLine(ctx, body.id), { transaction: 'none' }),
  bind(handEndpoint, (ctx, { body }) => editByHand(ctx, body)),
];
