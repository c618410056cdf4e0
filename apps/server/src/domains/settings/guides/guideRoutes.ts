import * as api from '@cardinal/contract/api/settings/guides.ts';
import { bind, bindFile, type Route, type Upload } from '../../../framework/domain.ts';
import { readCover, removeCover, uploadCover } from './guideCovers.ts';
import { readFilm, removeFilm, uploadFilm } from './guideFilms.ts';
import { guideRegister } from './guideRegister.ts';
import { guidesHere, viewGuide } from './guidesHere.ts';
import { shelveGuide } from './shelveGuide.ts';

export const guideRoutes: readonly Route[] = [
  ...guideRegister,
  bind(api.shelveGuide, (ctx, { body }) => shelveGuide(ctx, body)),
  bind(api.uploadFilm, (ctx, { body, upload }) => uploadFilm(ctx, body, upload as Upload)),
  bind(api.removeFilm, (ctx, { body }) => removeFilm(ctx, body)),
  bindFile(api.readFilm, (ctx, { query }) => readFilm(ctx, query)),
  bind(api.uploadCover, (ctx, { body, upload }) => uploadCover(ctx, body, upload as Upload)),
  bind(api.removeCover, (ctx, { body }) => removeCover(ctx, body)),
  bindFile(api.readCover, (ctx, { query }) => readCover(ctx, query)),
  bind(api.guidesHere, (ctx, { query }) => guidesHere(ctx, query.path)),
  bind(api.viewGuide, (ctx, { body }) => viewGuide(ctx, body)),
];
