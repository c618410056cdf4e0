import { readCard } from '@cardinal/contract/api/cardViews/cardDetail.ts';
import { listCarrierPools } from '@cardinal/contract/api/carrierSync/carrierPoolList.ts';
import { poolsBeingRead, poolsNotOffered, readCarrierPools } from '@cardinal/contract/api/carriers/carrierPools.ts';
import {
  accountStateRefused,
  pauseCarrierAccount,
  resumeCarrierAccount,
} from '@cardinal/contract/api/carriers/carriers.ts';
import { noPermission, notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import type { Caller } from '@cardinal/testing/app.ts';
import { addCards, cardsUnderTest, iccid } from '@cardinal/testing/cardsUnderTest.ts';
import { connectCarrier } from '@cardinal/testing/carriers.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { expect, test } from 'vitest';
import { beginReading } from '../../carriers/pools/poolStore.ts';
import { readPools } from '../../carriers/pools/readPools.ts';
import { pollDueCards } from '../rotation/pollDueCards.ts';
import { beginRotation, endRotation } from '../slots/pollSlotStore.ts';
import { readChanges } from '../sync/carrierPass.ts';
import { markNearPools } from './nearPools.ts';
import { noteMembers } from './poolMembers.ts';

const never = new AbortController().signal;
const USER = '1000012026';
const SECRET = 'onelink-password';
const MEGABYTE = 1_048_576;
const HOUR = 3_600_000;
/** Cards 1 to 3 share one volume, 4 and 5 another. */
const SHARED = [1, 2, 3];
const OTHERS = [4, 5];

const control = (method: string, path: string, body?: unknown) => under.jasper.control(method, path, body);
const buy = (groupBytes: Record<string, number>) => control('PATCH', `/onelink/accounts/${USER}`, { groupBytes });

const under = await forThisFile(cardsUnderTest());
const admin = await under.as('admin');
const account = { username: USER, secret: SECRET, groupBytes: { SHARED: 10 * MEGABYTE, OTHERS: 900 * MEGABYTE } };
await control('POST', '/onelink/accounts', account);
const now = under.clock.now().toISOString();
const common = { account: USER, status: '2', addedAt: now, activatedAt: now };
await control('POST', '/onelink/devices', { ...common, iccids: SHARED.map(iccid), ratePlan: 'SHARED' });
await control('POST', '/onelink/devices', { ...common, iccids: OTHERS.map(iccid), ratePlan: 'OTHERS' });
const accountId = await connectCarrier(under.app, {
  adapter: 'onelink',
  baseUrl: `${under.jasper.url}/v5`,
  credentials: { appid: USER, password: SECRET },
});
await under.db
  .updateTable('carriers.account')
  .set({ schedules: JSON.stringify({ session: 3_600, pools: 3_600 }) })
  .where('id', '=', accountId)
  .execute();
await addCards(
  under,
  [...SHARED, ...OTHERS].map((n) => ({ n, accountId })),
);
await under.db
  .updateTable('cards.card')
  .set({ platform: 2, sub_type: 2, carrier_status: 'normal', lifecycle: 'activated' })
  .where('carrier_account_id', '=', accountId)
  .execute();
await control('POST', '/onelink/usage', { iccid: iccid(1), dataBytes: 9 * MEGABYTE });
under.clock.advance(1_000);

const pools = () => admin.ask(listCarrierPools, { query: { accountId: [accountId] } });
const readAll = () => readPools(under.ctx, accountId, { signal: never });
const turns = () => pollDueCards(under.ctx, accountId, 'session', never);
const soon = async () => {
  const rows = await under.db
    .selectFrom('carrier_sync.poll_slot as t')
    .innerJoin('cards.card as c', 'c.id', 't.card_id')
    .select('c.iccid')
    .where('t.is_soon', '=', true)
    .where('t.carrier_account_id', '=', accountId)
    .orderBy('c.iccid')
    .execute();
  return rows.map((row) => row.iccid);
};

test('pools are read whole and shown by how much of them is used', async () => {
  expect(await pools()).toMatchObject({
    total: 0,
    summary: { reading: { isRunning: false, finishedAt: null, halted: null } },
  });
  expect(await readAll()).toEqual({ kind: 'finished' });
  const read = await pools();
  expect(read.list).toMatchObject([
    { name: 'SHARED', totalBytes: String(10 * MEGABYTE), isNear: true, state: 'listed', members: null, ownCards: null },
    { name: 'OTHERS', totalBytes: String(900 * MEGABYTE), isNear: false },
  ]);
  expect(read.list[0]?.usedPercent).toBeGreaterThanOrEqual(90);
  expect(read.list[0]?.readAt).toBe(under.clock.now().toISOString());
  expect(read.summary.reading?.finishedAt).toBe(under.clock.now().toISOString());
  const [call] = await under.db
    .selectFrom('carriers.call')
    .select(['operation', 'urgency'])
    .where('account_id', '=', accountId)
    .where('operation', '=', 'listPools')
    .execute();
  expect(call).toEqual({ operation: 'listPools', urgency: 'rotation' });
});

test('a volume that is refused keeps its figure and its age; a list that breaks off closes nothing', async () => {
  const before = await pools();
  under.clock.advance(HOUR);
  await control('POST', '/faults', {
    kind: 'httpError',
    carrier: 'onelink',
    operation: 'query/group-data-margin',
    probability: 1,
  });
  expect(await readAll()).toEqual({ kind: 'finished' });
  expect((await pools()).list.map(({ seenAt: _, ...pool }) => pool)).toEqual(
    before.list.map(({ seenAt: _, ...pool }) => pool),
  );
  await control('DELETE', '/faults');
  await under.db
    .insertInto('carriers.pool')
    .values({
      id: under.ctx.ids.next(),
      account_id: accountId,
      pool_id: 'OLD',
      name: 'OLD',
      total_bytes: '1000',
      used_bytes: '990',
      members: null,
      read_at: under.clock.now(),
      seen_at: under.clock.now(),
      gone_at: null,
    })
    .execute();
  under.clock.advance(HOUR);
  await control('POST', '/faults', {
    kind: 'httpError',
    carrier: 'onelink',
    operation: 'query/group-info',
    probability: 1,
  });
  expect((await readAll()).kind).not.toBe('finished');
  const halted = await pools();
  expect(halted.summary.reading?.halted?.words).toBeTruthy();
  expect(halted.list.find((pool) => pool.poolId === 'OLD')).toMatchObject({ state: 'listed', isNear: true });
  await control('DELETE', '/faults');
  await under.db.updateTable('carriers.gate').set({ failures: 0, opened: 0, open_until: null }).execute();
  expect(await readAll()).toEqual({ kind: 'finished' });
  const after = await pools();
  expect(after.summary.reading?.halted).toBeNull();
  expect(after.list.at(-1)).toMatchObject({ poolId: 'OLD', state: 'gone', isNear: false, usedPercent: null });
});

test('members of a pool near its volume are read as those near their own limit, until it is not near any more', async () => {
  expect(await turns()).toEqual({ kind: 'done', read: 5 });
  expect(await soon()).toEqual([]);
  while ((await readChanges(under.ctx, accountId, never)).kind === 'unfinished');
  expect((await pools()).list.map((pool) => [pool.name, pool.ownCards])).toEqual([
    ['SHARED', 3],
    ['OTHERS', 2],
    ['OLD', 0],
  ]);
  expect(await soon()).toEqual(SHARED.map(iccid));
  under.clock.advance(1_000_000);
  expect(await turns()).toEqual({ kind: 'done', read: 3 });
  expect(await soon()).toEqual(SHARED.map(iccid));
  // A new cycle, or more volume: members fall back with their next poll.
  await buy({ SHARED: 900 * MEGABYTE });
  await readAll();
  under.clock.advance(1_000_000);
  expect(await turns()).toEqual({ kind: 'done', read: 3 });
  expect(await soon()).toEqual([]);
});

test('a pool that comes near moves the turns of its members once, and goes on where it was cut off', async () => {
  await buy({ SHARED: 10 * MEGABYTE });
  await readAll();
  const rotation = await beginRotation(under.ctx, accountId, 'session');
  if (!rotation) throw new Error('somebody else reads');
  const [pool] = (await pools()).list;
  const first = await under.db.selectFrom('cards.card').select('id').where('iccid', '=', iccid(1)).executeTakeFirst();
  const cutOff = { carrier_account_id: accountId, pool_id: pool?.poolId ?? '', kind: 3, marked_to: first?.id ?? '0' };
  await under.db
    .insertInto('carrier_sync.near_pool')
    .values({ ...cutOff, marked_at: null })
    .execute();
  expect(await markNearPools(under.ctx, rotation)).toBe(true);
  expect(await soon()).toEqual([2, 3].map(iccid));
  await under.db.updateTable('carrier_sync.poll_slot').set({ is_soon: false }).execute();
  expect(await markNearPools(under.ctx, rotation)).toBe(true);
  expect(await soon()).toEqual([]);
  // A card that joins later is marked at once.
  const other = await under.db.selectFrom('cards.card').select('id').where('iccid', '=', iccid(4)).executeTakeFirst();
  const comes = [{ id: other?.id ?? '', poolId: pool?.poolId ?? '' }];
  await noteMembers(under.ctx, accountId, comes);
  expect(await soon()).toEqual([iccid(4)]);
  await noteMembers(under.ctx, accountId, [{ id: other?.id ?? '', poolId: null }]);
  expect((await pools()).list.map((each) => each.ownCards)).toEqual([3, 1, 0]);
  await endRotation(under.ctx, rotation, undefined);
});

test('a card shows its pool to whoever may see carrier accounts', async () => {
  const query = { iccid: iccid(2) };
  expect((await admin.ask(readCard, { query })).carrier.pool).toMatchObject({ name: 'SHARED', isNear: true });
  expect((await (await under.as('agent')).ask(readCard, { query })).carrier.pool).toBeNull();
  expect((await admin.ask(readCard, { query: { iccid: iccid(4) } })).carrier.pool).toBeNull();
});

test('they are read at once for who may, and not where nothing can be asked', async () => {
  const body = { accountId };
  const code = async (caller: Caller, id = accountId) =>
    (await caller.call(readCarrierPools, { body: { accountId: id } })).code;
  await admin.ask(readCarrierPools, { body });
  expect(await code(admin, under.accountId)).toBe(poolsNotOffered.code);
  expect(await code(admin, '999')).toBe(notFound.code);
  const reading = await beginReading(under.ctx, accountId);
  expect(await code(admin)).toBe(poolsBeingRead.code);
  expect(await readAll()).toEqual({ kind: 'elsewhere' });
  expect((await pools()).summary.reading?.isRunning).toBe(true);
  // The holder has died: the next run continues.
  under.clock.advance(HOUR);
  expect(reading).toBeDefined();
  expect(await readAll()).toEqual({ kind: 'finished' });
  await admin.ask(pauseCarrierAccount, { body });
  expect(await code(admin)).toBe(accountStateRefused.code);
  await admin.ask(resumeCarrierAccount, { body });
  const agent = await under.as('agent');
  expect(await code(agent)).toBe(noPermission.code);
  expect((await agent.call(listCarrierPools, { query: { accountId: [accountId] } })).code).toBe(noPermission.code);
});
