import { listCards } from '@cardinal/contract/api/cards/cardList.ts';
import { readCard } from '@cardinal/contract/api/cardViews/cardDetail.ts';
import { Platform } from '@cardinal/contract/enumerations/card.ts';
import { STATUS_TABLES } from '@cardinal/contract/statuses/carrierStatuses.ts';
import { hasRightCheckDigit, platformOfIccid } from '@cardinal/primitives/iccid.ts';
import { testApp } from '@cardinal/testing/app.ts';
import { connectJasper, simulatedJasper } from '@cardinal/testing/carriers.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { type CardState, stateOfCard } from '../domains/cards/cardState.ts';
import { readChanges } from '../domains/carrierSync/sync/carrierPass.ts';
import { openCarrierAccount } from '../domains/carriers/accounts/openAccount.ts';
import { provisionSimulator, seedDemo } from './demoCards.ts';

const host = await forThisFile(testApp({ demo: 'people' }));
const jasper = await forThisFile(simulatedJasper({ clock: host.clock }));
const accountId = await connectJasper(host.app, jasper);
for (const adapter of ['cmp', 'onelink', 'telecomCmp', 'international', 'esim', 'broadnet', 'generic', 'thirdParty']) {
  await host.app.asSystem('test', (ctx) =>
    openCarrierAccount(ctx, {
      customerId: '1',
      name: adapter,
      adapter,
      baseUrl: 'https://example.com',
      state: 'paused',
    }),
  );
}
await host.app.asSystem('demo', (ctx) => seedDemo(ctx, { size: 3_000 }));

test('cards of all carriers in states their tables know, by real prefixes with their check digits', async () => {
  const cards = await host.db
    .selectFrom('cards.card')
    .select(['iccid', 'platform', 'carrier_status', 'lifecycle'])
    .execute();
  expect(cards).toHaveLength(3_000);
  expect(new Set(cards.map((card) => card.iccid)).size).toBe(3_000);
  for (const card of cards) {
    expect(STATUS_TABLES[card.platform as 1].statuses[card.carrier_status]?.lifecycle).toBe(card.lifecycle);
    expect(hasRightCheckDigit(card.iccid)).toBe(true);
    if (card.platform <= 3) expect(platformOfIccid(card.iccid)).toBe(card.platform);
  }
  expect(new Set(cards.map((card) => card.lifecycle)).size).toBe(4);
  expect(new Set(cards.map((card) => card.platform)).size).toBe(8);
});

test('agent sees a third, rival half of that, neither any of the other', async () => {
  const [agent, rival, admin] = await Promise.all(['agent', 'rival', 'admin'].map((name) => host.as(name)));
  // Includes carriers that are not offered: commands are requested from them too.
  const platform = Platform.options.map(({ value }) => value);
  const ask = (caller = agent) => caller?.ask(listCards, { query: { platform, pageSize: 200 } });
  expect((await ask(agent))?.total).toBe(900);
  expect((await ask(rival))?.total).toBe(450);
  expect((await ask(admin))?.total).toBe(3_000);
  const theirs = new Set((await ask(rival))?.list.map((card) => card.iccid));
  expect((await ask(agent))?.list.some((card) => theirs.has(card.iccid))).toBe(false);
});

test('the card of every example is there, with its history', async () => {
  const agent = await host.as('agent');
  const detail = await agent.ask(readCard, { query: { iccid: '8986060000000000001' } });
  expect(detail.card).toMatchObject({ id: '1', iccid: '89860600000000000013', lifecycle: 'activated', platform: 1 });
  expect(detail.customerPath.map((each) => each.id)).toEqual(['10', '12']);
  const lines = await host.db
    .selectFrom('cards.card_event')
    .selectAll()
    .where('card_id', '=', '1')
    .orderBy('at')
    .execute();
  expect(lines.map((line) => line.action)).toEqual(expect.arrayContaining(['import_card', 'allocate_card']));
});

test('the last line of every card tells it as it stands', async () => {
  const last = await sql<{ card_id: string; state: CardState }>`
    select distinct on (card_id) card_id, state from cards.card_event order by card_id, at desc, id desc`.execute(
    host.db,
  );
  const told = new Map(last.rows.map((row) => [row.card_id, row.state]));
  const cards = await sql<{ id: string; state: CardState }>`
    select c.id, ${stateOfCard('c')} as state from cards.card c`.execute(host.db);
  const ended = new Set(
    (await host.db.selectFrom('cards.tag_ended').select('tag_id').execute()).map((tag) => tag.tag_id),
  );
  const inOrder = (state: CardState | undefined) =>
    state && { ...state, tags: state.tags.filter((tag) => !ended.has(tag)).sort() };
  for (const { id, state } of cards.rows) expect(inOrder(told.get(id))).toEqual(inOrder(state));
});

test('the simulated carrier agrees with what the platform believes, but where a difference is open', async () => {
  const ctx = host.app.systemContext('demo');
  const account = { username: jasper.username, secret: jasper.apiKey };
  const simulated = { carrier: 'jasper', account, word: (status: string) => status };
  await provisionSimulator(ctx, jasper.url, [{ accountId, simulated }]);
  await provisionSimulator(ctx, jasper.url, [{ accountId, simulated }]);
  const believed = await host.db.selectFrom('cards.card').select(['id', 'carrier_status']).orderBy('id').execute();
  const differences = await host.db
    .selectFrom('carrier_sync.carrier_difference')
    .select(['card_id', 'theirs'])
    .where('carrier_account_id', '=', accountId)
    .where('state', '=', 'open')
    .where('kind', '=', 'status')
    .execute();
  expect(differences.length).toBeGreaterThan(0);
  const theirs = new Map(differences.map((each) => [each.card_id, each.theirs]));
  await host.db
    .updateTable('carrier_sync.carrier_pass')
    .set({ modified_since: new Date('2000-01-01T00:00:00Z') })
    .execute();
  const end = await readChanges(ctx, accountId, new AbortController().signal);
  expect(end).toMatchObject({ kind: 'finished', changed: differences.length });
  const after = await host.db.selectFrom('cards.card').select(['id', 'carrier_status']).orderBy('id').execute();
  expect(after).toEqual(
    believed.map((card) => ({ ...card, carrier_status: theirs.get(card.id) ?? card.carrier_status })),
  );
});
