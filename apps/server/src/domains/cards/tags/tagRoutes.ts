import * as api from '@cardinal/contract/api/cards/tags.ts';
import { bind, bindList, type Route } from '../../../framework/domain.ts';
import { createTag, deleteTag, editTag, mergeTags } from './editTags.ts';
import { tagDataset, tagOptions } from './tagList.ts';

export const tagRoutes: readonly Route[] = [
  bindList(api.listTags, tagDataset),
  bind(api.tagOptions, (ctx) => tagOptions(ctx)),
  bind(api.createTag, (ctx, { body }) => createTag(ctx, body)),
  bind(api.editTag, (ctx, { body }) => editTag(ctx, body)),
  bind(api.deleteTag, (ctx, { body }) => deleteTag(ctx, body.id)),
  bind(api.mergeTags, (ctx, { body }) => mergeTags(ctx, body)),
];
