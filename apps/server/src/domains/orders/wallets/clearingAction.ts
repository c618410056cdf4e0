import type { ActionParameters } from '@cardinal/contract/api/cardBatches/actionParameters.ts';
import { listClearableCards } from '@cardinal/contract/api/orders/balanceClearing.ts';
import { MOST_CLEARED } from '@cardinal/contract/api/orders/batchActions.ts';
import { tooManyToClear, walletsMoved } from '@cardinal/contract/api/orders/refusals.ts';
import type { Currency } from '@cardinal/contract/enumerations/money.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { invalid } from '@cardinal/contract/framework/standardRefusals.ts';
import { lifecycleOf } from '@cardinal/contract/statuses/cardStatus.ts';
import { remarkRule } from '@cardinal/primitives/remark.ts';
import { sql } from 'kysely';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import type { Dataset } from '../../../framework/dataset.ts';
import { refuseDuplicate } from '../../../framework/duplicates.ts';
import type { BatchAction, BatchCard, CardGroup, MoneyPlan, StartedBatch } from '../../cardBatches/face.ts';
import { customerNames, customerOf, idsOfPath, subtreeIds } from '../../customers/face.ts';
import { clearableDataset } from './clearableList.ts';
import { clearingVerdict, monthsAgo, sharesAdded, shareWords } from './clearingRules.ts';
import { aboutWallets, type Share, sharesOn, walletFacts } from './walletShares.ts';

export type ClearingAsked = { readonly currency: Currency; readonly idleMonths: number; readonly reason: string };
const askedIn = (parameters: unknown) => parameters as ClearingAsked;

const requiredReason = remarkRule();

/** The facts of cards for this clearing; `clearingId` names it once it exists. */
export const aboutClearing = (ctx: Ctx, { currency, idleMonths }: ClearingAsked, clearingId?: string) =>
  aboutWallets({
    currency,
    idleSince: monthsAgo(ctx.clock.now(), idleMonths),
    ...(clearingId ? { clearingId } : {}),
  });

/** Where the owners of cards stand: they and those above them, by owner. */
export async function pathsOf(ctx: Ctx, ownerIds: Iterable<string>): Promise<ReadonlyMap<string, readonly string[]>> {
  const paths = new Map<string, readonly string[]>();
  for (const id of new Set(ownerIds)) {
    const owner = await customerOf(ctx.db, id);
    paths.set(id, owner ? idsOfPath(owner.path) : [id]);
  }
  return paths;
}

async function check(_ctx: Ctx, parameters: ActionParameters): Promise<void> {
  const found = requiredReason(parameters.reason ?? '');
  if (found) throw new Refused(invalid, {}, [{ field: 'parameters.reason', ...found }]);
}

const judge: NonNullable<BatchAction['judge']> = async (ctx, _parameters, groups) => {
  const payersBelow = new Set(await subtreeIds(ctx.db, accountOf(ctx).customerId));
  const facts = new Map(groups.map(({ about }) => [about, walletFacts(about)]));
  const paths = await pathsOf(
    ctx,
    [...facts.values()].map(({ ownerId }) => ownerId),
  );
  return ({ about, platform, carrierStatus }) => {
    const card = facts.get(about) ?? walletFacts(about);
    return clearingVerdict(card, {
      isCancelled: lifecycleOf(platform, carrierStatus) === 'cancelled',
      payersBelow,
      ownerPath: paths.get(card.ownerId) ?? [card.ownerId],
    });
  };
};

/** What comes back, a line for each wallet and whoever it came from. */
async function planOf(
  ctx: Ctx,
  currency: string,
  shares: Iterable<Share & { readonly cards: number }>,
): Promise<MoneyPlan> {
  const lines = sharesAdded(shares);
  const payers = [...new Set(lines.map(({ payerId }) => payerId))];
  const names = await customerNames(ctx.db, payers);
  return {
    payerId: payers.length === 1 ? (payers[0] as string) : null,
    currency,
    groups: lines.map(({ wallet, payerId, amount, cards }) => ({
      words: shareWords(wallet, names.get(payerId) ?? ''),
      quantity: cards,
      amount: -amount,
    })),
  };
}

const moneyPlan = (ctx: Ctx, parameters: ActionParameters, groups: readonly CardGroup[]): Promise<MoneyPlan> =>
  planOf(
    ctx,
    askedIn(parameters).currency,
    groups.flatMap(({ about, cards }) => walletFacts(about).shares.map((share) => ({ ...share, cards }))),
  );

type Line = Share & { readonly rechargeId: string; readonly cardId: string };

/** What is left of each amount on these cards at this moment. */
export async function linesOn(ctx: Ctx, cardIds: readonly string[], currency: string): Promise<Line[]> {
  const { rows } = await sql<{
    card_id: string;
    recharge_id: string;
    wallet: Share['wallet'];
    payer_id: string;
    amount: string;
  }>`
    select k.id as card_id, s.recharge_id, s.wallet, s.payer_id, s.amount
    from unnest(${[...cardIds]}::bigint[]) as k (id) cross join lateral ${sharesOn(sql`k.id`, currency)} s
    order by k.id, s.recharge_id`.execute(
    ctx.beyondScope('money on cards that were judged within the scope, whoever put it there'),
  );
  return rows.map((row) => ({
    cardId: row.card_id,
    rechargeId: row.recharge_id,
    wallet: row.wallet,
    payerId: row.payer_id,
    amount: BigInt(row.amount),
  }));
}

const figuresOf = (groups: readonly { readonly quantity: number; readonly amount: bigint | string }[]) =>
  groups.map(({ quantity, amount }) => `${quantity} ${amount}`).join();

/** Shares of each card: what came to one of its wallets from one payer, whatever the number of amounts. */
const sharesByCard = (lines: readonly Line[]) =>
  [...Map.groupBy(lines, ({ cardId, wallet, payerId }) => `${cardId} ${wallet} ${payerId}`).values()].map((group) => ({
    ...(group[0] as Line),
    amount: group.reduce((sum, { amount }) => sum + amount, 0n),
    cards: 1,
  }));

/** Keeps what is to be cleared of each card: what the task posts later is this, or nothing. */
export async function keepClearing(
  ctx: Ctx,
  taskId: string,
  asked: ClearingAsked,
  lines: readonly Line[],
): Promise<void> {
  const onAll = (wallet: Share['wallet']) =>
    String(lines.reduce((sum, line) => (line.wallet === wallet ? sum + line.amount : sum), 0n));
  const { accountId, account, customerId } = accountOf(ctx);
  await ctx.db
    .insertInto('orders.balance_clearing')
    .values({
      id: taskId,
      customer_id: customerId,
      currency: asked.currency,
      idle_months: asked.idleMonths,
      reason: asked.reason,
      cards: new Set(lines.map(({ cardId }) => cardId)).size,
      paid: onAll('walletPaid'),
      gift: onAll('walletGift'),
      preload: onAll('walletPreload'),
      cleared_cards: null,
      cleared: null,
      made_by: accountId,
      made_by_name: account,
      made_by_customer_id: customerId,
      created_at: ctx.clock.now(),
      finished_at: null,
    })
    .execute();
  const insert = sql`
    insert into orders.clearing_line (clearing_id, recharge_id, card_id, customer_id, amount)
    select ${taskId}::bigint, line.* from unnest(${lines.map(({ rechargeId }) => rechargeId)}::bigint[],
      ${lines.map(({ cardId }) => cardId)}::bigint[], ${lines.map(({ payerId }) => payerId)}::bigint[],
      ${lines.map(({ amount }) => String(amount))}::bigint[]) as line (recharge_id, card_id, customer_id, amount)`;
  // Of two clearings asked for at once, one gets the cards they share.
  await refuseDuplicate('clearing_line_open', new Refused(walletsMoved), insert.execute(ctx.db));
}

async function started(ctx: Ctx, task: StartedBatch, cards: readonly BatchCard[]): Promise<void> {
  const asked = askedIn(task.parameters);
  const lines = await linesOn(
    ctx,
    cards.map(({ id }) => id),
    asked.currency,
  );
  const { groups } = await planOf(ctx, asked.currency, sharesByCard(lines));
  const now = groups.map(({ quantity, ...line }) => ({ quantity, amount: 'amount' in line ? line.amount : 0n }));
  if (figuresOf(now) !== figuresOf(task.money?.groups ?? [])) throw new Refused(walletsMoved);
  await keepClearing(ctx, task.id, asked, lines);
}

/** Taking what is left on cards back to whoever put it there, once a second person has let it pass. */
export const clearingBatchAction: BatchAction = {
  action: 'clear_balance',
  needsCheck: true,
  list: { endpoint: listClearableCards, rows: clearableDataset as unknown as Dataset },
  most: { cards: MOST_CLEARED, refusal: tooManyToClear },
  check,
  about: (ctx, parameters) => aboutClearing(ctx, askedIn(parameters)),
  judge,
  moneyPlan,
  started,
};
