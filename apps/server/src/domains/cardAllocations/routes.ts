import * as allocations from '@cardinal/contract/api/cardAllocations/allocations.ts';
import { listCardPlaces } from '@cardinal/contract/api/cardAllocations/places.ts';
import { bind, bindList, type Route } from '../../framework/domain.ts';
import { allocationDataset, itemDataset } from './reading/allocationList.ts';
import { placeDataset } from './reading/placeList.ts';
import { previewReverse, readAllocation } from './reading/readAllocation.ts';

export const routes: readonly Route[] = [
  bindList(allocations.listAllocations, allocationDataset),
  bind(allocations.readAllocation, (ctx, { query }) => readAllocation(ctx, query)),
  bindList(allocations.listAllocationItems, itemDataset),
  bind(allocations.previewReverse, (ctx, { body }) => previewReverse(ctx, body.allocationId)),
  bindList(listCardPlaces, placeDataset),
];
