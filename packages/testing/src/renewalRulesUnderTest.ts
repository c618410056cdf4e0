import { previewSelection, startAction } from '@cardinal/contract/api/cardBatches/selection.ts';
import type { OrderAction } from '@cardinal/contract/api/orders/batchActions.ts';
import { previewRuleSwitch, renewalRules, switchRule } from '@cardinal/contract/api/renewals/rules.ts';
import type { BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import type { Caller } from './app.ts';
import { addCards, type CardsUnderTest, iccid, listSource } from './cardsUnderTest.ts';
import { allow, fund, ordersWorkOff } from './ordersUnderTest.ts';
import { makePackage } from './packages.ts';
import { sellProduct } from './products.ts';

export const RULE_RIGHTS = (['view', 'edit', 'switch', 'export'] as const).map(
  (verb) => `packageRenewalControl.${verb}` as const,
);
export type RuleBody = BodyOf<typeof renewalRules.create>;

const GIVEN = [
  { to: '10', from: '1', reserve: 800 },
  { to: '12', from: '10', reserve: 1_000 },
];

/** A product whose cards have packages that 12 orders at 10.00, accounts that write rules, and money. */
export async function renewalRulesUnderTest(under: CardsUnderTest) {
  for (const account of ['agent', 'operator', 'rival', 'enterprise']) await allow(under, account, RULE_RIGHTS);
  await fund(under, '12', 10_000_000);
  const product = await sellProduct(under.ctx, {
    carrierAccountId: under.accountId,
    customerIds: ['10', { to: '12', from: '10' }],
  });
  const pack = async (name: string, more: Parameters<typeof makePackage>[1] = {}) => {
    const made = await makePackage(under.ctx, { name, products: [product], given: GIVEN, ...more });
    const { code } = await under.db
      .selectFrom('packages.package')
      .select('code')
      .where('id', '=', made.id)
      .executeTakeFirstOrThrow();
    return { ...made, code };
  };
  let last = 0;
  const preview = (who: Caller, numbers: readonly number[], packageId: string, more: object, action: OrderAction) =>
    who.call(previewSelection, {
      body: { action, source: listSource(numbers), parameters: { packageId, ...more } },
    });
  /** Orders as a person in the console does, and works it off. */
  const buy = async (
    who: Caller,
    numbers: readonly number[],
    packageId: string,
    more: object = {},
    action: OrderAction = 'order_package',
  ) => {
    const { previewId } = (await preview(who, numbers, packageId, more, action)).data as { previewId: string };
    const started = await who.ask(startAction, { body: { previewId } });
    await ordersWorkOff(under, started);
    return started;
  };
  return {
    product,
    pack,
    preview,
    buy,
    /** New cards of a customer, which have a package where one is named. */
    newCards: async (count: number, having?: string, customerId = '12'): Promise<number[]> => {
      const numbers = Array.from({ length: count }, () => (last += 1));
      await addCards(
        under,
        numbers.map((n) => ({ n, customerId })),
      );
      const iccids = numbers.map(iccid);
      await under.db.updateTable('cards.card').set({ product_code: product }).where('iccid', 'in', iccids).execute();
      if (having !== undefined) await buy(await under.as('enterprise'), numbers, having);
      return numbers;
    },
    body: (more: Partial<RuleBody> = {}): RuleBody => ({
      name: '停续旧月包',
      packageIds: [],
      productCodes: [product],
      customerIds: [],
      channels: ['platform', 'publicAccount', 'api', 'miniProgram'],
      limits: ['forbid'],
      listedIds: [],
      messageZh: '该套餐已停止续费',
      messageEn: 'This package is no longer renewed',
      ...more,
    }),
  };
}

export async function turnRule(who: Caller, id: string, state: 'shadow' | 'on' | 'off') {
  const { version } = await who.ask(previewRuleSwitch, { query: { id } });
  return who.ask(switchRule, { body: { id, version, state } });
}

/** Writes a rule and switches it. */
export async function rule(who: Caller, body: RuleBody, state: 'draft' | 'shadow' | 'on' = 'on'): Promise<string> {
  const { id } = await who.ask(renewalRules.create, { body });
  if (state !== 'draft') await turnRule(who, id, state);
  return id;
}

export const blockedBy = (under: CardsUnderTest, ruleId: string) =>
  under.db.selectFrom('renewals.blocked').selectAll().where('rule_id', '=', ruleId).orderBy('id').execute();
