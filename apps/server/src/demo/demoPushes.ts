import type { PushEvent } from '@cardinal/contract/enumerations/push.ts';
import { say, text } from '@cardinal/primitives/text.ts';
import { DAY_MS } from '@cardinal/primitives/time.ts';
import { bodyOf, eventIdOf } from '../domains/pushes/feeding/eventBody.ts';
import { keepNewSecret } from '../domains/pushes/signing/secrets.ts';
import type { Ctx } from '../framework/context.ts';

const AGENT = '10';
const MINUTE_MS = 60_000;
/** It answers; its address refuses connections. */
const [LIVE, DOWN] = ['73101', '73102'] as const;
const EVENTS: readonly PushEvent[] = ['order_result', 'package_activation_expiry_info'];
const NAMES = { live: text('运维平台', 'Operations platform'), down: text('旧工单系统', 'Old ticket system') };
const REFUSED = text('无法连接', 'Cannot be reached');
const OK = text('HTTP 200', 'HTTP 200');
const BUSY = text('HTTP 503', 'HTTP 503');

const receiverAt = (simulatorUrl: string): string => `${simulatorUrl}/pushes`;

type Told = {
  readonly place: number;
  readonly type: PushEvent;
  readonly iccid: string | null;
  readonly minutesAgo: number;
};

/** What was sent in the last day: some of it at the second try. */
function told(cards: readonly string[]): Told[] {
  return Array.from({ length: 48 }, (_, at) => ({
    place: at + 1,
    type: at % 4 === 3 ? ('order_result' as const) : ('package_activation_expiry_info' as const),
    iccid: at % 4 === 3 ? null : (cards[at % cards.length] ?? null),
    minutesAgo: (48 - at) * 28 + (at % 7),
  }));
}

const eventOf = (ctx: Ctx, { place, type, iccid }: Told, happenedAt: Date) => ({
  place: String(place),
  type,
  iccid,
  happenedAt,
  facts:
    type === 'order_result'
      ? {
          orderNo: `P2026${String(100_000 + place)}`,
          outOrderNo: null,
          packageName: say(text('1GB 月包', '1 GB a month'), ctx.language),
          state: 2,
          lines: 1,
          settledLines: 1,
          failedLines: 0,
        }
      : {
          change: place % 5 === 0 ? 'expired' : 'activated',
          packageName: say(text('1GB 月包', '1 GB a month'), ctx.language),
          isMain: true,
          startsAt: happenedAt.toISOString(),
          endsAt: new Date(happenedAt.getTime() + 30 * DAY_MS).toISOString(),
        },
});

async function subscription(ctx: Ctx, id: string, name: string, url: string, isDown: boolean): Promise<void> {
  const now = ctx.clock.now();
  const ago = (minutes: number) => new Date(now.getTime() - minutes * MINUTE_MS);
  const since = ago(40 * 24 * 60);
  await ctx.db
    .insertInto('pushes.subscription')
    .values({
      id,
      customer_id: AGENT,
      name,
      url,
      events: [...EVENTS],
      platforms: [],
      product_codes: [],
      timeout_seconds: 5,
      state: isDown ? 'suspended' : 'on',
      suspended_at: isDown ? ago(7 * 60) : null,
      place: '0',
      // From the start of the demo on; what was before is made below.
      since: now,
      failures: isDown ? 78 : 0,
      failing_since: isDown ? ago(79 * 60) : null,
      probe_at: null,
      last_error_zh: isDown ? REFUSED.zh : BUSY.zh,
      last_error_en: isDown ? REFUSED.en : BUSY.en,
      last_error_at: isDown ? ago(7 * 60) : ago(200),
      last_sent_at: isDown ? ago(80 * 60) : ago(28),
      held_until: null,
      removed_at: null,
      created_by: 'agent',
      created_at: since,
      updated_at: isDown ? ago(7 * 60) : since,
    })
    .execute();
  await keepNewSecret(ctx, id);
}

/** A delivery with its attempts; `tries` says what each was answered, null: nothing. */
async function delivery(
  ctx: Ctx,
  to: string,
  event: Told,
  tries: readonly (200 | 503 | null)[],
  isOpen: boolean,
): Promise<void> {
  const at = new Date(ctx.clock.now().getTime() - event.minutesAgo * MINUTE_MS);
  const made = eventOf(ctx, event, at);
  const id = ctx.ids.next();
  const last = tries.at(-1);
  const words = last === undefined ? undefined : last === null ? REFUSED : last === 200 ? OK : BUSY;
  const took = (nth: number) => 38 + ((event.place * 37 + nth * 11) % 160);
  const startedAt = (nth: number) => new Date(at.getTime() + 900 + nth * 66_000);
  await ctx.db
    .insertInto('pushes.delivery')
    .values({
      id,
      customer_id: AGENT,
      subscription_id: to,
      // Negative: real places begin at one.
      place: String(-1_000 + event.place),
      event_id: eventIdOf(AGENT, `d${event.place}`),
      type: event.type,
      iccid: event.iccid,
      order_no: event.type === 'order_result' ? String((made.facts as { orderNo: string }).orderNo) : null,
      happened_at: at,
      body: bodyOf(made),
      lane: event.iccid ?? `d${event.place}`,
      state: isOpen ? (tries.length === 0 ? 'waiting' : 'failed') : 'sent',
      attempts: tries.length,
      failures: tries.filter((status) => status !== 200).length,
      http_status: last ?? null,
      duration_ms: last === undefined ? null : took(tries.length - 1),
      words_zh: words?.zh ?? null,
      words_en: words?.en ?? null,
      next_at: isOpen ? at : null,
      first_tried_at: tries.length === 0 ? null : startedAt(0),
      sent_at: isOpen ? null : startedAt(tries.length - 1),
      created_at: at,
    })
    .execute();
  for (const [nth, status] of tries.entries()) {
    const said = status === null ? REFUSED : status === 200 ? OK : BUSY;
    await ctx.db
      .insertInto('pushes.attempt')
      .values({
        id: ctx.ids.next(),
        customer_id: AGENT,
        subscription_id: to,
        delivery_id: id,
        is_test: false,
        started_at: startedAt(nth),
        ended_at: new Date(startedAt(nth).getTime() + took(nth)),
        is_ok: status === 200,
        http_status: status,
        duration_ms: took(nth),
        words_zh: said.zh,
        words_en: said.en,
        answer: status === null ? null : status === 200 ? '{"received":true}' : 'upstream busy',
      })
      .execute();
  }
}

/** One address that answers, with a day behind it, and one that was suspended since it does not; the simulator takes what comes. */
export async function seedPushes(ctx: Ctx, simulatorUrl: string): Promise<void> {
  const cards = await ctx.db
    .selectFrom('cards.v_card')
    .select('iccid')
    .where('customer_id', '=', AGENT)
    .where('lifecycle', '=', 'activated')
    .orderBy('id')
    .limit(11)
    .execute();
  if (cards.length === 0) return;
  await subscription(ctx, LIVE, say(NAMES.live, ctx.language), receiverAt(simulatorUrl), false);
  await subscription(ctx, DOWN, say(NAMES.down, ctx.language), 'http://127.0.0.1:9/hooks', true);
  const events = told(cards.map(({ iccid }) => iccid));
  for (const event of events) await delivery(ctx, LIVE, event, event.place % 13 === 5 ? [503, 200] : [200], false);
  for (const event of events.slice(-6))
    await delivery(ctx, DOWN, event, event.place % 2 === 0 ? [null, null] : [], true);
}

/** The simulator may have another port than at the last start. */
export const followPushes = (ctx: Ctx, simulatorUrl: string) =>
  ctx.db
    .updateTable('pushes.subscription')
    .set({ url: receiverAt(simulatorUrl) })
    .where('id', '=', LIVE)
    .where('url', '~', '^http://127.0.0.1:[0-9]+/pushes$')
    .execute();
