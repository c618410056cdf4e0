import { listPushDeliveries, type readPushDelivery } from '@cardinal/contract/api/pushes/deliveries.ts';
import { pushDeliveryNotFound } from '@cardinal/contract/api/pushes/refusals.ts';
import type { DeliveryState } from '@cardinal/contract/enumerations/push.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { say, text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { dataset } from '../../../framework/dataset.ts';
import { shownHeaders } from '../signing/signature.ts';
import { hostOf } from '../subscriptions/subscriptionStore.ts';
import { figuresOf } from './figures.ts';

const rows = (ctx: Ctx) =>
  ctx.db
    .selectFrom('pushes.delivery as d')
    .innerJoin('pushes.subscription as s', 's.id', 'd.subscription_id')
    .where('d.customer_id', '=', accountOf(ctx).customerId);

const COLUMNS = [
  'd.id',
  'd.event_id',
  'd.type',
  'd.iccid',
  'd.order_no',
  'd.subscription_id',
  'd.state',
  'd.is_test',
  'd.http_status',
  'd.duration_ms',
  'd.attempts',
  'd.next_at',
  'd.happened_at',
  'd.created_at',
  'd.sent_at',
  'd.words_zh',
  'd.words_en',
  's.name as subscription_name',
  's.url',
  's.state as subscription_state',
] as const;

const wordsOf = (ctx: Ctx, { words_zh, words_en }: { words_zh: string | null; words_en: string | null }) =>
  words_zh === null ? null : say(text(words_zh, words_en ?? words_zh), ctx.language);

const AT_REST = text('订阅未启用，恢复后推送', 'Sent once the subscription is resumed');
const isOpen = (state: DeliveryState): boolean => state === 'waiting' || state === 'failed';

export const deliveryDataset = dataset(listPushDeliveries, {
  from: rows,
  table: 'd',
  columns: { subscriptionName: sql`s.name` },
  select: (query) => query.select(COLUMNS),
  present: async (found, ctx) =>
    found.map((row) => ({
      subscriptionName: row.subscription_name,
      host: hostOf(row.url),
      ...(isOpen(row.state) && row.subscription_state !== 'on'
        ? { nextAt: null, words: say(AT_REST, ctx.language) }
        : { words: wordsOf(ctx, row) }),
    })),
  figures: (ctx, _filtered, asked) =>
    figuresOf(ctx, accountOf(ctx).customerId, asked['subscriptionId'] as readonly string[] | undefined),
});

const CUT_OFF = text('程序中断，结果未知', 'Cut off, outcome unknown');

/** With what was sent and answered, attempt by attempt. */
export async function readDelivery(ctx: Ctx, id: string): Promise<AnswerOf<typeof readPushDelivery>> {
  const row = await rows(ctx)
    .select(COLUMNS)
    .select(['d.body', 's.removed_at'])
    .where('d.id', '=', id)
    .executeTakeFirst();
  const [shown] = row ? await deliveryDataset.present([row], ctx) : [];
  if (!row || !shown) throw new Refused(pushDeliveryNotFound);
  const tries = await ctx.db
    .selectFrom('pushes.attempt')
    .selectAll()
    .where('delivery_id', '=', id)
    .orderBy('id')
    .execute();
  return {
    ...shown,
    url: row.url,
    body: row.body,
    tries: tries.map((each) => ({
      startedAt: each.started_at.toISOString(),
      endedAt: each.ended_at?.toISOString() ?? null,
      httpStatus: each.http_status,
      durationMs: each.duration_ms,
      words: wordsOf(ctx, each) ?? say(CUT_OFF, ctx.language),
      headers: shownHeaders(row.event_id, each.started_at),
      answer: each.answer,
    })),
    offered: {
      replay: row.body !== null && !row.is_test && row.subscription_state === 'on' && row.removed_at === null,
      skip: isOpen(row.state),
    },
  };
}
