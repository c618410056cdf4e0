import { pushNameTaken, tooManySubscriptions } from '@cardinal/contract/api/pushes/refusals.ts';
import type * as api from '@cardinal/contract/api/pushes/subscriptions.ts';
import { MOST_SUBSCRIPTIONS } from '@cardinal/contract/api/pushes/subscriptions.ts';
import { type AnswerOf, type BodyOf, DONE } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { sql } from 'kysely';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import type { Commit } from '../../../framework/domain.ts';
import { refuseDuplicate, refusedAt } from '../../../framework/duplicates.ts';
import { lastPlace } from '../../customerEvents/face.ts';
import type { SubscriptionRow } from '../pushTables.ts';
import { keepNewSecret } from '../signing/secrets.ts';
import { refuseAddress } from './refuseAddress.ts';
import { lockSubscription } from './subscriptionStore.ts';

type Add = BodyOf<typeof api.addPushSubscription>;

const columnsOf = (body: Add) => ({
  name: body.name,
  url: body.url,
  events: [...new Set(body.events)].sort(),
  platforms: [...new Set(body.platforms)].sort(),
  product_codes: [...new Set(body.productCodes)].sort(),
  timeout_seconds: body.timeoutSeconds,
});

const noted = ({ name, url, events, platforms, product_codes, timeout_seconds, state }: Partial<SubscriptionRow>) => ({
  ...{ name, url, events, platforms, productCodes: product_codes, timeoutSeconds: timeout_seconds },
  ...(state === undefined ? {} : { state }),
});

const once = <T>(write: Promise<T>) =>
  refuseDuplicate('push_subscription_name', refusedAt('name', pushNameTaken), write);

async function refuseSixth(ctx: Ctx, customerId: string): Promise<void> {
  // Without the lock, two concurrent requests would both count four.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`pushes.subscriptions:${customerId}`}, 0))`.execute(ctx.db);
  const { n } = await ctx.db
    .selectFrom('pushes.subscription')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('customer_id', '=', customerId)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (n >= MOST_SUBSCRIPTIONS) throw new Refused(tooManySubscriptions, { most: MOST_SUBSCRIPTIONS });
}

/** It is told what happens from now on. */
export async function addSubscription(ctx: Ctx, body: Add): Promise<Commit<AnswerOf<typeof api.addPushSubscription>>> {
  await refuseAddress(ctx, body.url);
  return async (inside) => {
    const { customerId, account } = accountOf(inside);
    await refuseSixth(inside, customerId);
    const now = inside.clock.now();
    const columns = columnsOf(body);
    const id = inside.ids.next();
    const row = {
      ...columns,
      id,
      customer_id: customerId,
      state: 'on' as const,
      suspended_at: null,
      place: await lastPlace(inside, customerId),
      since: now,
      failing_since: null,
      probe_at: null,
      last_error_zh: null,
      last_error_en: null,
      last_error_at: null,
      last_sent_at: null,
      held_until: null,
      removed_at: null,
      created_by: account,
      created_at: now,
      updated_at: now,
    };
    await once(inside.db.insertInto('pushes.subscription').values(row).execute());
    const { secret } = await keepNewSecret(inside, id);
    inside.note({ objectKind: 'pushSubscription', objectId: id, summary: row.name, after: noted(columns) });
    return { id, secret };
  };
}

const write = (ctx: Ctx, row: SubscriptionRow, change: Partial<SubscriptionRow>) =>
  ctx.db
    .updateTable('pushes.subscription')
    .set({ ...change, version: row.version + 1, updated_at: ctx.clock.now() })
    .where('id', '=', row.id)
    .execute();

/** Events that were taken before stay as they are; another address is tried at once. */
export async function editSubscription(
  ctx: Ctx,
  body: BodyOf<typeof api.editPushSubscription>,
): Promise<Commit<typeof DONE>> {
  await refuseAddress(ctx, body.url);
  return async (inside) => {
    const row = await lockSubscription(inside, body.id, body.version);
    const columns = columnsOf(body);
    const isMoved = columns.url !== row.url;
    await once(
      write(inside, row, { ...columns, ...(isMoved ? { failures: 0, failing_since: null, probe_at: null } : {}) }),
    );
    if (isMoved) await tryAtOnce(inside, row.id);
    inside.note({
      objectKind: 'pushSubscription',
      objectId: row.id,
      summary: row.name,
      before: noted(row),
      after: noted(columns),
    });
    return DONE;
  };
}

/** What is open is due now, with all its attempts before it. */
const tryAtOnce = (ctx: Ctx, id: string) =>
  ctx.db
    .updateTable('pushes.delivery')
    .set({ next_at: ctx.clock.now(), failures: 0, first_tried_at: null })
    .where('subscription_id', '=', id)
    .where('state', 'in', ['waiting', 'failed'])
    .execute();

export async function switchSubscription(
  ctx: Ctx,
  { id, version, isOn }: BodyOf<typeof api.switchPushSubscription>,
): Promise<typeof DONE> {
  const row = await lockSubscription(ctx, id, version);
  const state = isOn ? 'on' : 'off';
  if (row.state !== state) {
    await write(ctx, row, {
      state,
      suspended_at: null,
      ...(isOn ? { failures: 0, failing_since: null, probe_at: null } : {}),
    });
    if (isOn) await tryAtOnce(ctx, id);
  }
  ctx.note({
    objectKind: 'pushSubscription',
    objectId: id,
    summary: row.name,
    before: { state: row.state },
    after: { state },
  });
  return DONE;
}

/** Its name is free again; the log keeps what it was sent. */
export async function removeSubscription(
  ctx: Ctx,
  { id, version }: BodyOf<typeof api.removePushSubscription>,
): Promise<typeof DONE> {
  const row = await lockSubscription(ctx, id, version);
  await write(ctx, row, { state: 'off', removed_at: ctx.clock.now() });
  await ctx.db
    .updateTable('pushes.delivery')
    .set({ state: 'skipped', next_at: null })
    .where('subscription_id', '=', id)
    .where('state', 'in', ['waiting', 'failed'])
    .execute();
  ctx.note({ objectKind: 'pushSubscription', objectId: id, summary: row.name, before: noted(row) });
  return DONE;
}

export async function rotateSecret(
  ctx: Ctx,
  { id, version }: BodyOf<typeof api.rotatePushSecret>,
): Promise<AnswerOf<typeof api.rotatePushSecret>> {
  const row = await lockSubscription(ctx, id, version);
  const { secret, oldUntil } = await keepNewSecret(ctx, id);
  await write(ctx, row, {});
  ctx.note({ objectKind: 'pushSubscription', objectId: id, summary: row.name, after: { rotated: true, oldUntil } });
  return { secret, oldUntil: oldUntil.toISOString() };
}
