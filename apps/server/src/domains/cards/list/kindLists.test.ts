import { previewSelection } from '@cardinal/contract/api/cardBatches/selection.ts';
import * as api from '@cardinal/contract/api/cards/cardList.ts';
import { withCheckDigit } from '@cardinal/primitives/iccid.ts';
import { DAY_MS } from '@cardinal/primitives/time.ts';
import { type Caller, testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { expect, test } from 'vitest';

const iccid = (n: number) => withCheckDigit(`898601${String(n).padStart(13, '0')}`);

const cardRow = (over: object) => ({
  platform: 1,
  carrier_account_id: '1',
  kind: 2,
  carrier_status: 'ACTIVATED',
  lifecycle: 'activated',
  customer_id: '10',
  created_at: host.clock.now(),
  updated_at: host.clock.now(),
  ...over,
});

const host = await forThisFile(testApp({ demo: 'people' }));
const [agent, rival] = [await host.as('agent'), await host.as('rival')];
const now = host.clock.now();
const card = (n: number, over: object) => cardRow({ id: String(500 + n), iccid: iccid(n), ...over });
const silent = (n: number, days: number | null, over: object = {}) =>
  card(n, {
    kind: 3,
    last_session_at: days === null ? null : new Date(now.getTime() - days * DAY_MS - 60_000),
    ...over,
  });
const cards = [
  card(1, { voice_total: '6000', voice_used: '5880', voice_on: true, white_list_count: 0 }),
  card(2, { voice_total: '6000', voice_used: '5000', voice_on: false }),
  card(3, { customer_id: '20', voice_total: '6000', voice_used: '5990' }),
  ...[0, 1, 3, 4, 8, 30, 31, 90, null].map((days, at) => silent(10 + at, days)),
  silent(30, 90, { lifecycle: 'stopped', carrier_status: 'DEACTIVATED' }),
  silent(31, 90, { customer_id: '20' }),
];
for (const row of cards)
  await host.db
    .insertInto('cards.card')
    .values(row as never)
    .execute();

const iccids = async (who: Caller, endpoint: typeof api.listVoiceCards, query: object) =>
  (await who.ask(endpoint, { query: query as never })).list.map((card) => card.iccid).sort();

test('an NB card shows the network of the last session its carrier told of', async () => {
  const session = { ipAddress: null, apn: 'cmnbiot', rat: 'NB', startedAt: null, endedAt: null };
  await host.db
    .insertInto('carrier_sync.carrier_reading')
    .values({ card_id: '510', read_at: host.clock.now(), session: JSON.stringify(session) } as never)
    .execute();
  const { list } = await agent.ask(api.listNbCards, { query: { iccid: iccid(10) } as never });
  expect(list).toMatchObject([{ iccid: iccid(10), rat: 'NB' }]);
  const others = await agent.ask(api.listNbCards, { query: { iccid: iccid(11) } as never });
  expect(others.list).toMatchObject([{ rat: null }]);
});

test('voice cards are found by what is left of their minutes and by their functions', async () => {
  expect(await iccids(agent, api.listVoiceCards, {})).toEqual([iccid(1), iccid(2)]);
  expect(await iccids(agent, api.listVoiceCards, { minutesLeftBelow: 3 })).toEqual([iccid(1)]);
  expect(await iccids(agent, api.listVoiceCards, { minutesLeftBelow: 2 })).toEqual([]);
  expect(await iccids(agent, api.listVoiceCards, { voiceOn: false })).toEqual([iccid(2)]);
  expect(await iccids(agent, api.listVoiceCards, { whiteListCountTo: 0 })).toEqual([iccid(1)]);
  expect(await iccids(agent, api.listVoiceCards, { whiteListEmpty: true })).toEqual([iccid(1)]);
  expect(await iccids(agent, api.listVoiceCards, { whiteListEmpty: false })).toEqual([]);
  expect(await iccids(rival, api.listVoiceCards, {})).toEqual([iccid(3)]);
});

test('each silence band counts what its own filter finds; stopped cards and those of others are not in it', async () => {
  const { bands, neverOnline } = await agent.ask(api.readSilence);
  expect({ bands, neverOnline }).toEqual({ bands: [1, 2, 1, 2, 2], neverOnline: 1 });
  for (const [place, { from, to }] of api.SILENCE_BANDS.entries()) {
    const query = { lifecycle: ['activated'], silentDaysFrom: from, ...(to === null ? {} : { silentDaysTo: to }) };
    const page = await agent.ask(api.listNbCards, { query: query as never });
    expect(page.total).toBe(bands[place]);
    for (const card of page.list) {
      expect(card.silentDays).toBeGreaterThanOrEqual(from);
      expect(card.silentDays).toBeLessThanOrEqual(to ?? 90);
    }
  }
  expect((await rival.ask(api.readSilence)).bands).toEqual([0, 0, 0, 0, 1]);
});

test('rows ticked one by one are found again, those of others are not, and a thousand is the most', async () => {
  const ticked = async (who: Caller) => iccids(who, api.listCards, { ids: ['501', '503', '510'] });
  expect(await ticked(agent)).toEqual([iccid(1), iccid(10)].sort());
  expect(await ticked(rival)).toEqual([iccid(3)]);
  expect(await iccids(agent, api.listVoiceCards, { ids: ['501', '510'] })).toEqual([iccid(1)]);
  const many = Array.from({ length: 1_001 }, (_, n) => String(n + 1));
  expect((await agent.call(api.listCards, { query: { ids: many } })).status).toBe(422);
});

test('what a voice or NB list filters by is a selection too', async () => {
  const preview = await agent.ask(previewSelection, {
    body: {
      action: 'sync_card',
      source: { kind: 'filter', query: { kind: '3', lifecycle: 'activated', silentDaysFrom: '31' } },
      parameters: {},
    },
  });
  expect(preview.willTouch + preview.willSkip).toBe(2);
});

test('flow cards are found by customer, sub-type, plan, mapping number, share used and change of device', async () => {
  const day = (ago: number) => new Date(host.clock.now().getTime() - ago * DAY_MS);
  const flow = {
    id: '700',
    iccid: iccid(700),
    kind: 1,
    sub_type: 2,
    communication_plan: 'PLAN-A',
    mapping_number: '1064',
  };
  for (const row of [
    { ...flow, flow_used: '90', flow_total: '100', imei_changed_at: day(2) },
    {
      ...flow,
      id: '701',
      iccid: iccid(701),
      customer_id: '11',
      sub_type: 1,
      communication_plan: 'PLAN-B',
      mapping_number: null,
    },
  ]) {
    await host.db
      .insertInto('cards.card')
      .values(cardRow(row) as never)
      .execute();
  }
  const found = (query: object) => iccids(agent, api.listCards, { kind: [1], ...query });
  expect(await found({})).toEqual([iccid(700), iccid(701)]);
  expect(await found({ customerId: ['10'] })).toEqual([iccid(700)]);
  expect(await found({ underCustomerId: '10' })).toEqual([iccid(700), iccid(701)]);
  expect(await found({ underCustomerId: '20' })).toEqual([]);
  expect(await found({ subType: [1] })).toEqual([iccid(701)]);
  expect(await found({ communicationPlan: ['PLAN-A'] })).toEqual([iccid(700)]);
  expect(await found({ mappingNumberContains: '1064' })).toEqual([iccid(700)]);
  expect(await found({ usedPercentFrom: 90, usedPercentTo: 100 })).toEqual([iccid(700)]);
  expect(await found({ usedPercentFrom: 91 })).toEqual([]);
  expect(await found({ imeiChangedSince: day(3).toISOString() })).toEqual([iccid(700)]);
  expect(await found({ imeiChangedSince: day(1).toISOString() })).toEqual([]);
  expect(await iccids(rival, api.listCards, { communicationPlan: ['PLAN-A'] })).toEqual([]);
});

test('what no card can have is refused at its field, or finds nothing', async () => {
  const asked = (query: object) => agent.call(api.listCards, { query: query as never });
  for (const [field, value] of [
    ['flowUsedFrom', '9'.repeat(20)],
    ['whiteListCountFrom', '99999999999'],
    ['usageJumpedAtTo', '0000-01-01T00:00:00Z'],
    ['imeiChangedSince', '0000-01-01T00:00:00Z'],
    ['underCustomerId', '9'.repeat(19)],
  ] as const) {
    const { status, data } = await asked({ [field]: value });
    expect([status, (data as { errors?: { field: string }[] }).errors?.[0]?.field]).toEqual([422, field]);
  }
  for (const days of ['2147483647', '-2147483648']) {
    expect((await asked({ silentDaysFrom: days, silentDaysTo: days })).status).toBe(200);
  }
});

test('somebody without a role sees neither list', async () => {
  const nobody = await host.as('norole');
  for (const endpoint of [api.listVoiceCards, api.listNbCards]) expect((await nobody.call(endpoint)).status).toBe(403);
});
