import {
  cancelContract,
  chargeContract,
  listContracts,
  readContract,
  skipCharge,
} from '@cardinal/contract/api/autoRenewals/contracts.ts';
import {
  beginContract,
  endOwnContract,
  followContract,
  readRenewals,
} from '@cardinal/contract/api/autoRenewals/endUserRenewals.ts';
import {
  addOffer,
  deleteOffer,
  editOffer,
  enableOffer,
  listOffers,
  readOfferChoices,
} from '@cardinal/contract/api/autoRenewals/offers.ts';
import {
  addTemplate,
  deleteTemplate,
  editTemplate,
  enableTemplate,
  listTemplates,
  readTemplateChoices,
} from '@cardinal/contract/api/autoRenewals/templates.ts';
import { idempotencyKeyMissing } from '@cardinal/contract/framework/standardRefusals.ts';
import { cardsUnderTest } from '@cardinal/testing/cardsUnderTest.ts';
import { control } from '@cardinal/testing/carriers.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { allow } from '@cardinal/testing/ordersUnderTest.ts';
import { OFFER_PERMISSIONS, RECORD_PERMISSIONS, renewalsUnderTest, WEEK } from '@cardinal/testing/renewalsUnderTest.ts';
import { beforeEach, describe, expect, test } from 'vitest';

const under = await forThisFile(cardsUnderTest());
const shop = await renewalsUnderTest(under);
const { admin, agent, account, template, offer } = shop;
await allow(under, 'rival', [
  ...OFFER_PERMISSIONS,
  ...RECORD_PERMISSIONS,
  ...(['view', 'add', 'edit', 'enable', 'delete'] as const).map(
    (verb) => `autoRenewContractTemplateList.${verb}` as const,
  ),
]);
const rival = await under.as('rival');
await shop.newCards([1, 2, 3, 4, 5]);

beforeEach(() => under.clock.advance(61_000));

const plan = (more: object = {}) => ({
  name: '年包续费',
  merchantId: shop.merchantId,
  planId: '12536',
  maxAmount: '300.00',
  periodUnit: 2 as const,
  leadDays: 2,
  displayName: '流量卡',
  ...more,
});
const rowOf = async (id: string) => (await admin.ask(listTemplates)).list.find((row) => row.id === id);
const offerRow = async () => (await agent.ask(listOffers)).list.find((row) => row.id === offer);

describe('a template', () => {
  test('is registered for an own merchant once, and refused at its field otherwise', async () => {
    expect((await admin.ask(readTemplateChoices)).merchants.map(({ id }) => id)).toContain(shop.merchantId);
    const { id } = await admin.ask(addTemplate, { body: plan() });
    expect(await rowOf(id)).toMatchObject({ name: '年包续费', signed: 0, offers: 0, isOwn: true, isEnabled: true });
    expect((await admin.call(addTemplate, { body: plan() })).code).toBe('4092029');
    expect((await admin.call(addTemplate, { body: plan({ planId: '1', leadDays: 1 }) })).code).toBe('4002022');
    expect((await admin.call(addTemplate, { body: plan({ planId: '01' }) })).status).toBe(422);
    expect((await rival.call(addTemplate, { body: plan({ planId: '2' }) })).code).toBe('4002020');
    await admin.ask(deleteTemplate, { body: { id } });
    expect(await rowOf(id)).toBeUndefined();
  });

  test('is edited by its owner, never below a price in use, and is unknown to others', async () => {
    const before = await rowOf(template);
    const body = {
      id: template,
      version: before?.version ?? 0,
      name: '月包续费',
      leadDays: 2,
      displayName: '流量卡套餐',
    };
    expect((await admin.call(editTemplate, { body: { ...body, maxAmount: '11.99' } })).code).toBe('4002021');
    expect((await admin.call(editTemplate, { body: { ...body, maxAmount: '60.00', version: 99 } })).code).toMatch(
      /^409/,
    );
    await admin.ask(editTemplate, { body: { ...body, maxAmount: '60.00' } });
    expect(await rowOf(template)).toMatchObject({ maxAmount: '6000', offers: 1 });
    for (const endpoint of [editTemplate, enableTemplate, deleteTemplate]) {
      const sent = { ...body, maxAmount: '60.00', isEnabled: false };
      const fields = Object.keys((endpoint.body as unknown as { shape: object }).shape);
      const own = Object.fromEntries(Object.entries(sent).filter(([name]) => fields.includes(name)));
      expect((await rival.call(endpoint, { body: own as never })).code).toBe('4042020');
    }
    expect((await rival.ask(listTemplates)).list).toEqual([]);
    expect((await admin.call(deleteTemplate, { body: { id: template } })).code).toBe('4092021');
  });

  test('takes no new contracts while it is disabled', async () => {
    await admin.ask(enableTemplate, { body: { id: template, isEnabled: false } });
    const user = await shop.signIn('1');
    const cardId = await shop.bind(user, 1);
    expect((await user.ask(readRenewals, { query: { cardId } })).offers).toEqual([]);
    const body = { cardId, offerId: offer, firstPrice: '1500', renewPrice: '1200' };
    expect((await user.call(beginContract, { body })).code).toBe('4042021');
    await admin.ask(enableTemplate, { body: { id: template, isEnabled: true } });
    expect((await user.ask(readRenewals, { query: { cardId } })).offers).toMatchObject([
      { id: offer, firstPrice: '1500' },
    ]);
  });
});

describe('an auto-renew package', () => {
  test('is a listing of one’s own, within the template and not below what is owed', async () => {
    const other = await shop.list(await shop.packageOf('双周包', { terms: { ...WEEK, validity_count: 14 } }), {
      title: '双周包',
    });
    expect((await agent.ask(readOfferChoices)).listings.map(({ id }) => id)).toEqual([other]);
    const body = { listingId: other, templateId: template, renewPrice: '12.00', daysBefore: 3, retries: 1 };
    expect((await agent.call(addOffer, { body: { ...body, renewPrice: '60.01' } })).code).toBe('4002023');
    expect((await agent.call(addOffer, { body: { ...body, renewPrice: '7.99' } })).code).toBe('4002024');
    // A template of somebody else reads like an unknown one; the platform's, which collects, can be used.
    const now = under.clock.now();
    await under.db
      .insertInto('auto_renewals.template')
      .values({
        id: '77',
        customer_id: '20',
        name: '他人',
        provider: 11,
        merchant_id: '77',
        plan_id: '77',
        max_amount: '5000',
        currency: 'CNY',
        period_unit: 2,
        lead_days: 2,
        display_name: '他人',
        is_enabled: true,
        created_at: now,
        updated_at: now,
      })
      .execute();
    for (const templateId of ['1', '77'])
      expect((await agent.call(addOffer, { body: { ...body, templateId } })).code).toBe('4002026');
    await under.db.deleteFrom('auto_renewals.template').where('id', '=', '77').execute();
    expect((await agent.call(addOffer, { body: { ...body, retries: 4 } })).status).toBe(422);
    expect((await rival.call(addOffer, { body })).code).toBe('4002025');
    const { id } = await agent.ask(addOffer, { body });
    expect((await agent.call(addOffer, { body })).code).toBe('4092022');
    await agent.ask(deleteOffer, { body: { id } });
  });

  test('is edited, disabled and deleted by its owner; levels above see it, others do not', async () => {
    const version = (await offerRow())?.version ?? 0;
    const terms = { templateId: template, renewPrice: '12.00', daysBefore: 2, retries: 2 };
    expect((await agent.call(editOffer, { body: { id: offer, version: 99, ...terms } })).code).toMatch(/^409/);
    await agent.ask(editOffer, { body: { id: offer, version, ...terms } });
    expect(await offerRow()).toMatchObject({ renewPrice: '1200', firstPrice: '1500', isOwn: true });
    expect((await admin.call(enableOffer, { body: { id: offer, isEnabled: false } })).code).toBe('4032021');
    expect((await rival.call(enableOffer, { body: { id: offer, isEnabled: false } })).code).toBe('4042021');
    expect((await rival.call(editOffer, { body: { id: offer, version, ...terms } })).code).toBe('4042021');
    expect((await rival.call(deleteOffer, { body: { id: offer } })).code).toBe('4042021');
    await agent.ask(enableOffer, { body: { id: offer, isEnabled: false } });
    expect(await offerRow()).toMatchObject({ isEnabled: false });
    await agent.ask(enableOffer, { body: { id: offer, isEnabled: true } });
  });
});

describe('a contract', () => {
  test.each([beginContract, endOwnContract])(
    'is changed only with a key that lets him repeat it: %o',
    async (endpoint) => {
      const user = await shop.signIn('1');
      const sent = { ...(endpoint.example as object), params: { account }, key: null };
      expect((await user.call(endpoint, sent as never)).code).toBe(idempotencyKeyMissing.code);
    },
  );

  test('signed at the provider is signed here with its template, which can then not be deleted', async () => {
    const user = await shop.signIn('1');
    const cardId = await shop.bind(user, 1);
    const id = await shop.sign(user, cardId);
    const { list, summary } = await agent.ask(listContracts);
    expect(list).toMatchObject([{ id, signingState: 1, templateName: '月包续费', periods: 1, nextState: 'waiting' }]);
    expect(summary).toMatchObject({ signed: 1, overdue: 0 });
    expect(await rowOf(template)).toMatchObject({ signed: 1 });
    expect((await admin.call(deleteTemplate, { body: { id: template } })).code).toBe('4092020');
    expect((await agent.call(deleteOffer, { body: { id: offer } })).code).toBe('4092020');
    const read = await agent.ask(readContract, { query: { id } });
    expect(read.charges).toMatchObject([
      { period: 2, state: 'waiting', amount: '1200' },
      { period: 1, state: 'paid', amount: '1500', progress: 'done' },
    ]);
    expect((await rival.call(readContract, { query: { id } })).code).toBe('4042022');
    expect((await rival.ask(listContracts)).list).toEqual([]);
    for (const [caller, code] of [
      [rival, '4042022'],
      [admin, '4032022'],
    ] as const) {
      expect((await caller.call(cancelContract, { body: { id, reason: '误操作' } })).code).toBe(code);
      expect((await caller.call(skipCharge, { body: { id, reason: '误操作' } })).code).toBe(code);
      expect((await caller.call(chargeContract, { body: { id } })).code).toBe(code);
    }
    // A second one for the card is refused, whoever asks.
    const body = { cardId, offerId: offer, firstPrice: '1500', renewPrice: '1200' };
    expect((await user.call(beginContract, { body })).code).toBe('4092023');
    const other = await shop.signIn('2');
    await shop.bind(other, 1);
    expect((await other.call(beginContract, { body })).code).toBe('4092023');
    expect((await other.call(followContract, { body: { contractId: id } })).code).toBe('4042022');
    expect((await other.call(endOwnContract, { body: { contractId: id } })).code).toBe('4042022');
  });

  test('is begun once however often he taps, at the prices he has seen', async () => {
    const user = await shop.signIn('3');
    const cardId = await shop.bind(user, 2);
    const body = { cardId, offerId: offer, firstPrice: '1500', renewPrice: '1200' };
    expect((await user.call(beginContract, { body: { ...body, renewPrice: '1100' } })).code).toBe('4092027');
    const all = await Promise.all(Array.from({ length: 6 }, () => user.ask(beginContract, { body })));
    expect(new Set(all.map(({ contractId }) => contractId)).size).toBe(1);
    // Not signed in its minutes it is over; signed nevertheless, it is ended at the provider too.
    const contractId = all[0]?.contractId ?? '';
    await user.ask(followContract, { body: { contractId } });
    const { contract_no } = await shop.contractOf(contractId);
    under.clock.advance(12 * 60_000);
    await shop.work();
    expect(await shop.contractOf(contractId)).toMatchObject({ state: 0, ended_at: expect.any(Date) });
    await control(under.jasper, 'POST', `/wechat/contracts/${contract_no}/sign`, {});
    under.clock.advance(120_000);
    await shop.work();
    expect((await shop.contracts()).find(({ contractNo }) => contractNo === contract_no)?.state).toBe('ended');
    expect(await shop.contractOf(contractId)).toMatchObject({ state: 0, periods: 0 });
  });

  test('ended on the page stops charging at once, and is over when the provider says so', async () => {
    const user = await shop.signIn('4');
    const cardId = await shop.bind(user, 3);
    const id = await shop.sign(user, cardId);
    await shop.fault({ kind: 'dropBeforeEffect', operation: 'endContract', count: 3 });
    await user.ask(endOwnContract, { body: { contractId: id } });
    expect(await shop.chargesOf(id)).toMatchObject([{ state: 'paid' }, { state: 'skipped' }]);
    await shop.work(1);
    expect((await user.ask(followContract, { body: { contractId: id } })).contract).toMatchObject({ isEnding: true });
    await shop.work(8);
    under.clock.advance(120_000);
    await shop.work(4);
    expect(await shop.contractOf(id)).toMatchObject({ state: 0, ended_by: 'user', periods: 1 });
    expect((await user.call(endOwnContract, { body: { contractId: id } })).code).toBe('4092024');
    expect((await agent.call(cancelContract, { body: { id, reason: '再次' } })).code).toBe('4092024');
    // The card can be signed for again.
    expect((await user.ask(readRenewals, { query: { cardId } })).offers).toHaveLength(1);
  });

  test('ended within WeChat is heard by notice, and found by the daily comparison where the notice is lost', async () => {
    const user = await shop.signIn('4');
    const ids = [await shop.sign(user, await shop.bind(user, 4)), await shop.sign(user, await shop.bind(user, 5))];
    const rows = await Promise.all(ids.map(shop.contractOf));
    await shop.fault({ kind: 'swallow', operation: 'notifyContract', iccid: rows[1]?.contract_no });
    for (const { contract_no } of rows) await control(under.jasper, 'POST', `/wechat/contracts/${contract_no}/end`, {});
    for (let tries = 0; tries < 50; tries += 1) {
      await shop.work(1);
      if ((await shop.contractOf(ids[0] as string)).ended_at) break;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect(await shop.contractOf(ids[0] as string)).toMatchObject({ state: 0, ended_by: 'user' });
    expect(await shop.contractOf(ids[1] as string)).toMatchObject({ state: 1, ended_at: null });
    under.clock.advance(86_400_000);
    await shop.work();
    expect(await shop.contractOf(ids[1] as string)).toMatchObject({ state: 0, ended_by: 'user' });
  });
});
