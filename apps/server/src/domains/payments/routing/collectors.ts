import { PaymentProvider, type PaymentScene } from '@cardinal/contract/enumerations/paymentRoute.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { type CustomerFacts, idsOfPath } from '../../customers/face.ts';
import { accountLabel, inUse } from '../accounts/accountRules.ts';
import { type AccountOfRoute, accountsIn } from '../accounts/accountStore.ts';

const above = (ctx: Ctx) => ctx.beyondScope('a payer is shown the account of the level above that collects from it');

export type Payer = Pick<CustomerFacts, 'path' | 'parentId' | 'currency'>;
export type Collector = {
  readonly customerId: string;
  readonly isParent: boolean;
  /** In their order, disabled ones included. */
  readonly accounts: readonly AccountOfRoute[];
};

/** What is paid for, and through whom. */
export type Way = { readonly scene: PaymentScene; readonly provider: PaymentProvider };

/** The levels above a payer that have accounts for a way in its currency, the nearest first. */
async function levelsAbove(ctx: Ctx, payer: Payer, { provider, scene }: Way): Promise<Collector[]> {
  const ids = idsOfPath(payer.path).slice(0, -1).reverse();
  const rows = await accountsIn(above(ctx))
    .where(sql<boolean>`a.customer_id = any(${ids}::bigint[])`)
    .where('a.scene', '=', scene)
    .where('a.provider', '=', provider)
    .where('a.currency', '=', payer.currency)
    .orderBy('a.position')
    .execute();
  return ids
    .map((customerId) => ({
      customerId,
      isParent: customerId === payer.parentId,
      accounts: rows.filter((row) => row.customer_id === customerId),
    }))
    .filter(({ accounts }) => accounts.length > 0);
}

/** Who collects from a payer: its parent, or the nearest level above it with an account that is enabled. */
export const collectorOf = async (ctx: Ctx, payer: Payer, way: Way): Promise<Collector | undefined> =>
  (await levelsAbove(ctx, payer, way)).find(({ accounts }) => inUse(accounts));

/** Whether somebody above collects from a payer in this way now. */
export const isCollectedFrom = async (ctx: Ctx, payer: Payer, way: Way): Promise<boolean> =>
  (await collectorOf(ctx, payer, way)) !== undefined;

export type Payable = { readonly id: string; readonly label: string; readonly isInUse: boolean };

/**
 * The accounts a transfer of a payer may have come into, the one in use first: those of who collects from it, and those of its
 * parent even if they are disabled by now.
 */
export async function payableInto(ctx: Ctx, payer: Payer, scene: PaymentScene): Promise<Payable[]> {
  const levels = await levelsAbove(ctx, payer, { scene, provider: PaymentProvider.values.bankTransfer });
  const collector = levels.find(({ accounts }) => inUse(accounts));
  return levels
    .filter((level) => level === collector || level.isParent)
    .flatMap((level) =>
      level.accounts.map((each) => ({
        id: each.id,
        label: accountLabel(each),
        isInUse: level === collector && inUse(level.accounts)?.id === each.id,
      })),
    )
    .sort((a, b) => Number(b.isInUse) - Number(a.isInUse));
}

/** How accounts are named, whoever they belong to. */
export async function accountLabels(ctx: Ctx, ids: readonly (string | null)[]): Promise<ReadonlyMap<string, string>> {
  const named = [...new Set(ids.filter((id) => id !== null))];
  if (named.length === 0) return new Map();
  const rows = await accountsIn(above(ctx)).where(sql<boolean>`a.id = any(${named}::bigint[])`).execute();
  return new Map(rows.map((row) => [row.id, accountLabel(row)]));
}
