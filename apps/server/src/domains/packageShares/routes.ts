import * as api from '@cardinal/contract/api/packageShares/packageShares.ts';
import { bind, bindList, type Route } from '../../framework/domain.ts';
import { previewSharedRecall, recallShared } from '../packages/face.ts';
import { distributeShares, editShare } from './giveShares.ts';
import { shareDataset } from './shareList.ts';
import { previewSplit, shareOptions } from './shareOptions.ts';

export const routes: readonly Route[] = [
  bindList(api.listPackageShares, shareDataset),
  bind(api.packageShareOptions, (ctx, { query }) => shareOptions(ctx, query)),
  bind(api.previewShareSplit, (ctx, { query }) => previewSplit(ctx, query)),
  bind(api.distributePackageShares, (ctx, { body }) => distributeShares(ctx, body)),
  bind(api.editPackageShare, (ctx, { body }) => editShare(ctx, body)),
  bind(api.previewPackageShareRecall, (ctx, { query }) => previewSharedRecall(ctx, query)),
  bind(api.recallPackageShare, (ctx, { body }) => recallShared(ctx, body)),
];
