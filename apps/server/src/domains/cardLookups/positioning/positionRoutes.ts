import {
  findInArea as areaEndpoint,
  listConsents,
  listPositions,
  locateCards as locateEndpoint,
  previewLocation as previewEndpoint,
  recordConsent as recordEndpoint,
  revealPositions as revealEndpoint,
} from '@cardinal/contract/api/cardLookups/positioning.ts';
import { bind, bindList, type Route } from '../../../framework/domain.ts';
import { consentDataset, recordConsent } from './consents.ts';
import { findInArea } from './findInArea.ts';
import { locateCards, previewLocation } from './locateCards.ts';
import { positionDataset, revealPositions } from './positionList.ts';

export const positionRoutes: readonly Route[] = [
  bind(previewEndpoint, (ctx, { body }) => previewLocation(ctx, body)),
  bind(locateEndpoint, (ctx, { body }) => locateCards(ctx, body)),
  bindList(listPositions, positionDataset),
  bind(revealEndpoint, (ctx, { body }) => revealPositions(ctx, body)),
  bind(areaEndpoint, (ctx, { body }) => findInArea(ctx, body)),
  bindList(listConsents, consentDataset),
  bind(recordEndpoint, (ctx, { body }) => recordConsent(ctx, body)),
];
