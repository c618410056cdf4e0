import {
  amountOutOfRange,
  bonusNotBelowAmount,
  firstTierTaken,
  notOfOwner,
  ownerNotYours,
  ownTiersOnly,
  productNotOfOwner,
  scopeMissing,
  tierNotFound,
  windowWrong,
} from '@cardinal/contract/api/cardRecharges/refusals.ts';
import {
  type readTierChoices as choicesEndpoint,
  type enableTier as enableEndpoint,
  LEAST_TIER,
  MOST_TIER,
  phoneBillTiers,
} from '@cardinal/contract/api/cardRecharges/tiers.ts';
import { sentAmount } from '@cardinal/contract/api/customerAccounts/amounts.ts';
import type { TierState } from '@cardinal/contract/enumerations/cardRecharge.ts';
import type { Currency } from '@cardinal/contract/enumerations/money.ts';
import { type AnswerOf, type BodyOf, DONE } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { type Money, money, moneyText, parseMoney } from '@cardinal/primitives/money.ts';
import { sql } from 'kysely';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { refusedAt } from '../../../framework/duplicates.ts';
import { bindRegister } from '../../../framework/register/bindRegister.ts';
import { productsToBind } from '../../catalogue/face.ts';
import { customerNames, customerOf } from '../../customers/face.ts';
import type { TierRow } from '../rechargeTables.ts';
import { tierState } from './tierRules.ts';

/** Everybody sets the tiers it pays for itself; the platform those of any customer of its tree. */
async function mayPayWith(ctx: Ctx, ownerId: string): Promise<boolean> {
  const { customerId } = accountOf(ctx);
  return ownerId === customerId || (await customerOf(ctx.db, customerId))?.kind === 'PLATFORM';
}

const accountsSeen = (ctx: Ctx) => ctx.db.selectFrom('public_accounts.v_account').select(['id', 'name', 'customer_id']);

export async function readTierChoices(ctx: Ctx): Promise<AnswerOf<typeof choicesEndpoint>> {
  const accounts = await accountsSeen(ctx).orderBy('name').limit(200).execute();
  const owners = [];
  for (const [id, own] of Map.groupBy(accounts, (each) => each.customer_id)) {
    const customer = (await mayPayWith(ctx, id)) ? await customerOf(ctx.db, id) : undefined;
    if (!customer) continue;
    owners.push({
      id,
      name: customer.name,
      currency: customer.currency as Currency,
      accounts: own.map((each) => ({ id: each.id, name: each.name })),
      products: (await productsToBind(ctx, id)).map(({ code, name }) => ({ code, name })),
    });
  }
  return { owners };
}

/** An amount within the bounds of tiers and free amounts. */
export function boundedAmount(field: string, written: string, currency: string): Money {
  const amount = sentAmount(field, written, currency, 'smallest');
  const [least, most] = [parseMoney(LEAST_TIER, currency), parseMoney(MOST_TIER, currency)];
  if (least && most && (amount.minor < least.minor || amount.minor > most.minor))
    throw refusedAt(field, amountOutOfRange, { least: moneyText(least), most: moneyText(most) });
  return amount;
}

type Given = BodyOf<typeof phoneBillTiers.edit> | BodyOf<typeof phoneBillTiers.create>;

async function refuseScope(ctx: Ctx, ownerId: string, { accountId, productCode }: Partial<Given>, before?: TierRow) {
  if (!accountId && !productCode) throw refusedAt('accountId', scopeMissing);
  const account = accountId && (await accountsSeen(ctx).where('id', '=', accountId).executeTakeFirst());
  if (accountId && (!account || account.customer_id !== ownerId)) throw refusedAt('accountId', notOfOwner);
  if (!productCode || productCode === before?.product_code) return;
  const held = await productsToBind(ctx, ownerId);
  if (!held.some(({ code }) => code === productCode)) throw refusedAt('productCode', productNotOfOwner);
}

/** The columns of a tier as it is written. */
async function written(ctx: Ctx, given: Partial<Given>, before?: TierRow): Promise<Partial<TierRow>> {
  const ownerId = before?.customer_id ?? ('customerId' in given ? (given.customerId ?? '') : '');
  const owner = await customerOf(ctx.db, ownerId);
  if (!owner || (!before && !(await mayPayWith(ctx, ownerId)))) throw refusedAt('customerId', ownerNotYours);
  if (!(await mayPayWith(ctx, ownerId))) throw new Refused(ownTiersOnly);
  await refuseScope(ctx, ownerId, given, before);
  const amount = boundedAmount('amount', given.amount ?? '', owner.currency);
  const bonus = sentAmount('bonus', given.bonus ?? '', owner.currency, 'zero');
  if (bonus.minor >= amount.minor) throw refusedAt('bonus', bonusNotBelowAmount);
  const { validFrom, validUntil } = given;
  if (validFrom && validUntil && validFrom >= validUntil && new Date(validFrom) >= new Date(validUntil))
    throw refusedAt('validUntil', windowWrong);
  return {
    amount: String(amount.minor),
    bonus: String(bonus.minor),
    currency: owner.currency as Currency,
    valid_from: validFrom ? new Date(validFrom) : null,
    valid_until: validUntil ? new Date(validUntil) : null,
  };
}

export const tierName = ({ amount, bonus, currency }: Pick<TierRow, 'amount' | 'bonus' | 'currency'>): string =>
  [amount, bonus].map((minor) => moneyText(money(BigInt(minor), currency))).join(' + ');

type Use = { times: number; topped: string; given: string; owed: string };

/** What was put on cards by each tier and not given back, and what was added. */
async function useOf(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, Use>> {
  const { rows } = await sql<Use & { id: string }>`
    select tier_id::text as id, count(*)::int as times, sum(amount - paid_back)::text as topped,
      coalesce(sum(bonus - gift_back) filter (where bonus_state = 'given'), 0)::text as given,
      coalesce(sum(bonus - gift_back) filter (where bonus_state = 'waiting'), 0)::text as owed
    from card_recharges.top_up
    where tier_id = any(${[...ids]}::bigint[]) and credited_at is not null group by tier_id`.execute(
    ctx.beyondScope('what became of tiers that were read in scope'),
  );
  return new Map(rows.map((row) => [row.id, row]));
}

const STATE = sql`null`;
const stateOf = (
  now: Date,
) => sql<TierState>`case when not t.is_enabled then 'off' when t.valid_from > ${now} then 'waiting'
  when t.valid_until <= ${now} then 'over' else 'offered' end`;

const notOwn = async (ctx: Ctx, { customer_id }: Pick<TierRow, 'customer_id'>) => {
  if (!(await mayPayWith(ctx, customer_id))) throw new Refused(ownTiersOnly);
};

export const tierRoutes = bindRegister(phoneBillTiers, {
  table: 'card_recharges.tier',
  objectKind: 'phoneBillTier',
  name: tierName,
  unique: { index: 'tier_amount', field: 'amount' },
  alsoUnique: { index: 'tier_first', refused: refusedAt('kind', firstTierTaken) },
  begin: (ctx) => ({ is_enabled: true, created_at: ctx.clock.now() }),
  write: written,
  release: notOwn,
  list: {
    columns: {
      state: {
        sql: STATE,
        where: (_op: unknown, value: unknown, ctx: Ctx) =>
          sql<boolean>`${stateOf(ctx.clock.now())} = any(${[value].flat()}::text[])`,
      },
    },
    present: async (rows, ctx) => {
      const [uses, names] = [
        await useOf(
          ctx,
          rows.map(({ id }) => id),
        ),
        await customerNames(
          ctx.db,
          rows.map(({ customer_id }) => customer_id),
        ),
      ];
      const accounts = new Map((await accountsSeen(ctx).execute()).map(({ id, name }) => [id, name]));
      const own = new Set<string>();
      for (const id of new Set(rows.map(({ customer_id }) => customer_id))) if (await mayPayWith(ctx, id)) own.add(id);
      return rows.map((row) => {
        const use = uses.get(row.id);
        return {
          payable: row.amount,
          accountName: row.account_id && (accounts.get(row.account_id) ?? null),
          state: tierState(row, ctx.clock.now()),
          timesUsed: use?.times ?? 0,
          toppedUp: use?.topped ?? '0',
          bonusGiven: use?.given ?? '0',
          bonusOwed: use?.owed ?? '0',
          customerName: names.get(row.customer_id) ?? '',
          isOwn: own.has(row.customer_id),
        };
      });
    },
  },
});

export async function enableTier(ctx: Ctx, { id, isEnabled }: BodyOf<typeof enableEndpoint>) {
  const before = await ctx.db
    .selectFrom('card_recharges.tier')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!before) throw new Refused(tierNotFound);
  await notOwn(ctx, before);
  await ctx.db
    .updateTable('card_recharges.tier')
    .set((row) => ({ is_enabled: isEnabled, version: row('version', '+', 1), updated_at: ctx.clock.now() }))
    .where('id', '=', id)
    .execute();
  ctx.note({
    objectKind: 'phoneBillTier',
    objectId: id,
    summary: tierName(before),
    customerId: before.customer_id,
    before: { isEnabled: before.is_enabled },
    after: { isEnabled },
  });
  return DONE;
}
