import * as offers from '@cardinal/contract/api/externalPackages/offers.ts';
import { listSourceOrders } from '@cardinal/contract/api/externalPackages/sourceOrders.ts';
import * as sources from '@cardinal/contract/api/externalPackages/sources.ts';
import { bind, bindList, bindPrepared, type Route } from '../../framework/domain.ts';
import { addSource, askForSync, editSource, enableSource, testSource } from './managing/writeSource.ts';
import { acceptOffer, mapOffer } from './mapping/decideOffer.ts';
import { previewOffer, readChoices } from './mapping/previewOffer.ts';
import { offerDataset } from './reading/offerList.ts';
import { readForm, readSource, sourceDataset } from './reading/sourceList.ts';
import { sourceOrderDataset } from './reading/sourceOrderList.ts';

export const routes: readonly Route[] = [
  bindList(sources.listSources, sourceDataset),
  bind(sources.sourceForm, async () => readForm()),
  bind(sources.readSource, (ctx, { query }) => readSource(ctx, query.id)),
  bindPrepared(sources.addSource, (ctx, { body }) => addSource(ctx, body), { perMinute: 30 }),
  bindPrepared(sources.editSource, (ctx, { body }) => editSource(ctx, body), { perMinute: 30 }),
  bind(sources.enableSource, (ctx, { body }) => enableSource(ctx, body)),
  bindPrepared(sources.testSource, (ctx, { body }) => testSource(ctx, body), { perMinute: 60 }),
  bind(sources.syncSource, (ctx, { body }) => askForSync(ctx, body), { perMinute: 30 }),
  bindList(listSourceOrders, sourceOrderDataset),
  bindList(offers.listOffers, offerDataset),
  bind(offers.previewOffer, (ctx, { query }) => previewOffer(ctx, query)),
  bind(offers.mappingChoices, (ctx, { query }) => readChoices(ctx, query)),
  bind(offers.mapOffer, (ctx, { body }) => mapOffer(ctx, body)),
  bind(offers.acceptOffer, (ctx, { body }) => acceptOffer(ctx, body)),
];
