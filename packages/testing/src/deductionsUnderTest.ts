import { enableTariff, simulateTariff, tariffs } from '@cardinal/contract/api/deductions/tariffs.ts';
import type { BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { confirmDue, cursorFrom } from '@cardinal/server/domains/cardCommands/confirming/confirmCommands.ts';
import { chargeCustomers } from '@cardinal/server/domains/deductions/charging/chargeCustomers.ts';
import { openPurse } from '@cardinal/server/domains/ledger/ledgerUnderTest.ts';
import { catchUpJob } from '@cardinal/server/domains/metering/marks/catchUp.ts';
import { addToTotals } from '@cardinal/server/domains/usage/recordUsage.ts';
import { takeUsage } from '@cardinal/server/domains/usage/takeUsage.ts';
import type { Caller } from './app.ts';
import { addCards, type CardsUnderTest, cardsUnderTest, iccid, workOff } from './cardsUnderTest.ts';
import { addRecord, allow, balanceOf } from './ordersUnderTest.ts';

const SECOND = 1_000;
export const GB = 1024 ** 3;
export const PAYER = '11';

/** Cards, their carrier, accounts that may set tariffs, and usage that is shared out. */
export async function deductionsUnderTest() {
  const under = await cardsUnderTest();
  const rights = [
    ...(['view', 'add', 'edit', 'enable', 'disable', 'simulate', 'export'] as const).map(
      (verb) => `realTimeDeductionConfig.${verb}` as const,
    ),
    ...(['view', 'rerate', 'export'] as const).map((verb) => `RealTimeDeductionRecords.${verb}` as const),
    ...(['view', 'export'] as const).map((verb) => `ViewDeductionDetails.${verb}` as const),
  ];
  for (const account of ['agent', 'operator', 'rival']) await allow(under, account, rights);
  await catchUpJob.run(under.ctx, {}, new AbortController().signal);
  await openPurse(under.ctx, PAYER);
  await openPurse(under.ctx, '10');
  return under;
}

export type TariffBody = BodyOf<typeof tariffs.create>;
export const plain: TariffBody = {
  customerId: PAYER,
  type: 1,
  source: 1,
  payer: 'balance',
  accountIds: [],
  productCodes: [],
  unitPrice: '5.00',
  freeMb: 0,
  rounding: 'exact',
  onEmpty: 1,
};

/** A tariff of the caller's customer for a customer below it, on. */
export async function tariffOn(caller: Caller, but: Partial<TariffBody> = {}): Promise<string> {
  const { id } = await caller.ask(tariffs.create, { body: { ...plain, ...but } });
  const { version } = await caller.ask(simulateTariff, { query: { id } });
  await caller.ask(enableTariff, { body: { id, version } });
  return id;
}

let last = 9_000;
/** A card whose carrier counts from nothing today. `read` takes what it counted by now. */
export async function usedCard(under: CardsUnderTest, customerId = PAYER, packageBytes?: number) {
  last += 1;
  const n = last;
  const [id = ''] = await addCards(under, [{ n, customerId }]);
  const card = { id, iccid: iccid(n) };
  const read = async (cycleBytes: number, dies = false) => {
    const reading = { cardId: id, cycleBytes: String(cycleBytes), days: [], seconds: null, messages: null };
    await under.ctx.transact(async (inside) => {
      const at = under.clock.now();
      await addToTotals(inside, await takeUsage(inside, { zone: 'Asia/Shanghai', cycleDay: 1 }, [reading], at));
      if (dies) throw new Error('The reading died');
    });
    under.clock.advance(60 * SECOND);
  };
  await read(0);
  if (packageBytes !== undefined) {
    await addRecord(under, card, -1, 29, { flow_bytes: String(packageBytes), state: 1, customer_id: customerId });
    under.clock.advance(60 * SECOND);
  }
  return { n, ...card, read };
}

/** The minute's job. */
export async function charge(under: CardsUnderTest): Promise<void> {
  under.clock.advance(60 * SECOND);
  await chargeCustomers(under.ctx);
}

/** The minute's job, and what carriers make of it. */
export async function chargedMinute(under: CardsUnderTest): Promise<void> {
  await charge(under);
  for (let round = 0; round < 3; round += 1) {
    await workOff(under);
    under.clock.advance(2 * SECOND);
    const since = cursorFrom(new Date(under.clock.now().getTime() - 3_600 * SECOND));
    await confirmDue(under.ctx, under.accountId, since, new AbortController().signal);
    under.clock.advance(6 * SECOND);
  }
  await chargeCustomers(under.ctx);
}

export const deductionsOf = (under: CardsUnderTest, tariffId: string) =>
  under.db
    .selectFrom('deductions.deduction as d')
    .innerJoin('deductions.posting as p', 'p.id', 'd.posting_id')
    .selectAll('d')
    .select(['p.state', 'p.transaction_id', 'p.balance'])
    .where('d.tariff_id', '=', tariffId)
    .orderBy('d.at')
    .orderBy('d.id')
    .execute();
export const amountsOf = async (under: CardsUnderTest, tariffId: string) =>
  (await deductionsOf(under, tariffId)).map(({ amount }) => Number(amount));

export const balance = async (under: CardsUnderTest, customerId: string) =>
  Number((await balanceOf(under, customerId)).balance);
