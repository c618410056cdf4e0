import {
  peekCard as peekEndpoint,
  readCard,
  readTradedCard,
  refreshCard as refreshEndpoint,
} from '@cardinal/contract/api/cardViews/cardDetail.ts';
import { readCardOffers } from '@cardinal/contract/api/cardViews/cardOffers.ts';
import { readCardMoment, readCardTimeline } from '@cardinal/contract/api/cardViews/timeMachine.ts';
import { bind, bindPrepared, type Route } from '../../framework/domain.ts';
import { cardDetail } from './detail/cardDetail.ts';
import { cardOffers } from './detail/cardOffers.ts';
import { peekCard } from './detail/peekCard.ts';
import { refreshCard } from './detail/refreshCard.ts';
import { tradedCard } from './detail/tradedCard.ts';
import { readonlyRoutes } from './readonly/readonlyRoutes.ts';
import { searchRoutes } from './search/searchRoutes.ts';
import { cardMoment, cardTimeline } from './timeMachine/cardMoment.ts';

export const routes: readonly Route[] = [
  bind(readCard, (ctx, { query }) => cardDetail(ctx, query.iccid)),
  bind(readTradedCard, (ctx, { query }) => tradedCard(ctx, query.iccid)),
  bind(readCardOffers, (ctx, { query }) => cardOffers(ctx, query.ids)),
  bind(peekEndpoint, (ctx, { query }) => peekCard(ctx, query.id)),
  bindPrepared(refreshEndpoint, (ctx, { body }) => refreshCard(ctx, body.id)),
  bind(readCardTimeline, (ctx, { query }) => cardTimeline(ctx, query.id)),
  bind(readCardMoment, (ctx, { query }) => cardMoment(ctx, query)),
  ...readonlyRoutes,
  ...searchRoutes,
];
