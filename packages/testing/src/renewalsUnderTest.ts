import { beginContract, followContract } from '@cardinal/contract/api/autoRenewals/endUserRenewals.ts';
import { addOffer } from '@cardinal/contract/api/autoRenewals/offers.ts';
import { addTemplate } from '@cardinal/contract/api/autoRenewals/templates.ts';
import { stepDue } from '@cardinal/server/domains/autoRenewals/charging/steps.ts';
import { stepDue as stepPayments } from '@cardinal/server/domains/payments/steps/steps.ts';
import type { CardsUnderTest } from './cardsUnderTest.ts';
import { control } from './carriers.ts';
import { allow } from './ordersUnderTest.ts';
import { type EndUserCaller, shopUnderTest } from './shopUnderTest.ts';

const DAY_MS = 86_400_000;
const CHINA_MS = 8 * 3_600_000;
export const OFFER_PERMISSIONS = (['view', 'add', 'edit', 'enable', 'delete'] as const).map(
  (verb) => `autoRenewContractPackage.${verb}` as const,
);
export const RECORD_PERMISSIONS = (['view', 'cancel', 'charge', 'skip'] as const).map(
  (verb) => `autoRenewContractRecord.${verb}` as const,
);

/** Short, so that the tests of a file stay within the months for which there are partitions. */
export const WEEK = { validity_unit: 2, validity_count: 7, boundary: 3 } as const;

/** A shop whose week of 15.00 can be signed for: renewed for 12.00, charged 2 days before the end, with 2 retries. */
export async function renewalsUnderTest(under: CardsUnderTest) {
  const shop = await shopUnderTest(under);
  await allow(under, 'agent', [...OFFER_PERMISSIONS, ...RECORD_PERMISSIONS]);
  const agent = await under.as('agent');
  const listing = await shop.list(await shop.packageOf('周包', { terms: WEEK }));
  const { id: template } = await shop.admin.ask(addTemplate, {
    body: {
      name: '月包续费',
      merchantId: shop.merchantId,
      planId: '12535',
      maxAmount: '50.00',
      periodUnit: 2,
      leadDays: 2,
      displayName: '流量卡套餐',
    },
  });
  const { id: offer } = await agent.ask(addOffer, {
    body: { listingId: listing, templateId: template, renewPrice: '12.00', daysBefore: 2, retries: 2 },
  });
  const { ctx, db, clock, jasper: simulator } = under;

  /** Turns the clock to an hour of a China day, so many days on. */
  const toHour = (hour: number, days = 0) => {
    const now = clock.now().getTime();
    const day = Math.floor((now + CHINA_MS) / DAY_MS) * DAY_MS - CHINA_MS;
    clock.set(new Date(Math.max(now, day + days * DAY_MS + hour * 3_600_000)));
  };
  /** Lets everything happen that is due: steps of contracts, charges and payments. */
  const work = async (rounds = 4) => {
    for (let round = 0; round < rounds; round += 1) {
      await stepDue(ctx);
      await stepPayments(ctx);
      clock.advance(6_000);
    }
  };
  const contractOf = (id: string) =>
    db.selectFrom('auto_renewals.contract').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const chargesOf = (id: string) =>
    db.selectFrom('auto_renewals.charge').selectAll().where('contract_id', '=', id).orderBy('period').execute();
  const begin = async (user: EndUserCaller, cardId: string, offerId = offer) => {
    const body = { cardId, offerId, firstPrice: '1500', renewPrice: '1200' };
    const { contractId } = await user.ask(beginContract, { body });
    const { signUrl } = await user.ask(followContract, { body: { contractId } });
    return { contractId, signUrl };
  };
  /** Signs as the person does, and lets the first period be charged and set up. */
  const sign = async (user: EndUserCaller, cardId: string) => {
    const hour = (clock.now().getUTCHours() + 8) % 24;
    if (hour < 8 || hour >= 18) toHour(10, hour < 8 ? 0 : 1);
    const { contractId, signUrl } = await begin(user, cardId);
    await fetch(`${signUrl}/sign`, { method: 'POST', redirect: 'manual' });
    await work();
    await setUp(contractId);
    return contractId;
  };
  /** Works off what the last charge paid, until the next one is planned. */
  const setUp = async (contractId: string) => {
    const last = (await chargesOf(contractId)).at(-1);
    if (last?.state === 'paid') await shop.workOrder(last.retail_order_id);
    clock.advance(301_000);
    await work(2);
  };
  const toCharge = async (contractId: string) => {
    const at = (await chargesOf(contractId)).at(-1)?.next_at;
    if (at && at > clock.now()) clock.set(at);
    await work();
  };
  return {
    ...shop,
    agent,
    listing,
    template,
    offer,
    toHour,
    work,
    contractOf,
    chargesOf,
    begin,
    sign,
    setUp,
    toCharge,
    contracts: async () =>
      ((await control(simulator, 'GET', '/wechat/contracts')) as { contracts: { contractNo: string; state: string }[] })
        .contracts,
    fault: (body: object) => control(simulator, 'POST', '/faults', body),
  };
}
