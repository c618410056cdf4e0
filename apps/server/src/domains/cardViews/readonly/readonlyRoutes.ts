import * as api from '@cardinal/contract/api/cardViews/readonlyCards.ts';
import { DONE } from '@cardinal/contract/framework/endpoint.ts';
import { bind, bindList, bindPrepared, type Route } from '../../../framework/domain.ts';
import { FLOW_KINDS, VOICE_KINDS } from '../../cards/face.ts';
import { refreshCard } from '../detail/refreshCard.ts';
import { findReadonlyCard, readonlyCard } from './readonlyCard.ts';
import { readonlyDataset } from './readonlyDataset.ts';
import { readonlyViews, setReadonlyView } from './readonlyViews.ts';

export const readonlyRoutes: readonly Route[] = [
  bindList(api.listReadonlyFlow, readonlyDataset(FLOW_KINDS)),
  bindList(api.listReadonlyVoice, readonlyDataset(VOICE_KINDS)),
  bind(api.readReadonlyCard, (ctx, { query }) => readonlyCard(ctx, query.card)),
  bindPrepared(api.refreshReadonlyCard, async (ctx, { body }) => {
    await findReadonlyCard(ctx, `id-${body.id}`);
    const commit = await refreshCard(ctx, body.id);
    return async (inside) => {
      await commit(inside);
      return DONE;
    };
  }),
  bind(api.readReadonlyViews, (ctx) => readonlyViews(ctx)),
  bind(api.setReadonlyView, (ctx, { body }) => setReadonlyView(ctx, body)),
];
