import { editByHand as handEndpoint } from '@cardinal/contract/api/cardLookups/cardByHand.ts';
import { askLine as askEndpoint } from '@cardinal/contract/api/cardLookups/lineReading.ts';
import { bind, bindPrepared, type Route } from '../../../framework/domain.ts';
import { askLine } from './askLine.ts';
import { editByHand } from './editByHand.ts';

export const lineRoutes: readonly Route[] = [
  bindPrepared(askEndpoint, (ctx, { body }) => askLine(ctx, body.id)),
  bind(handEndpoint, (ctx, { body }) => editByHand(ctx, body)),
];
