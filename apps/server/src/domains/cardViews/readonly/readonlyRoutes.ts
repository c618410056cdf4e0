import * as api from '@cardinal/contract/api/cardViews/readonlyCards.ts';
import { DONE } from '@cardinal/contract/framework/endpoint.ts';
import { bind, bindList, type Route } from '../../../framework/domain.ts';
import { FLOW_KINDS, VOICE_KINDS } from '../../cards/face.ts';
import { refreshCard } from '../detail/refreshCard.ts';
import { lookedUp, readonlyCard } from './readonlyCard.ts';
import { readonlyDataset } from './readonlyDataset.ts';
import { readonlyViews, setReadonlyView } from './readonlyViews.ts';

export const readonlyRoutes: readonly Route[] = [
  bindList(api.listReadonlyFlow, readonlyDataset(FLOW_KINDS)),
  bindList(api.listReadonlyVoice, readonlyDataset(VOICE_KINDS)),
  bind(api.readReadonlyCard, (ctx, { query }) => readonlyCard(ctx, query.card)),
  bind(
    api.refreshReadonlyCard,
    async (ctx, { body }) => {
      await lookedUp(ctx, `id-${body.id}`);
      await refreshCard(ctx, body.id, { endpoint: 'readonlyCards.refresh', permission: 'readonlyCard.sync' });
      return DONE;
    },
    { transaction: 'none' },
  ),
  bind(api.readReadonlyViews, (ctx) => readonlyViews(ctx)),
  bind(api.setReadonlyView, (ctx, { body }) => setReadonlyView(ctx, body)),
];
