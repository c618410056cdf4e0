import { readCard } from '@cardinal/contract/api/cards/cardDetail.ts';
import { previewSelection } from '@cardinal/contract/api/cards/selection.ts';
import { Platform } from '@cardinal/contract/enumerations/card.ts';
import type { Caller } from '@cardinal/testing/app.ts';
import {
  addCards,
  type CardsUnderTest,
  card,
  cardsUnderTest,
  events,
  iccid,
  item,
  listSource,
  start,
  workOff,
} from '@cardinal/testing/cardsUnderTest.ts';
import { connectCarrier } from '@cardinal/testing/carriers.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { confirmLines } from './confirmLines.ts';
import { FREE, kept, lineVerdict, ON, standing } from './lineRules.ts';

let under: CardsUnderTest;
let agent: Caller;
let telecom: string;
const KEY = 'abc123ABC';

beforeAll(async () => {
  under = await cardsUnderTest();
  agent = await under.as('agent');
  const secret = `${KEY}demo_pwd`;
  await under.jasper.control('POST', '/telecomCmp/accounts', { username: 'demo_user', secret });
  const iccids = [1, 2, 3].map(iccid);
  await under.jasper.control('POST', '/telecomCmp/devices', { account: 'demo_user', iccids, status: '4' });
  telecom = await connectCarrier(under.app, {
    adapter: 'telecomCmp',
    baseUrl: under.jasper.url,
    credentials: { userId: 'demo_user', password: 'demo_pwd', key: KEY },
  });
  await addCards(under, [
    ...[1, 2, 3].map((n) => ({ n, customerId: '10', accountId: telecom })),
    { n: 4, customerId: '10' },
  ]);
});
afterAll(() => under?.stop());

/** Carries the task out and lets the confirmation look once. */
async function settle(): Promise<void> {
  await workOff(under);
  under.clock.advance(5_000);
  await confirmLines(under.ctx, telecom, new AbortController().signal);
}
const preview = (body: object) => agent.ask(previewSelection, { body: body as never });

test('data is switched off at the carrier, and on again; the card says so only then', async () => {
  const { taskId } = await start(agent, 'close_gprs', listSource([1]));
  expect((await card(under, 1))?.data_on).toBeNull();
  await settle();
  expect((await card(under, 1))?.data_on).toBe(false);
  expect(await item(under, taskId, 1)).toMatchObject({ state: 'done' });
  expect((await events(under, 1)).map((event) => [event.action, event.result])).toEqual([
    ['close_gprs', 'asked'],
    ['close_gprs', 'confirmed'],
  ]);
  // It stands so already: nothing is asked a second time.
  expect(await preview({ action: 'close_gprs', source: listSource([1]), parameters: {} })).toMatchObject({
    willTouch: 0,
    skipped: [{ reason: 'already' }],
  });
  await start(agent, 'open_gprs', listSource([1]));
  await settle();
  expect((await card(under, 1))?.data_on).toBe(true);
});

test('a limit is one of the account’s speeds; others are skipped and told which there are', async () => {
  const asked = { action: 'limit_speed', source: listSource([2, 4]) };
  expect(await preview({ ...asked, parameters: { speedKbps: 777 } })).toMatchObject({ willTouch: 0 });
  await expect(preview({ ...asked, parameters: {} })).rejects.toThrow('speedKbps');
  const told = await preview({ ...asked, parameters: { speedKbps: 512 } });
  expect(told).toMatchObject({ willTouch: 1, willSkip: 1 });
  await start(agent, 'limit_speed', listSource([2]), { speedKbps: 512 });
  await settle();
  expect((await card(under, 2))?.speed_kbps).toBe(512);
  await start(agent, 'cancel_limit_speed', listSource([2]));
  await settle();
  expect((await card(under, 2))?.speed_kbps).toBeNull();
});

test('a card offers what its account can do, and says why not for the rest', async () => {
  const actionsOf = async (n: number) =>
    (await agent.ask(readCard, { query: { iccid: iccid(n) } })).functions
      .flatMap(({ actions }) => actions)
      .map(({ action, why }) => [action, why === null]);
  expect(await actionsOf(3)).toEqual(
    expect.arrayContaining([
      ['open_gprs', true],
      ['limit_speed', true],
      ['open_sms', false],
    ]),
  );
  expect((await actionsOf(4)).every(([, may]) => may === false)).toBe(true);
});

test('a value that is kept is the value that stands', () => {
  const card = { data_on: null, voice_on: null, sms_on: null, speed_kbps: null };
  expect(standing({ ...card, ...kept('data', ON) }, 'data')).toBe(ON);
  expect(standing({ ...card, ...kept('speed', '128') }, 'speed')).toBe('128');
  expect(standing({ ...card, ...kept('speed', FREE) }, 'speed')).toBeNull();
  const group = { platform: Platform.values.Lt, carrierStatus: 'RETIRED', about: '' };
  expect(lineVerdict(group, 'open_gprs', ON, undefined)?.key).toBe('cancelled');
});
