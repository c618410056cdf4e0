import type { testPush } from '@cardinal/contract/api/pushes/subscriptions.ts';
import type { AnswerOf, BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { say } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import type { Commit } from '../../../framework/domain.ts';
import { sendPush } from '../delivering/sendPush.ts';
import { sampleBody } from '../feeding/eventBody.ts';
import { livingSecrets } from '../signing/secrets.ts';
import { shownHeaders } from '../signing/signature.ts';
import { ownSubscription } from '../subscriptions/subscriptionStore.ts';

/** Also while it is paused or suspended, to find out whether it may be resumed. Its outcome counts for nothing else. */
export async function testSubscription(
  ctx: Ctx,
  { id, event }: BodyOf<typeof testPush>,
): Promise<Commit<AnswerOf<typeof testPush>>> {
  const subscription = await ownSubscription(ctx, id);
  const deliveryId = ctx.ids.next();
  const eventId = `test_${deliveryId}`;
  const at = ctx.clock.now();
  const body = sampleBody(eventId, event, at);
  const sent = await sendPush(ctx, {
    url: subscription.url,
    timeoutMs: subscription.timeout_seconds * 1_000,
    secrets: await livingSecrets(ctx, id),
    id: eventId,
    at,
    body,
  });
  const said = {
    http_status: sent.httpStatus,
    duration_ms: sent.durationMs,
    words_zh: sent.words.zh,
    words_en: sent.words.en,
  };
  return async (inside) => {
    const now = inside.clock.now();
    const owned = { customer_id: subscription.customer_id, subscription_id: id, is_test: true };
    await inside.db
      .insertInto('pushes.delivery')
      .values({
        ...owned,
        ...said,
        id: deliveryId,
        place: null,
        event_id: eventId,
        type: event,
        iccid: null,
        order_no: null,
        happened_at: at,
        body,
        lane: eventId,
        state: sent.isOk ? 'sent' : 'givenUp',
        attempts: 1,
        next_at: null,
        first_tried_at: at,
        sent_at: sent.isOk ? now : null,
        created_at: at,
      })
      .execute();
    await inside.db
      .insertInto('pushes.attempt')
      .values({
        ...owned,
        ...said,
        id: inside.ids.next(),
        delivery_id: deliveryId,
        started_at: at,
        ended_at: now,
        is_ok: sent.isOk,
        answer: sent.answer,
      })
      .execute();
    inside.note({
      objectKind: 'pushSubscription',
      objectId: id,
      summary: subscription.name,
      after: { tested: event, httpStatus: sent.httpStatus },
    });
    return {
      deliveryId,
      isDelivered: sent.isOk,
      url: subscription.url,
      headers: shownHeaders(eventId, at),
      body,
      httpStatus: sent.httpStatus,
      durationMs: sent.durationMs,
      words: say(sent.words, inside.language),
      answer: sent.answer,
    };
  };
}
