import type { CardAction } from '@cardinal/contract/api/cardBatches/cardActions.ts';
import { previewSelection } from '@cardinal/contract/api/cardBatches/selection.ts';
import { readCardOffers } from '@cardinal/contract/api/cardViews/cardOffers.ts';
import { FORCED_STOP_REASONS } from '@cardinal/contract/enumerations/card.ts';
import { addCards, cardsUnderTest } from '@cardinal/testing/cardsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { sellProduct } from '@cardinal/testing/products.ts';
import { expect, test } from 'vitest';
import { openCarrierAccount } from '../../carriers/accounts/openAccount.ts';

const under = await forThisFile(cardsUnderTest());
const [agent, rival] = await Promise.all([under.as('agent'), under.as('rival')]);
// Its interface is not connected: nothing can be asked through it.
const unconnected = await openCarrierAccount(under.ctx, {
  customerId: '1',
  name: '未接入',
  adapter: 'broadnet',
  baseUrl: 'http://127.0.0.1:9',
});
const productCode = await sellProduct(under.ctx, { carrierAccountId: under.accountId, customerIds: ['10', '11'] });
const { customer_id: enterpriseId } = await under.db
  .selectFrom('identity.account')
  .select('customer_id')
  .where('account', '=', 'enterprise')
  .executeTakeFirstOrThrow();
const ids = await addCards(under, [
  { n: 1 },
  { n: 2, status: 'DEACTIVATED', stopReasons: [1] },
  { n: 3, status: 'DEACTIVATED', stopReasons: [1, 2] },
  { n: 4, status: 'INVENTORY' },
  { n: 5, status: 'RETIRED' },
  { n: 6, accountId: unconnected },
  { n: 7, kind: 4 },
  { n: 8, customerId: '11' },
  { n: 9, stopReasons: [2] },
]);

/** Actions without parameters that decide, so that what is offered is exactly what a preview does. */
const FREE: readonly CardAction[] = [
  'stop_card',
  'active_card',
  'reboot_card',
  'enter_sleep',
  'exit_sleep',
  'to_test',
  'to_inventory',
  'to_activate',
  'unbind_imei',
  'open_gprs',
  'close_gprs',
  'open_voice',
  'open_sms',
  'close_sms',
  'cancel_limit_speed',
  'reset_network',
  'recover_card',
  'query_online',
  'sync_card',
];
const forced = FORCED_STOP_REASONS.map((stopReason) => ({ stopReason }));
/** Actions whose parameters decide too: what is not offered is skipped with any of them. */
const ASKING: Partial<Record<CardAction, readonly object[]>> = {
  forced_stop_card: forced,
  lift_forced_stop: forced,
  cancel_card: [{ reason: '测试' }],
  edit_service_period: [{ servicePeriodEnd: '2030-01-01T00:00:00Z' }],
  change_product: [{ productCode }],
  set_usage_cap: [{ usageCapMb: 100 }],
  change_apn: [{ apn: 'cmnet' }],
  query_location: [{ purpose: '测试' }],
  edit_remark: [{ remark: '备注' }],
};

const preview = async (action: CardAction, id: string, parameters: object = {}) => {
  const source = { kind: 'ids' as const, ids: [id] };
  return agent.ask(previewSelection, { body: { action, source, parameters } });
};
const offersOf = async (...asked: string[]) => (await agent.ask(readCardOffers, { query: { ids: asked } })).offers;

test.each(ids.map((id, at) => [at + 1, id] as const))(
  'of card %i no action is offered that its preview skips, and none is refused in other words',
  async (_n, id) => {
    const offers = await offersOf(id);
    for (const { action, able, why } of offers) {
      if (FREE.includes(action)) {
        const { willTouch, skipped } = await preview(action, id);
        expect([action, able, why]).toEqual([action, willTouch, skipped[0]?.words ?? null]);
      } else if (why !== null && ASKING[action]) {
        const previews = await Promise.all(ASKING[action].map((parameters) => preview(action, id, parameters)));
        expect([action, previews.map(({ willTouch }) => willTouch)]).toEqual([action, previews.map(() => 0)]);
        expect([action, previews.map(({ skipped }) => skipped[0]?.words)]).toEqual([
          action,
          expect.arrayContaining([why]),
        ]);
      }
    }
  },
);

test('of several cards it is told how many can, and why only where none can', async () => {
  const [active = '', stopped = '', , , cancelled = ''] = ids;
  const find = async (action: CardAction, ...asked: string[]) =>
    (await offersOf(...asked)).find((offer) => offer.action === action);
  expect(await find('stop_card', active, stopped, cancelled)).toEqual({ action: 'stop_card', able: 1, why: null });
  expect(await find('stop_card', stopped)).toEqual({ action: 'stop_card', able: 0, why: '已停机' });
});

test('foreign and unknown cards are left out alike', async () => {
  const asked = { query: { ids: [ids[0] as string, '1'] } };
  expect(await rival.ask(readCardOffers, asked)).toEqual({ cards: 0, offers: [] });
  expect((await agent.ask(readCardOffers, asked)).cards).toBe(1);
});

test('an action without its permission is not told, and nothing is told to who may see no cards', async () => {
  const norole = await under.as('norole');
  expect((await norole.call(readCardOffers, { query: { ids } })).status).toBe(403);
  const { role_id } = await under.db
    .selectFrom('identity.account as a')
    .innerJoin('identity.account_role as r', 'r.account_id', 'a.id')
    .select('r.role_id')
    .where('a.account', '=', 'enterprise')
    .executeTakeFirstOrThrow();
  const permissions = ['flowCard.view', 'flowCard.stop'];
  await under.db.updateTable('identity.role').set({ permissions }).where('id', '=', role_id).execute();
  const enterprise = await under.as('enterprise');
  const [mine = ''] = await addCards(under, [{ n: 20, customerId: enterpriseId }]);
  const { offers } = await enterprise.ask(readCardOffers, { query: { ids: [mine] } });
  expect(offers.map(({ action }) => action)).toEqual(['stop_card', 'forced_stop_card']);
});
