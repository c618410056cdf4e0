import {
  closeUnmatchedCards,
  importUnmatchedCards,
  listUnmatchedCards,
  unmatchedDecided,
} from '@cardinal/contract/api/cardImports/unmatchedCarrierCards.ts';
import { decideDifferences, listDifferences } from '@cardinal/contract/api/carrierSync/carrierCards.ts';
import { noPermission } from '@cardinal/contract/framework/standardRefusals.ts';
import { addCards, card, cardsUnderTest, iccid } from '@cardinal/testing/cardsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { sellProduct } from '@cardinal/testing/products.ts';
import { expect, test } from 'vitest';
import { toStatusReadings } from '../../carrierSync/rotation/statusReader.ts';
import { readChanges } from '../../carrierSync/sync/carrierPass.ts';
import { findBatch } from '../../sheetImports/face.ts';
import { checkImportJob } from '../imports/importJobs.ts';
import { CARD_IMPORT } from '../imports/importKind.ts';

const never = new AbortController().signal;

const under = await forThisFile(cardsUnderTest());
const admin = await under.as('admin');

const pass = () => readChanges(under.ctx, under.accountId, never);
const listed = async (caller = admin) =>
  (await caller.ask(listUnmatchedCards, { query: { accountId: [under.accountId], sort: 'lastSeenAt' } as never })).list;

test('cards only the carrier has are told once, and are taken in by an ordinary import or closed', async () => {
  await addCards(under, [{ n: 1 }]);
  under.jasper.addDevices({ iccids: [iccid(2), iccid(3)], status: 'ACTIVATED' });
  await pass();
  const found = await listed();
  expect(found.map((each) => [each.iccid, each.state]).sort()).toEqual([
    [iccid(2), 'open'],
    [iccid(3), 'open'],
  ]);
  const [first, second] = [iccid(2), iccid(3)].map((number) => found.find((each) => each.iccid === number)?.id ?? '');
  const productCode = await sellProduct(under.ctx, { carrierAccountId: under.accountId });
  const body = { accountId: under.accountId, ids: [first ?? ''], kind: 1 as const, productCode };
  const { batchId } = await admin.ask(importUnmatchedCards, { body });
  await checkImportJob.run(under.ctx, { batchId }, never);
  expect(await findBatch(under.db, CARD_IMPORT, batchId)).toMatchObject({
    state: 'waiting',
    good: 1,
    bad: 0,
    customer_id: '1',
  });
  expect((await admin.call(importUnmatchedCards, { body })).code).toBe(unmatchedDecided.code);
  await admin.ask(closeUnmatchedCards, { body: { accountId: under.accountId, ids: [second ?? ''] } });
  under.clock.advance(600_000);
  await pass();
  expect((await listed()).map((each) => each.state).sort()).toEqual(['closed', 'taken']);
  await addCards(under, [{ n: 2, accountId: under.accountId }]);
  expect((await listed()).find((each) => each.iccid === iccid(2))?.state).toBe('known');
  const agent = await under.as('agent');
  expect((await agent.call(listUnmatchedCards, { query: {} as never })).code).toBe(noPermission.code);
});

const device = {
  iccid: iccid(9),
  status: 'ACTIVATED',
  imsi: null,
  msisdn: null,
  imei: null,
  ratePlan: null,
  communicationPlan: null,
  activatedAt: null,
  changedAt: null,
  raw: {},
};

test('a card its carrier does not know is told once; closed, it is not told again until the carrier knows it', async () => {
  const [id = ''] = await addCards(under, [{ n: 9 }]);
  const { imsi, business_number, platform, usage_at } = await card(under, 9);
  const cards = [{ id, iccid: iccid(9), imsi, business_number, platform, usage_at, readAt: null }];
  const say = async (isKnown: boolean) => {
    const readAt = under.clock.now();
    const said = isKnown ? { found: [device], unknown: [] } : { found: [], unknown: [iccid(9)] };
    const heard = toStatusReadings(under.accountId, cards, { ...said, readAt });
    if (heard.kind === 'heard') await under.ctx.transact((inside) => heard.apply(inside));
  };
  const differences = async () => (await admin.ask(listDifferences, { query: { iccid: [iccid(9)] } as never })).list;
  await say(false);
  await say(false);
  const [told] = await differences();
  expect(await differences()).toMatchObject([{ kind: 'unknown', state: 'open' }]);
  const body = { accountId: under.accountId, ids: [told?.id ?? ''], side: 'closed' as const };
  expect(await admin.ask(decideDifferences, { body })).toEqual({ decided: 1, over: 0, tasks: [] });
  await say(false);
  expect(await differences()).toMatchObject([{ state: 'closed' }]);
  await say(true);
  await say(false);
  expect((await differences()).map((each) => each.state).sort()).toEqual(['gone', 'open']);
  expect(await card(under, 9)).toMatchObject({ carrier_status: 'ACTIVATED' });
});
