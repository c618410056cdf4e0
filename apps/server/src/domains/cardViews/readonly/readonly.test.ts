import { previewSelection } from '@cardinal/contract/api/cardBatches/selection.ts';
import { listCards } from '@cardinal/contract/api/cards/cardList.ts';
import { readCard } from '@cardinal/contract/api/cardViews/cardDetail.ts';
import * as api from '@cardinal/contract/api/cardViews/readonlyCards.ts';
import { readDailyUsage } from '@cardinal/contract/api/usage/usage.ts';
import { withCheckDigit } from '@cardinal/primitives/iccid.ts';
import { testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { expect, test } from 'vitest';
import { sealPosition } from '../../cardLookups/positioning/sealedPosition.ts';

const iccid = (n: number) => withCheckDigit(`898601${String(n).padStart(13, '0')}`);
const FORBIDDEN = /price|balance|money|reserve|idNumber|carrierAccount|customerName|actor|remark|tags|raw|imei/i;

const keysOf = (value: unknown): string[] =>
  value === null || typeof value !== 'object'
    ? []
    : Object.entries(value).flatMap(([key, inner]) => [...(Array.isArray(value) ? [] : [key]), ...keysOf(inner)]);

/** Gives the account exactly these permissions, through its role. */
const grant = async (permissions: string[]) => {
  await host.db.updateTable('identity.role').set({ permissions }).where('id', '=', '2106').execute();
  await host.db
    .updateTable('identity.rights_version')
    .set((on) => ({ version: on('version', '+', '1') }))
    .execute();
};

const host = await forThisFile(testApp({ demo: 'people' }));
const now = host.clock.now();
const card = (n: number, over: object) => ({
  id: String(800 + n),
  iccid: iccid(n),
  platform: 1,
  carrier_account_id: '1',
  kind: 1,
  carrier_status: 'ACTIVATED',
  lifecycle: 'activated',
  customer_id: '10',
  imei: '860000000000017',
  package_name: '100MB 月包',
  flow_total: '1000',
  flow_used: '400',
  online_state: 1,
  real_name_status: 1,
  created_at: now,
  updated_at: now,
  ...over,
});
for (const row of [
  card(1, {}),
  card(2, { kind: 2, voice_total: '6000', voice_used: '60', white_list_count: 3 }),
  card(3, { kind: 3 }),
  card(4, { customer_id: '20' }),
  card(5, { platform: 8 }),
]) {
  await host.db
    .insertInto('cards.card')
    .values(row as never)
    .execute();
  await host.db.insertInto('cards.card_remark').values({ card_id: row.id, remark: '客户自提' }).execute();
}
await grant(['readonlyCard.view']);
const [agent, looker, rival] = [await host.as('agent'), await host.as('readonly'), await host.as('rival')];

test('the same facts as the card list, and no key of money, people or accounts', async () => {
  const mine = await looker.ask(api.listReadonlyFlow);
  expect(mine.list.map((card) => card.iccid).sort()).toEqual([iccid(1), iccid(3)]);
  const theirs = await agent.ask(listCards, { query: { iccid: [iccid(1)] } as never });
  const [here, there] = [mine.list.find((card) => card.iccid === iccid(1)), theirs.list[0]];
  for (const field of ['lifecycle', 'carrierStatus', 'flowUsed', 'flowTotal', 'onlineState'] as const) {
    expect(here?.[field]).toEqual(there?.[field]);
  }
  const detail = await looker.ask(api.readReadonlyCard, { query: { card: iccid(1).slice(0, 19) } });
  expect(detail.card.flowUsed).toBe('400');
  expect(keysOf([mine, detail]).filter((key) => FORBIDDEN.test(key))).toEqual([]);
});

test('who only looks can change nothing, and voice cards are another permission', async () => {
  const body = { action: 'stop_card', source: { kind: 'ids', ids: ['801'] }, parameters: {} } as never;
  expect((await looker.call(previewSelection, { body })).status).toBe(403);
  expect((await looker.call(readCard, { query: { iccid: iccid(1) } })).status).toBe(403);
  expect((await looker.call(api.refreshReadonlyCard, { body: { id: '801' } })).status).toBe(403);
  expect((await looker.call(api.listReadonlyVoice)).status).toBe(403);
  expect((await looker.call(api.readReadonlyCard, { query: { card: iccid(2) } })).code).toBe('4040801');
  const commands = await host.db.selectFrom('card_commands.card_command').selectAll().execute();
  expect(commands).toEqual([]);
});

test('a foreign card reads like an unknown one, Gd is found by its whole number only', async () => {
  for (const card of [iccid(4), iccid(99), 'id-804']) {
    expect((await looker.call(api.readReadonlyCard, { query: { card } })).code).toBe('4040801');
  }
  expect((await rival.ask(api.listReadonlyFlow)).list.map((card) => card.iccid)).toEqual([iccid(4)]);
  const byFragment = await looker.ask(api.listReadonlyFlow, { query: { q: iccid(5).slice(-8) } });
  expect(byFragment.list).toEqual([]);
  const whole = await looker.ask(api.listReadonlyFlow, { query: { iccid: [iccid(5)] } as never });
  expect(whole.list).toHaveLength(1);
});

test('looking at a card is kept', async () => {
  await looker.ask(api.readReadonlyCard, { query: { card: iccid(3) } });
  const rows = await host.db
    .selectFrom('audit.operation_log')
    .select('object_id')
    .where('endpoint', '=', 'readonlyCards.detail')
    .where('object_id', '=', '803')
    .execute();
  expect(rows).toHaveLength(1);
});

test('a role sees its groups alone: the rest is empty, and not asked for either', async () => {
  await agent.ask(api.setReadonlyView, { body: { roleId: '2106', groups: ['package'] } });
  const foreign = await rival.call(api.setReadonlyView, { body: { roleId: '2106', groups: [] } });
  expect(foreign.code).toBe('4040101');
  const { list, summary } = await looker.ask(api.listReadonlyFlow, { query: { iccid: [iccid(1)] } as never });
  expect(summary.groups).toEqual(['package']);
  expect(list[0]).toMatchObject({ packageName: '100MB 月包', flowUsed: null, onlineState: null, realNameStatus: null });
  const detail = await looker.ask(api.readReadonlyCard, { query: { card: iccid(1) } });
  expect(detail).toMatchObject({ session: null, timeline: [], groups: ['package'] });
  expect((await looker.call(api.listReadonlyFlow, { query: { onlineState: [1] } as never })).status).toBe(422);
  expect((await looker.call(readDailyUsage, { query: { cardId: '801', days: 3 } })).status).toBe(403);
  expect((await agent.ask(api.readReadonlyViews)).map((view) => view.roleId)).toEqual(['2106']);
  await agent.ask(api.setReadonlyView, {
    body: { roleId: '2106', groups: ['package', 'usage', 'session', 'realName', 'timeline'] },
  });
  const usage = await looker.ask(readDailyUsage, { query: { cardId: '801', days: 3 } });
  expect(usage.days).toHaveLength(3);
});

test('where a card is, a role sees only once that was set, and only of cards that may be located', async () => {
  const ctx = host.app.systemContext('test');
  const now = host.clock.now();
  const place = { latitude: 22.5431, longitude: 114.0579, district: null };
  for (const [cardId, id] of [
    ['801', '8901'],
    ['803', '8903'],
  ] as const) {
    const row = {
      card_id: cardId,
      id,
      task_id: '8900',
      seq: 0,
      iccid: iccid(Number(cardId) - 800),
      platform: 1,
      carrier_account_id: '1',
      customer_id: '10',
      account_name: 'agent',
      purpose: '盘点',
      state: 'done' as const,
      is_found: true,
      source: 'cell' as const,
      accuracy_metres: 300,
      sealed: sealPosition(ctx, id, place),
      words: null,
      located_at: now,
      asked_at: now,
      created_at: now,
    };
    await host.db.insertInto('card_lookups.position_query').values(row).execute();
  }
  const look = (n: number) => looker.ask(api.readReadonlyCard, { query: { card: iccid(n) } });
  const before = await look(1);
  expect([before.groups.includes('location'), before.location]).toEqual([false, null]);
  await agent.ask(api.setReadonlyView, { body: { roleId: '2106', groups: ['location'] } });
  expect((await look(1)).location).toEqual({ ...place, source: 'cell', accuracyMetres: 300, at: now.toISOString() });
  // A descendant that has not consented.
  await host.db.updateTable('cards.card').set({ customer_id: '11' }).where('id', '=', '803').execute();
  expect((await look(3)).location).toBeNull();
  await agent.ask(api.setReadonlyView, {
    body: { roleId: '2106', groups: ['package', 'usage', 'session', 'realName', 'timeline'] },
  });
});

test('masked numbers are starred in list and detail, and still open', async () => {
  await grant(['readonlyCard.view', 'readonlyCard.viewVoice', 'readonlyCard.mask']);
  const masking = await host.as('readonly');
  const { list } = await masking.ask(api.listReadonlyVoice);
  expect(list[0]?.iccid).toBe(`${iccid(2).slice(0, 6)}**********${iccid(2).slice(-4)}`);
  const detail = await masking.ask(api.readReadonlyCard, { query: { card: `id-${list[0]?.id}` } });
  expect(detail.card).toMatchObject({ iccid: list[0]?.iccid, whiteListCount: 3, voiceUsed: '60' });
});
