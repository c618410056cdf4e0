import * as deliveries from '@cardinal/contract/api/pushes/deliveries.ts';
import * as subscriptions from '@cardinal/contract/api/pushes/subscriptions.ts';
import { bind, bindList, bindPrepared, type Route } from '../../framework/domain.ts';
import { replayPushes, skipPushes } from './managing/replayPushes.ts';
import { testSubscription } from './managing/testSubscription.ts';
import { deliveryDataset, readDelivery } from './reading/deliveryList.ts';
import { subscriptionDataset } from './reading/subscriptionList.ts';
import {
  addSubscription,
  editSubscription,
  removeSubscription,
  rotateSecret,
  switchSubscription,
} from './subscriptions/writeSubscription.ts';

export const routes: readonly Route[] = [
  bindList(subscriptions.listPushSubscriptions, subscriptionDataset),
  bindPrepared(subscriptions.addPushSubscription, (ctx, { body }) => addSubscription(ctx, body), { perMinute: 30 }),
  bindPrepared(subscriptions.editPushSubscription, (ctx, { body }) => editSubscription(ctx, body), { perMinute: 30 }),
  bind(subscriptions.switchPushSubscription, (ctx, { body }) => switchSubscription(ctx, body)),
  bind(subscriptions.removePushSubscription, (ctx, { body }) => removeSubscription(ctx, body)),
  bind(subscriptions.rotatePushSecret, (ctx, { body }) => rotateSecret(ctx, body)),
  bindPrepared(subscriptions.testPush, (ctx, { body }) => testSubscription(ctx, body), { perMinute: 30 }),
  bindList(deliveries.listPushDeliveries, deliveryDataset),
  bind(deliveries.readPushDelivery, (ctx, { query }) => readDelivery(ctx, query.id)),
  bind(deliveries.replayPushes, (ctx, { body }) => replayPushes(ctx, body)),
  bind(deliveries.skipPushes, (ctx, { body }) => skipPushes(ctx, body)),
];
