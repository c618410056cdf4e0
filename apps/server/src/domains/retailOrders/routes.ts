import * as endUserOrders from '@cardinal/contract/api/retailOrders/endUserOrders.ts';
import * as listings from '@cardinal/contract/api/retailOrders/listings.ts';
import * as retailOrders from '@cardinal/contract/api/retailOrders/retailOrders.ts';
import { bind, bindList, type Route } from '../../framework/domain.ts';
import { buy } from './buying/buy.ts';
import { addListing, editListing, previewListings, readListable, shelveListing } from './listings/editListings.ts';
import { listingDataset } from './listings/listingList.ts';
import { followOrder, readCardPackages, readOrders } from './reading/endUserReads.ts';
import { remarkOrder, retailOrderDataset } from './reading/retailOrderList.ts';

export const routes: readonly Route[] = [
  bind(endUserOrders.readCardPackages, (ctx, { query }) => readCardPackages(ctx, query)),
  bind(endUserOrders.buy, (ctx, { body }) => buy(ctx, body)),
  bind(endUserOrders.readOrders, (ctx, { query }) => readOrders(ctx, query)),
  bind(endUserOrders.followOrder, (ctx, { body }) => followOrder(ctx, body), { transaction: 'none' }),
  bindList(listings.listListings, listingDataset),
  bind(listings.addListing, (ctx, { body }) => addListing(ctx, body)),
  bind(listings.editListing, (ctx, { body }) => editListing(ctx, body)),
  bind(listings.shelveListing, (ctx, { body }) => shelveListing(ctx, body)),
  bind(listings.readListable, (ctx, { query }) => readListable(ctx, query)),
  bind(listings.previewListings, (ctx, { query }) => previewListings(ctx, query)),
  bindList(retailOrders.listRetailOrders, retailOrderDataset),
  bind(retailOrders.remarkOrder, (ctx, { body }) => remarkOrder(ctx, body)),
];
