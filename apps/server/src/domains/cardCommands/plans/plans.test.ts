import { previewSelection } from '@cardinal/contract/api/cardBatches/selection.ts';
import * as api from '@cardinal/contract/api/cardCommands/plans.ts';
import {
  addCards,
  card,
  cardsUnderTest,
  events,
  iccid,
  item,
  listSource,
  start,
  workOff,
} from '@cardinal/testing/cardsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { expect, test } from 'vitest';
import { confirmChanges } from '../changes/confirmChanges.ts';
import { pullPlansJob } from './pullPlans.ts';

const never = new AbortController().signal;

const under = await forThisFile(cardsUnderTest());
const admin = await under.as('admin');
await addCards(
  under,
  [1, 2, 3, 4].map((n) => ({ n, customerId: '10' })),
);
under.jasper.addDevices({ iccids: [5, 6].map(iccid), communicationPlan: 'VOICE' });

const pull = async () => {
  await admin.ask(api.pullPlans, { body: { carrierAccountId: under.accountId } });
  await pullPlansJob.run(under.ctx, { carrierAccountId: under.accountId }, never);
};
const plans = async (query = {}) => (await admin.ask(api.listPlans, { query })).list;
const planOf = async (name: string) => (await plans({ carrierNameContains: name }))[0];
const confirm = async () => {
  under.clock.advance(10_000);
  await confirmChanges(under.ctx, under.accountId, never);
};

test('a pull lists the plans of the carrier with its counts beside ours', async () => {
  await pull();
  const found = await plans();
  expect(found.map(({ carrierName, carrierCards }) => [carrierName, carrierCards])).toContainEqual(['VOICE', 2]);
  expect(found.reduce((sum, plan) => sum + (plan.carrierCards ?? 0), 0)).toBe(6);
  expect(await planOf('VOICE')).toMatchObject({ cards: 0, difference: 2, state: 'on', isByHand: false });
  const [account] = await admin.ask(api.planAccounts);
  expect(account).toMatchObject({ canPull: true, canChange: true, pull: { state: 'finished', seen: 6 } });
});

test('a card is under another plan only when its carrier says so', async () => {
  const agent = await under.as('agent');
  expect((await agent.ask(api.planOptions)).map(({ carrierName }) => carrierName)).toContain('VOICE');
  const { taskId } = await start(agent, 'change_communication_plan', listSource([1, 2]), { plan: 'VOICE' });
  await workOff(under);
  expect((await card(under, 1)).communication_plan).not.toBe('VOICE');
  expect((await item(under, taskId, 1)).state).toBe('confirming');
  expect(await planOf('VOICE')).toMatchObject({ cards: 0 });
  await confirm();
  expect((await card(under, 1)).communication_plan).toBe('VOICE');
  expect((await item(under, taskId, 2)).state).toBe('done');
  expect(await planOf('VOICE')).toMatchObject({ cards: 2 });
  expect((await events(under, 1)).map(({ action, result }) => `${action} ${result}`)).toEqual([
    'change_communication_plan asked',
    'change_communication_plan confirmed',
  ]);
  const again = await agent.ask(previewSelection, {
    body: { action: 'change_communication_plan', source: listSource([1, 3]), parameters: { plan: 'VOICE' } },
  });
  expect(again).toMatchObject({ willTouch: 1, skipped: [{ reason: 'already', count: 1 }] });
});

test('a plan nobody has is refused at its field; a foreign card does not exist', async () => {
  const body = {
    action: 'change_communication_plan',
    source: listSource([3]),
    parameters: { plan: 'NOBODYS' },
  } as const;
  const agent = await under.as('agent');
  expect((await agent.call(previewSelection, { body })).data).toMatchObject({ errors: [{ field: 'parameters.plan' }] });
  const rival = await under.as('rival');
  const foreign = await rival.ask(previewSelection, { body: { ...body, parameters: { plan: 'VOICE' } } });
  expect(foreign).toMatchObject({ willTouch: 0, skipped: [{ reason: 'notFound' }] });
});

test('what the carrier refuses fails in its words, and the card stays as it was', async () => {
  const carrierAccountId = under.accountId;
  const facts = { name: '手工计划', ratePlan: null, services: [], apns: [], rats: [], countries: [], remark: null };
  await admin.ask(api.addPlan, { body: { carrierAccountId, carrierName: 'BY-HAND', ...facts } });
  const twice = await admin.call(api.addPlan, { body: { carrierAccountId, carrierName: 'BY-HAND', ...facts } });
  expect(twice.data).toMatchObject({ errors: [{ field: 'carrierName' }] });
  const before = (await card(under, 3)).communication_plan;
  const { taskId } = await start(admin, 'change_communication_plan', listSource([3]), { plan: 'BY-HAND' });
  await workOff(under);
  expect(await item(under, taskId, 3)).toMatchObject({ state: 'failed', code: 'refused' });
  expect((await card(under, 3)).communication_plan).toBe(before);
});

test('what an answer left unclear is looked up, asked again after a while, and told once', async () => {
  await under.jasper.control('POST', '/faults', { kind: 'timeout', probability: 1, operation: 'editDevice', seed: 1 });
  const { taskId } = await start(admin, 'change_communication_plan', listSource([4]), { plan: 'VOICE' });
  await workOff(under);
  await under.jasper.control('DELETE', '/faults');
  for (let looks = 0; looks < 6; looks += 1) await confirm();
  expect((await item(under, taskId, 4)).state).toBe('done');
  expect((await events(under, 4)).filter(({ result }) => result === 'asked')).toHaveLength(1);
});

test('a plan that vanished at the carrier is marked gone and taken by nobody; one kept by hand stays', async () => {
  await under.db
    .insertInto('card_commands.plan')
    .values({
      id: under.ctx.ids.next(),
      carrier_account_id: under.accountId,
      customer_id: '1',
      carrier_name: 'VANISHED',
      name: 'VANISHED',
      rate_plan: null,
      services: [],
      apns: [],
      rats: [],
      countries: [],
      state: 'on',
      is_by_hand: false,
      gone_at: null,
      carrier_cards: 3,
      own_cards: 3,
      counted_at: null,
      remark: null,
      version: 1,
      created_at: under.clock.now(),
      updated_at: under.clock.now(),
    })
    .execute();
  await pull();
  expect(await planOf('VANISHED')).toMatchObject({ state: 'gone', carrierCards: null });
  expect(await planOf('BY-HAND')).toMatchObject({ state: 'on', isByHand: true });
  expect((await admin.ask(api.planOptions)).map(({ carrierName }) => carrierName)).not.toContain('VANISHED');
  expect((await plans({ differing: 'true' })).map(({ carrierName }) => carrierName)).toContain('VANISHED');
  expect((await plans({ unused: 'true' })).map(({ carrierName }) => carrierName)).not.toContain('VOICE');
});
