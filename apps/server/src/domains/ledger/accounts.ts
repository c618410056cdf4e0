import { creditBeyondParent, creditInUse } from '@cardinal/contract/api/ledger/refusals.ts';
import type { LedgerAccountKind, LedgerOwner } from '@cardinal/contract/enumerations/ledger.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { type Money, money, moneyText } from '@cardinal/primitives/money.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../framework/context.ts';
import { customerOf } from '../customers/face.ts';
import type { LedgerAccount } from './postingRules.ts';

export type AccountOf = {
  readonly owner: LedgerOwner;
  readonly ownerId: string;
  /** Who sees the account; a customer's own is the customer itself. */
  readonly customerId: string;
  readonly currency: string;
  readonly kind: LedgerAccountKind;
};

export const ofCustomer = (customerId: string, currency: string, kind: LedgerAccountKind): AccountOf => ({
  owner: 'customer',
  ownerId: customerId,
  customerId,
  currency,
  kind,
});

const database = (ctx: Ctx) => ctx.beyondScope('accounts of several levels take part in one transaction');

/** Opens the account if it is not open. */
export async function openAccount(ctx: Ctx, of: AccountOf): Promise<LedgerAccount> {
  const { owner, ownerId, customerId, currency, kind } = of;
  const open = await database(ctx)
    .selectFrom('ledger.account')
    .select('id')
    .where('owner_kind', '=', owner)
    .where('owner_id', '=', ownerId)
    .where('currency', '=', currency)
    .where('kind', '=', kind)
    .executeTakeFirst();
  if (open) return { id: open.id, currency };
  money(0n, currency);
  const { rows } = await sql<{ id: string }>`select ledger.open_account(${ctx.ids.next()}, ${owner}, ${ownerId},
    ${currency}, ${kind}, ${customerId}, ${ctx.clock.now()}) as id`.execute(database(ctx));
  return { id: String(rows[0]?.id), currency };
}

/** The balance and what can be spent of it; nothing of an account that was never opened. */
export async function fundsOf(ctx: Ctx, of: AccountOf): Promise<{ balance: bigint; spendable: bigint }> {
  const { owner, ownerId, currency, kind } = of;
  const found = await database(ctx)
    .selectFrom('ledger.account')
    .select(['balance', sql<string>`ledger.spendable(id)`.as('spendable')])
    .where('owner_kind', '=', owner)
    .where('owner_id', '=', ownerId)
    .where('currency', '=', currency)
    .where('kind', '=', kind)
    .executeTakeFirst();
  return { balance: BigInt(found?.balance ?? 0), spendable: BigInt(found?.spendable ?? 0) };
}

/** What the account can spend: with its credit, without what those it backs owe, and no more than its own backers can carry. */
export async function spendable(ctx: Ctx, account: LedgerAccount): Promise<Money> {
  const { rows } = await sql<{ minor: string }>`select ledger.spendable(${account.id}) as minor`.execute(database(ctx));
  return money(BigInt(rows[0]?.minor ?? 0), account.currency);
}

/**
 * Sets how far a customer's balance may fall below zero. The parent backs it: what the customer owes counts against what the
 * parent can spend. A parent grants no more than it can spend itself; the platform backs without limit.
 */
export async function setCredit(ctx: Ctx, customerId: string, credit: Money): Promise<void> {
  if (credit.minor < 0n) throw new RangeError('A credit is not negative');
  const { currency } = credit;
  const db = database(ctx);
  const customer = await customerOf(db, customerId);
  const parent = customer?.parentId ? await customerOf(db, customer.parentId) : undefined;
  const own = await openAccount(ctx, ofCustomer(customerId, currency, 'balance'));
  const backer =
    parent && parent.kind !== 'PLATFORM'
      ? await openAccount(ctx, ofCustomer(parent.id, currency, 'balance'))
      : undefined;
  if (backer) {
    const now = await db
      .selectFrom('ledger.account')
      .select(['credit', sql<string>`greatest(0, debts_below - balance)`.as('owed')])
      .where('id', '=', own.id)
      .executeTakeFirstOrThrow();
    // What is owed counts at the parent already.
    const available = (await spendable(ctx, backer)).minor + BigInt(now.owed);
    if (credit.minor > BigInt(now.credit) && credit.minor > available)
      throw new Refused(creditBeyondParent, { available: moneyText(money(available, currency)), currency });
  }
  const { rows } = await sql<{ used: string | null }>`
    select ledger.set_credit(${own.id}, ${String(credit.minor)}, ${backer?.id ?? null}) as used`.execute(db);
  const used = rows[0]?.used;
  if (used) throw new Refused(creditInUse, { used: moneyText(money(BigInt(used), currency)), currency });
}
