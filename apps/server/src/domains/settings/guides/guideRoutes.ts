import * as api from '@cardinal/contract/api/guides.ts';
import { bind, bindList, type Route } from '../../../framework/domain.ts';
import { addGuide, deleteGuide, editGuide, shelveGuide } from './editGuides.ts';
import { guideDataset } from './guideList.ts';
import { guidesHere, viewGuide } from './guidesHere.ts';

export const guideRoutes: readonly Route[] = [
  bindList(api.listGuides, guideDataset),
  bind(api.addGuide, (ctx, { body }) => addGuide(ctx, body)),
  bind(api.editGuide, (ctx, { body }) => editGuide(ctx, body)),
  bind(api.shelveGuide, (ctx, { body }) => shelveGuide(ctx, body)),
  bind(api.deleteGuide, (ctx, { body }) => deleteGuide(ctx, body.guideId)),
  bind(api.guidesHere, (ctx, { query }) => guidesHere(ctx, query.path)),
  bind(api.viewGuide, (ctx, { body }) => viewGuide(ctx, body)),
];
