import type { Add } from './objects.ts';

/** Where a customer's events are sent, and one that was. */
export async function pushesOf(customerId: string, add: Add) {
  const ofCustomer = { customer_id: customerId };
  const subscription = await add('pushes.subscription', {
    ...ofCustomer,
    name: `推送${customerId}`,
    url: 'http://127.0.0.1:1/events',
    events: '{order_result}',
    timeout_seconds: 1,
    state: 'off',
  });
  const event = `evt_${customerId}_1`;
  const delivery = await add('pushes.delivery', {
    ...ofCustomer,
    subscription_id: subscription,
    place: 1,
    event_id: event,
    type: 'order_result',
    order_no: `P${subscription}`,
    body: '{}',
    state: 'sent',
  });
  return { pushSubscription: subscription, pushDelivery: delivery, pushEvent: event };
}
