import * as api from '@cardinal/contract/api/cards/tags.ts';
import { bind, type Route } from '../../../framework/domain.ts';
import { mergeTags } from './mergeTags.ts';
import { tagOptions, tagRegister } from './tagRegister.ts';

export const tagRoutes: readonly Route[] = [
  ...tagRegister,
  bind(api.tagOptions, (ctx) => tagOptions(ctx)),
  bind(api.mergeTags, (ctx, { body }) => mergeTags(ctx, body)),
];
