import { BusinessMode } from '@cardinal/contract/enumerations/settlement.ts';
import { CNY, money } from '@cardinal/primitives/money.ts';
import type { Ctx } from '../../framework/context.ts';
import { openCustomer } from '../customers/face.ts';
import { ofCustomer, openAccount } from './accounts.ts';
import { type NotPosted, type Posted, post } from './post.ts';
import type { LedgerAccount } from './postingRules.ts';

export const yuan = (minor: bigint | number) => money(BigInt(minor));

let customers = 0;
/** A customer below another; returns its id. */
export async function openBelow(ctx: Ctx, parentId: string): Promise<string> {
  customers += 1;
  const number = customers;
  const opened = await ctx.transact((inside) =>
    openCustomer(inside, {
      parentId,
      kind: 'AGENT',
      name: `测试客户${number}`,
      code: `LEDGER${number}`,
      editions: ['enterprise'],
      businessMode: BusinessMode.values.backToBack,
      settlementMode: 'prepaid',
    }),
  );
  return opened.id;
}

/** The accounts of one customer. */
export type Purse = {
  readonly customerId: string;
  readonly balance: LedgerAccount;
  readonly frozen: LedgerAccount;
  readonly profit: LedgerAccount;
  readonly profitFrozen: LedgerAccount;
};

export async function openPurse(ctx: Ctx, customerId: string, currency = CNY): Promise<Purse> {
  const open = (kind: 'balance' | 'frozen' | 'profit' | 'profitFrozen') =>
    openAccount(ctx, ofCustomer(customerId, currency, kind));
  return {
    customerId,
    balance: await open('balance'),
    frozen: await open('frozen'),
    profit: await open('profit'),
    profitFrozen: await open('profitFrozen'),
  };
}

const ofPlatform = (kind: 'clearing' | 'revenue') => (ctx: Ctx) =>
  openAccount(ctx, { owner: 'platform', ownerId: '1', customerId: '1', currency: CNY, kind });
export const openClearing = ofPlatform('clearing');
export const openRevenue = ofPlatform('revenue');

let keys = 0;
export const anyKey = (): string => {
  keys += 1;
  return `test:${keys}`;
};

/** Moves an amount in a transaction of its own. */
export const move = (
  ctx: Ctx,
  from: LedgerAccount,
  to: LedgerAccount,
  minor: bigint | number,
  key = anyKey(),
): Promise<Posted | NotPosted> =>
  ctx.transact((inside) =>
    post(inside, { key, kind: 'transfer' }, [
      { account: from, amount: yuan(-BigInt(minor)) },
      { account: to, amount: yuan(minor) },
    ]),
  );
