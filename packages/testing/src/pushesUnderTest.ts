import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { listPushDeliveries } from '@cardinal/contract/api/pushes/deliveries.ts';
import { addPushSubscription, listPushSubscriptions } from '@cardinal/contract/api/pushes/subscriptions.ts';
import type { BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { tellCustomers } from '@cardinal/server/domains/customerEvents/face.ts';
import { deliverFor } from '@cardinal/server/domains/pushes/delivering/deliver.ts';
import type { Ctx } from '@cardinal/server/framework/context.ts';
import { sql } from 'kysely';
import type { Caller, TestApp } from './app.ts';

export type Received = {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly event: Record<string, unknown>;
};
export type Answer = { readonly status: number; readonly headers?: Record<string, string>; readonly text?: string };

/** A customer's own system: a real HTTP server that keeps what it received. It answers 200 unless told otherwise. */
export async function pushReceiver() {
  const received: Received[] = [];
  let answer: (one: Received, nth: number) => Answer | 'hangUp' = () => ({ status: 200 });
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString('utf8');
    const { url: path = '', headers } = request;
    const one = { path, headers, body, event: JSON.parse(body || '{}') as Record<string, unknown> };
    received.push(one);
    const said = answer(one, received.length);
    if (said === 'hangUp') return request.socket.destroy();
    return response.writeHead(said.status, said.headers).end(said.text ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/events`,
    received,
    answers: (how: typeof answer) => {
      answer = how;
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
export type PushReceiver = Awaited<ReturnType<typeof pushReceiver>>;

/** The first event that is pushed today: one about a card. */
export const cardEvent = (customerId: string, iccid: string, n: number, happenedAt: Date) => ({
  customerId,
  type: 'package_activation_expiry_info' as const,
  card: { iccid, platform: 1, productCode: 'P1' },
  happenedAt,
  facts: {
    change: 'activated',
    packageName: `套餐 ${n}`,
    isMain: true,
    startsAt: happenedAt.toISOString(),
    endsAt: happenedAt.toISOString(),
  },
});

export const orderEvent = (customerId: string, orderNo: string, happenedAt: Date) => ({
  customerId,
  type: 'order_result' as const,
  happenedAt,
  facts: { orderNo, outOrderNo: null, packageName: '月包', state: 2, lines: 1, settledLines: 1, failedLines: 0 },
});

let made = 0;

/** A subscription of the caller's customer at a receiver. */
export async function subscriptionUnderTest(
  caller: Caller,
  url: string,
  given: Partial<BodyOf<typeof addPushSubscription>> = {},
) {
  made += 1;
  return caller.ask(addPushSubscription, {
    body: {
      name: `订阅 ${made}`,
      url,
      events: ['order_result', 'package_activation_expiry_info'],
      platforms: [],
      productCodes: [],
      timeoutSeconds: 1,
      ...given,
    },
    address: `10.9.0.${made}`,
  });
}

export const tell = (ctx: Ctx, events: Parameters<typeof tellCustomers>[1]) =>
  ctx.transact((inside) => tellCustomers(inside, events));

/** Sends what is due now, to the end. */
export async function deliverNow(ctx: Ctx, ...subscriptionIds: readonly string[]): Promise<void> {
  for (const id of subscriptionIds) while (await deliverFor(ctx, id));
}

/**
 * Verifies a request as a receiver would, by the published rules of Standard Webhooks and Web Crypto alone: the secret's Base64 is
 * the key, over id, timestamp and the body as it came.
 */
export async function isGenuine(secret: string, { headers, body }: Received): Promise<boolean> {
  const key = await crypto.subtle.importKey(
    'raw',
    Uint8Array.from(atob(secret.replace(/^whsec_/, '')), (char) => char.charCodeAt(0)),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['verify'],
  );
  const signed = new TextEncoder().encode(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`);
  for (const each of String(headers['webhook-signature']).split(' ')) {
    const [version, signature = ''] = each.split(',');
    const bytes = Uint8Array.from(atob(signature), (char) => char.charCodeAt(0));
    if (version === 'v1' && (await crypto.subtle.verify('HMAC', key, bytes, signed))) return true;
  }
  return false;
}

/** The customers 10 and 20 with all that may be done with pushes, and a receiver for their subscriptions. */
export async function pushDesk(it: TestApp, receiver: PushReceiver) {
  await sql`update identity.role set permissions = permissions || ${[
    ...['activePush.view', 'activePush.edit', 'activePush.test'],
    ...['pushLog.view', 'pushLog.replay', 'pushLog.skip', 'pushLog.export'],
  ]}::text[] where id in (select r.role_id from identity.account_role r join identity.account a on a.id = r.account_id
    where a.account in ('agent', 'rival'))`.execute(it.db);
  let paths = 0;
  return {
    ctx: it.app.systemContext('test'),
    now: () => it.clock.now(),
    /** Signed in anew: sessions end while the clock is turned. */
    agent: () => it.anew('agent'),
    pass: (minutes: number) => it.clock.advance(minutes * 60_000),
    iccid: (n: number) => `8986060000000000${String(n).padStart(4, '0')}`,
    rowsOf: (caller: Caller, subscriptionId: string) =>
      caller.ask(listPushDeliveries, {
        query: { subscriptionId: [subscriptionId], pageSize: 100, sort: 'createdAt' } as never,
      }),
    subscriptionOf: async (caller: Caller, id: string) =>
      (await caller.ask(listPushSubscriptions, { query: { pageSize: 50 } })).list.find((each) => each.id === id),
    /** What a subscription received. */
    at: (path: string) => receiver.received.filter((each) => each.path === path),
    /** A subscription at a path of its own. */
    subscribed: async (caller: Caller, given: Parameters<typeof subscriptionUnderTest>[2] = {}) => {
      paths += 1;
      const path = `/at/${paths}`;
      const made = await subscriptionUnderTest(caller, receiver.url.replace('/events', path), given);
      return { ...made, path };
    },
    clear: async () => {
      receiver.received.length = 0;
      receiver.answers(() => ({ status: 200 }));
      await it.db.updateTable('pushes.subscription').set({ state: 'off', removed_at: it.clock.now() }).execute();
    },
  };
}
