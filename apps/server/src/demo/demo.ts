import { seedDemo as seedAudit } from '../domains/audit/demo.ts';
import { seedDemo as seedAllocations } from '../domains/cardAllocations/demo.ts';
import { DEMO_CONNECTED, DEMO_ESIM, followSimulator, seedDemo as seedCarriers } from '../domains/carriers/demo.ts';
import { paidAtNight, seedDemo as seedCashOuts } from '../domains/cashOuts/demo.ts';
import { seedDemo as seedCatalogue } from '../domains/catalogue/demo.ts';
import { seedDemo as seedControl } from '../domains/control/demo.ts';
import { seedDemo as seedCustomerAccounts } from '../domains/customerAccounts/demo.ts';
import { seedDemo as seedCustomers } from '../domains/customers/demo.ts';
import { subtreeIds } from '../domains/customers/face.ts';
import { seedDemo as seedDayReturns } from '../domains/dayReturns/demo.ts';
import { seedDemo as seedDeductions } from '../domains/deductions/demo.ts';
import { seedDemo as seedWarnings } from '../domains/earlyWarnings/demo.ts';
import { seedDemo as seedEngines } from '../domains/engines/demo.ts';
import { seedDemo as seedNotices } from '../domains/notices/demo.ts';
import { seedDemo as seedOpenApi } from '../domains/openApi/demo.ts';
import { seedDemo as seedOperationStrategies } from '../domains/operationStrategies/demo.ts';
import { seedDemo as seedPackages } from '../domains/packages/demo.ts';
import { DEMO_PROGRAM, followMerchants, openDemoMerchants, seedMerchants } from '../domains/paymentProviders/demo.ts';
import { seedMerchantRoutes, seedDemo as seedPayments } from '../domains/payments/demo.ts';
import { releaseProfit } from '../domains/profitSharing/entries/releaseProfit.ts';
import { seedDemo as seedRenewals } from '../domains/renewals/demo.ts';
import { seedDemo as seedReports } from '../domains/reports/demo.ts';
import { seedDemo as seedSettings } from '../domains/settings/demo.ts';
import { seedProfitReceivers } from '../domains/splitOrders/demo.ts';
import { mendStops, traceStops } from '../domains/stoppedCards/mendStops.ts';
import { seedSubAccounts } from '../domains/subAccounts/demo.ts';
import { refusedInDemo, seedDemo as seedTasks } from '../domains/tasks/demo.ts';
import { workTasks } from '../domains/tasks/leases/workTasks.ts';
import { seedDemo as seedUsage } from '../domains/usage/demo.ts';
import { seedDemo as seedReminders } from '../domains/usageReminders/demo.ts';
import type { Ctx } from '../framework/context.ts';
import type { Config } from '../runtime/config.ts';
import { seedRefusals } from './cards/demoRefusals.ts';
import { seedUndo } from './cards/demoUndo.ts';
import { provisionSimulator, seedDemo as seedCards, seedEsimCards } from './demoCards.ts';
import { seedChannelStatements } from './demoChannelStatements.ts';
import { seedCustomPackages } from './demoCustomPackages.ts';
import { fillDesk } from './demoDesk.ts';
import { seedFlowPools } from './demoFlowPools.ts';
import { seedGroupBuys } from './demoGroupBuys.ts';
import { seedMiniProgram } from './demoMiniProgram.ts';
import { seedPools } from './demoPools.ts';
import { followPushes, seedPushes } from './demoPushes.ts';
import { demoSales, within } from './demoSales.ts';
import { DEMO_APPID, followShop, openDemoAccount, seedShop, sellInShop } from './demoShop.ts';
import { followSources, seedSources } from './demoSources.ts';
import { seedSpeedLimits } from './demoSpeedLimits.ts';
import { seedStatements } from './demoStatements.ts';
import { seedTopUps } from './demoTopUps.ts';
import { demoWallets } from './demoWallets.ts';
import { moveNotices, provisionSmdp, seedDemo as seedEsim } from './esim/demoEsim.ts';
import { seedDemo as seedIdentity } from './people/demoAccounts.ts';

/** `people`: customers, accounts, roles and what they need to sign in. `all`: cards and their history as well. */
export type DemoSize = 'people' | 'all';

declare module '../framework/tables.ts' {
  interface Tables {
    'runtime.demo': { part: string; made_at: Date };
  }
}

type Part = {
  readonly name: string;
  readonly make: (ctx: Ctx) => Promise<void>;
  /**
   * A part that runs in one transaction with its marker is made once or not at all. Any other part checks for itself what
   * exists.
   */
  readonly isWhole: boolean;
};

const PEOPLE: readonly Part[] = [
  { name: 'customers', make: seedCustomers, isWhole: true },
  { name: 'identity', make: seedIdentity, isWhole: true },
  { name: 'settings', make: seedSettings, isWhole: true },
];

const EVERYTHING: readonly Part[] = [
  ...PEOPLE,
  { name: 'carriers', make: seedCarriers, isWhole: true },
  { name: 'catalogue', make: seedCatalogue, isWhole: true },
  { name: 'packages', make: seedPackages, isWhole: true },
  { name: 'customPackages', make: seedCustomPackages, isWhole: true },
  { name: 'control', make: seedControl, isWhole: true },
  { name: 'cards', make: (ctx) => seedCards(ctx), isWhole: true },
  { name: 'payments', make: seedPayments, isWhole: true },
  {
    name: 'customerAccounts',
    make: async (ctx) => {
      const sell = await demoSales(ctx, workTasks);
      const recharge = await demoWallets(ctx, workTasks);
      await seedCustomerAccounts(ctx, async (day) => {
        await releaseProfit(within(day.next()));
        await sell(day);
        await recharge(day);
      });
    },
    isWhole: true,
  },
  { name: 'groupBuys', make: seedGroupBuys, isWhole: true },
  { name: 'channelStatements', make: seedChannelStatements, isWhole: true },
  {
    name: 'tasks',
    make: async (ctx) => {
      await seedTasks(ctx, (customerId, count) => cardsOf(ctx, customerId, count));
      await seedUndo(ctx);
      await seedRefusals(ctx, await refusedInDemo(ctx));
    },
    isWhole: true,
  },
  { name: 'esim', make: (ctx) => seedEsim(ctx, seedEsimCards), isWhole: true },
  {
    name: 'engines',
    make: (ctx) => seedEngines(ctx, (customerId, count) => cardsOf(ctx, customerId, count)),
    isWhole: true,
  },
  { name: 'audit', make: seedAudit, isWhole: true },
  { name: 'notices', make: seedNotices, isWhole: true },
  { name: 'usage', make: seedUsage, isWhole: false },
  { name: 'pools', make: seedPools, isWhole: false },
  { name: 'flowPools', make: seedFlowPools, isWhole: false },
  { name: 'operationStrategies', make: seedOperationStrategies, isWhole: false },
  { name: 'renewals', make: seedRenewals, isWhole: true },
  { name: 'usageReminders', make: seedReminders, isWhole: true },
  { name: 'earlyWarnings', make: seedWarnings, isWhole: true },
  { name: 'deductions', make: seedDeductions, isWhole: false },
  { name: 'cardAllocations', make: seedAllocations, isWhole: true },
  { name: 'speedLimits', make: seedSpeedLimits, isWhole: true },
  {
    name: 'stoppedCards',
    make: async (ctx) => {
      await mendStops(ctx);
      await traceStops(ctx);
    },
    isWhole: false,
  },
  { name: 'reports', make: seedReports, isWhole: false },
  { name: 'openApi', make: seedOpenApi, isWhole: true },
];

/** Some cards of a customer and its descendants, as targets of demo operations. */
async function cardsOf(ctx: Ctx, customerId: string, count: number): Promise<{ iccid: string; cardId: string }[]> {
  const cards = await ctx.db
    .selectFrom('cards.card')
    .select(['iccid', 'id'])
    .where('customer_id', 'in', [...(await subtreeIds(ctx.db, customerId)), '0'])
    .orderBy('id')
    .limit(count)
    .execute();
  return cards.map(({ iccid, id }) => ({ iccid, cardId: id }));
}

const mark = (ctx: Ctx, part: string) =>
  ctx.db.insertInto('runtime.demo').values({ part, made_at: ctx.clock.now() }).execute();

/** Fills an empty database with the demo in its language, part by part; a part that was interrupted is made again at the next start. */
export async function seedDemo(
  system: Ctx,
  config: Config,
  size: DemoSize,
  options: { readonly simulatorPatienceMs?: number } = {},
): Promise<void> {
  const ctx = system.actAs({ actor: system.actor, scope: system.scope, language: config.demoLanguage });
  const marks = await ctx.db.selectFrom('runtime.demo').select('part').execute();
  const made = new Set(marks.map(({ part }) => part));
  // A database that was in use before gets no demo.
  if (made.size === 0 && (await ctx.db.selectFrom('customers.customer').select('id').limit(1).executeTakeFirst()))
    return;
  for (const part of size === 'people' ? PEOPLE : EVERYTHING) {
    if (made.has(part.name)) continue;
    ctx.log.info({ part: part.name }, 'making the demo');
    if (part.isWhole) {
      await ctx.transact(async (inside) => {
        await part.make(inside);
        await mark(inside, part.name);
      });
    } else {
      await part.make(ctx);
      await mark(ctx, part.name);
    }
  }
  if (size !== 'all') return;
  await followSimulator(ctx, config.simulatorPort);
  if (made.has('simulator')) await tellOwnAddress(ctx, config);
  else await tellSimulator(ctx, config, options.simulatorPatienceMs);
  if (made.has('merchants')) await followMerchants(ctx, placesOf(config));
  else await connectMerchants(ctx, config);
  if (made.has('shop')) await followShop(ctx, placesOf(config).simulatorUrl);
  else await openShop(ctx, config);
  if (!made.has('subAccounts'))
    await seedSubAccounts(ctx, placesOf(config).simulatorUrl, (inside) => mark(inside, 'subAccounts')).catch(
      (error: unknown) => ctx.log.warn({ err: error }, 'the simulator does not answer: the demo has no sub-accounts'),
    );
  if (!made.has('profitReceivers'))
    await seedProfitReceivers(ctx, (inside) => mark(inside, 'profitReceivers')).catch((error: unknown) =>
      ctx.log.warn({ err: error }, 'the simulator does not answer: the demo has no profit-sharing receivers'),
    );
  if (made.has('pushes')) await followPushes(ctx, placesOf(config).simulatorUrl);
  else
    await ctx.transact(async (inside) => {
      await seedPushes(inside, placesOf(config).simulatorUrl);
      await mark(inside, 'pushes');
    });
  if (made.has('sources')) await followSources(ctx, placesOf(config).simulatorUrl);
  else
    await seedSources(ctx, placesOf(config).simulatorUrl, (inside) => mark(inside, 'sources')).catch((error: unknown) =>
      ctx.log.warn({ err: error }, 'the simulator does not answer: the demo has no external packages'),
    );
  if (!made.has('statements'))
    await seedStatements(ctx, placesOf(config).simulatorUrl).catch((error: unknown) =>
      ctx.log.warn({ err: error }, 'the simulator does not answer: the demo has no statements'),
    );
}

const urlOf = (port: number): string => `http://127.0.0.1:${port}`;

const placesOf = (config: Config) => ({ simulatorUrl: urlOf(config.simulatorPort), ownUrl: urlOf(config.port) });

/** Merchants at the simulated payment providers; without a simulator tried again at the next start. */
async function connectMerchants(ctx: Ctx, config: Config): Promise<void> {
  try {
    const merchants = await openDemoMerchants(ctx, placesOf(config));
    await ctx.transact(async (inside) => {
      await seedMerchants(inside, merchants);
      await seedMerchantRoutes(inside, merchants);
      const payer = merchants[0]?.id ?? '';
      await seedCashOuts(inside, payer);
      await seedDayReturns(inside, (at) => paidAtNight(inside, payer, at));
      await mark(inside, 'merchants');
    });
  } catch (error) {
    ctx.log.warn({ err: error }, 'the simulator does not answer: the demo has no merchants');
  }
}

/** A public account of agent A whose users pay at the simulated WeChat; without it tried again at the next start. */
async function openShop(ctx: Ctx, config: Config): Promise<void> {
  const { simulatorUrl } = placesOf(config);
  try {
    const openids = await openDemoAccount(simulatorUrl, DEMO_APPID);
    const users = await openDemoAccount(simulatorUrl, DEMO_PROGRAM);
    await ctx.transact(async (inside) => {
      await seedShop(inside, simulatorUrl, openids);
      await seedMiniProgram(inside, simulatorUrl, users);
      await mark(inside, 'shop');
    });
    await sellInShop(ctx, simulatorUrl);
    await seedTopUps(ctx, simulatorUrl);
    await fillDesk(ctx, simulatorUrl);
  } catch (error) {
    ctx.log.warn({ err: error }, 'the simulator does not answer: the demo has no public account');
  }
}

/** The simulated SM-DP+ pushes to where this start listens. */
async function tellOwnAddress(ctx: Ctx, config: Config): Promise<void> {
  await moveNotices(urlOf(config.simulatorPort), urlOf(config.port), DEMO_ESIM).catch((error: unknown) =>
    ctx.log.warn({ err: error }, 'the carrier simulator does not answer: it pushes to the former address'),
  );
}

/** Gives the simulated carrier the same cards. Without a simulator the demo starts anyway and tries again at the next start. */
async function tellSimulator(ctx: Ctx, config: Config, patienceMs?: number): Promise<void> {
  const accounts = DEMO_CONNECTED.map(({ id, simulated }) => ({ accountId: id, simulated }));
  try {
    const simulatorUrl = urlOf(config.simulatorPort);
    await provisionSimulator(ctx, simulatorUrl, accounts, patienceMs);
    await provisionSmdp(ctx, simulatorUrl, urlOf(config.port), DEMO_ESIM);
    await mark(ctx, 'simulator');
  } catch (error) {
    ctx.log.warn({ err: error }, 'the carrier simulator does not answer: demo cards are not known to it');
  }
}
