import { text } from 'node:stream/consumers';
import { noCardsFound } from '@cardinal/contract/api/cardLookups/onlineLookups.ts';
import {
  consentEnds,
  findInArea,
  listConsents,
  listPositions,
  locateCards,
  locationNotAuthorized,
  previewLocation,
  recordConsent,
  revealPositions,
} from '@cardinal/contract/api/cardLookups/positioning.ts';
import { selectCardFirst } from '@cardinal/contract/api/cards/cardRefusals.ts';
import { createTag } from '@cardinal/contract/api/cards/tags.ts';
import { orderExport } from '@cardinal/contract/api/tasks/downloads.ts';
import { notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { addCards, cardsUnderTest, iccid, workOff } from '@cardinal/testing/cardsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { expect, test } from 'vitest';
import { storedFile } from '../../../framework/storedFiles.ts';

const purpose = '资产盘点';

const under = await forThisFile(cardsUnderTest());
await addCards(under, [
  { n: 1, customerId: '10' },
  { n: 2, customerId: '10', status: 'INVENTORY' },
  { n: 3, customerId: '12' },
  { n: 4, customerId: '20' },
]);
// The simulated network sees a card every six hours.
under.clock.advance(13 * 3_600_000);
const agent = await under.as('agent');
const rival = await under.as('rival');

const rowsOf = async (taskId: string, who = agent) =>
  (await who.ask(listPositions, { query: { taskId: [taskId] } as never })).list;

test('a card is found where the carrier saw it, another has no position and the reason; positions are sealed', async () => {
  const numbers = [1, 2, 3, 4].map(iccid).join(',');
  const started = await agent.ask(locateCards, { body: { numbers, purpose } });
  expect(started).toMatchObject({ cards: 2, notFound: [iccid(4)], notAuthorized: [iccid(3)] });
  await workOff(under);
  const rows = new Map((await rowsOf(started.taskId)).map((row) => [row.iccid, row]));
  expect(rows.get(iccid(1))).toMatchObject({ isFound: true, source: 'last', purpose });
  expect(rows.get(iccid(2))).toMatchObject({ isFound: false, words: '运营商没有该卡的位置' });
  const { positions } = await agent.ask(revealPositions, { body: { taskId: started.taskId } });
  expect(positions).toHaveLength(1);
  const [place] = positions;
  expect(Math.abs(place?.latitude ?? 0)).toBeGreaterThan(15);
  expect(JSON.stringify(await rowsOf(started.taskId))).not.toContain(String(place?.latitude));
  const { rows: stored } = await import('kysely').then(({ sql }) =>
    sql<{ all: string }>`select string_agg(q::text, '') as all from card_lookups.position_query q`.execute(under.db),
  );
  expect(stored[0]?.all).not.toContain(String(place?.latitude));
  const logged = await under.db
    .selectFrom('audit.operation_log')
    .select('id')
    .where('endpoint', '=', revealPositions.name)
    .execute();
  expect(logged).toHaveLength(1);
  await expect(rival.ask(revealPositions, { body: { taskId: started.taskId } })).rejects.toThrow(notFound.code);
  expect(await rowsOf(started.taskId, rival)).toEqual([]);
});

test('cards are found by an area around their last positions; files alone tell coordinates, to who may see them', async () => {
  const started = await agent.ask(locateCards, { body: { numbers: iccid(1), purpose } });
  await workOff(under);
  const [place] = (await agent.ask(revealPositions, { body: { taskId: started.taskId } })).positions;
  const [x, y] = [place?.longitude ?? 0, place?.latitude ?? 0];
  const around = (far: number): [number, number][] => [
    [x - far, y - far],
    [x + far, y - far],
    [x + far, y + far],
    [x - far, y + far],
  ];
  const found = await agent.ask(findInArea, { body: { area: around(0.5) } });
  expect(found).toMatchObject({ isCut: false, positions: [{ iccid: iccid(1), latitude: y, longitude: x }] });
  const beside = around(0.5).map(([east, north]): [number, number] => [east + 2, north]);
  expect((await agent.ask(findInArea, { body: { area: beside } })).positions).toEqual([]);
  expect((await rival.ask(findInArea, { body: { area: around(0.5) } })).positions).toEqual([]);
  expect((await agent.call(findInArea, { body: { area: around(0.5).slice(0, 2) } })).status).toBe(422);
  const row = (await rowsOf(started.taskId)).at(0);
  expect(row).toMatchObject({ latitude: null, longitude: null });
  const order = { list: listPositions.name, format: 'csv' as const };
  const columns = ['iccid', 'latitude', 'longitude'];
  const ordered = await agent.ask(orderExport, { body: { ...order, columns, query: { taskId: [started.taskId] } } });
  await workOff(under);
  const stored = await storedFile(under.ctx, `downloads/${ordered.downloadId}.csv`);
  const file = await text((stored as NonNullable<typeof stored>).stream());
  expect(file).toContain(iccid(1));
  expect(file).toContain(`,${y},${x}`);
});

test('the cards of a tag are located, and what that costs is told before', async () => {
  const { id } = await agent.ask(createTag, { body: { name: '冷链车', color: 'blue' } });
  const cards = await under.db
    .selectFrom('cards.card')
    .select('id')
    .where('iccid', 'in', [iccid(1), iccid(3)])
    .execute();
  await under.db
    .insertInto('cards.card_tag')
    .values(cards.map((card) => ({ card_id: card.id, tag_id: id, customer_id: '10' })))
    .execute();
  await under.db.updateTable('carriers.account').set({ calls_per_day: 5_000 }).execute();
  const told = await agent.ask(previewLocation, { body: { tagId: id } });
  expect(told).toMatchObject({ cards: 1, notAuthorized: [iccid(3)], carriers: [{ platform: 1, cards: 1, calls: 1 }] });
  const [left] = told.carriers;
  expect(left?.isOffered).toBe(true);
  expect(left?.callsLeft).toBeGreaterThan(0);
  expect(left?.callsLeft).toBeLessThan(5_000);
  expect(await agent.ask(locateCards, { body: { tagId: id, purpose } })).toMatchObject({ cards: 1 });
  await workOff(under);
  const [card] = await under.db.selectFrom('cards.card').select('province').where('iccid', '=', iccid(1)).execute();
  expect(card?.province).toBeGreaterThan(10);
  await expect(rival.ask(locateCards, { body: { tagId: id, purpose } })).rejects.toThrow(noCardsFound.code);
  await expect(agent.ask(locateCards, { body: { purpose } })).rejects.toThrow(selectCardFirst.code);
});

test('a customer below is located only once its consent is recorded, and not after it has ended', async () => {
  const ask = () => agent.ask(locateCards, { body: { numbers: iccid(3), purpose } });
  await expect(ask()).rejects.toThrow(locationNotAuthorized.code);
  const consent = { customerId: '12', document: '授权书 1', validUntil: '2999-12-31' };
  await expect(agent.ask(recordConsent, { body: { ...consent, validUntil: '2020-01-01' } })).rejects.toThrow(
    consentEnds.code,
  );
  await expect(rival.ask(recordConsent, { body: consent })).rejects.toThrow(notFound.code);
  await agent.ask(recordConsent, { body: consent });
  expect((await agent.ask(listConsents, { query: {} })).list).toMatchObject([{ id: '12', document: '授权书 1' }]);
  expect(await ask()).toMatchObject({ cards: 1, notAuthorized: [] });
  await under.db.updateTable('card_lookups.location_consent').set({ valid_until: '2020-01-01' }).execute();
  await expect(ask()).rejects.toThrow(locationNotAuthorized.code);
});

test('foreign numbers read as not found', async () => {
  await expect(rival.ask(locateCards, { body: { numbers: iccid(1), purpose } })).rejects.toThrow(noCardsFound.code);
});
