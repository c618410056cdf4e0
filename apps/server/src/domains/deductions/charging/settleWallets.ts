import { CardWallet } from '@cardinal/contract/enumerations/cardWallet.ts';
import { money } from '@cardinal/primitives/money.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { announceCards, type LockedCard, lockCards } from '../../cards/face.ts';
import { type Leg, openAccount, post } from '../../ledger/face.ts';
import { walletOf } from '../../orders/face.ts';
import type { PostingRow } from '../deductionTables.ts';
import { type BySource, splitOf, sumOf } from '../rating/walletRules.ts';
import { beyond } from '../tariffs/tariffStore.ts';
import { aboutPosting, ownersAccount } from './settlePostings.ts';
import { WALLETS_AT_ONCE } from './takeFigures.ts';

const SOURCES = { paid: 'walletPaid', gift: 'walletGift', preload: 'walletPreload' } as const satisfies Record<
  keyof BySource,
  CardWallet
>;
const KINDS = CardWallet.options.map(({ value }) => value);

/** What is on the wallets of cards, by card and currency. */
const onWallets = (cardIds: readonly string[]) => sql<{ card_id: string; currency: string } & BySourceText>`
  select owner_id::text as card_id, currency, coalesce(sum(balance) filter (where kind = 'walletPaid'), 0)::text as paid,
    coalesce(sum(balance) filter (where kind = 'walletGift'), 0)::text as gift,
    coalesce(sum(balance) filter (where kind = 'walletPreload'), 0)::text as preload
  from ledger.v_account where owner_kind = 'card' and owner_id = any(${[...cardIds]}::bigint[]) and kind = any(${KINDS}::text[])
  group by owner_id, currency`;
type BySourceText = { paid: string; gift: string; preload: string };

const bySource = (row: BySourceText | undefined): BySource => ({
  paid: BigInt(row?.paid ?? 0),
  gift: BigInt(row?.gift ?? 0),
  preload: BigInt(row?.preload ?? 0),
});

/** Those of these cards that owe more than is on their wallets. Whoever locked them gets the truth. */
export async function cardsOwing(ctx: Ctx, cardIds: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ card_id: string; currency: string; owed: string }>`
    select card_id::text, currency, sum(amount)::text as owed from deductions.posting
    where card_id = any(${[...cardIds]}::bigint[]) and state = 'waiting' group by card_id, currency`.execute(
    beyond(ctx),
  );
  const owed = rows.map((row) => ({ ...row, owed: BigInt(row.owed) }));
  const { rows: on } = await onWallets(owed.map(({ card_id }) => card_id)).execute(beyond(ctx));
  const wallets = new Map(on.map((row) => [`${row.card_id} ${row.currency}`, sumOf(bySource(row))]));
  return new Set(
    owed
      .filter((row) => row.owed > (wallets.get(`${row.card_id} ${row.currency}`) ?? 0n))
      .map(({ card_id }) => card_id),
  );
}

/** What was taken from a card for an owner by now, by source. */
async function takenOf(ctx: Ctx, { card_id, owner_id, currency }: PostingRow): Promise<BySource> {
  const { rows } = await sql<BySourceText>`
    select coalesce(sum(paid), 0)::text as paid, coalesce(sum(gift), 0)::text as gift, coalesce(sum(preload), 0)::text as preload
    from deductions.posting where card_id = ${card_id} and owner_id = ${owner_id} and currency = ${currency} and state = 'posted'`.execute(
    beyond(ctx),
  );
  return bySource(rows[0]);
}

/** Posts one posting from the wallet of a locked card; whether it was covered. */
async function settleOne(ctx: Ctx, card: LockedCard, posting: PostingRow): Promise<boolean> {
  const { currency } = posting;
  const amount = BigInt(posting.amount);
  const { rows } = await onWallets([card.id]).execute(beyond(ctx));
  const wallet = bySource(rows.find((row) => row.currency === currency));
  const split = splitOf(amount, wallet, amount < 0n ? await takenOf(ctx, posting) : wallet);
  if (!split) return false;
  let transactionId: string | null = null;
  if (amount !== 0n) {
    const legs: Leg[] = [];
    for (const [source, kind] of Object.entries(SOURCES) as [keyof BySource, CardWallet][])
      if (split[source] !== 0n)
        legs.push({
          account: await openAccount(ctx, walletOf(card, currency, kind)),
          amount: money(-split[source], currency),
        });
    const owner = await openAccount(ctx, await ownersAccount(ctx, posting));
    const posted = await post(ctx, aboutPosting(posting.id), [
      ...legs,
      { account: owner, amount: money(amount, currency) },
    ]);
    if (!posted.isPosted) return false;
    transactionId = posted.transactionId;
  }
  await beyond(ctx)
    .updateTable('deductions.posting')
    .set({
      state: 'posted',
      transaction_id: transactionId,
      balance: String(sumOf(wallet) - amount),
      posted_at: ctx.clock.now(),
      paid: String(split.paid),
      gift: String(split.gift),
      preload: String(split.preload),
    })
    .where('id', '=', posting.id)
    .execute();
  return true;
}

/** Posts what waits of each of these cards, in order, as far as its wallet reaches. */
async function settleCards(ctx: Ctx, cardIds: readonly string[]): Promise<void> {
  const cards = await lockCards(beyond(ctx), cardIds);
  const waiting = await beyond(ctx)
    .selectFrom('deductions.posting')
    .selectAll()
    .where('card_id', 'in', [...cardIds])
    .where('state', '=', 'waiting')
    .orderBy('card_id')
    .orderBy('id')
    .forUpdate()
    .execute();
  const changed: LockedCard[] = [];
  for (const card of cards)
    for (const posting of waiting.filter(({ card_id }) => card_id === card.id)) {
      if (!(await settleOne(ctx, card, posting))) break;
      if (!changed.includes(card)) changed.push(card);
    }
  await announceCards(ctx, changed);
}

/** Charges wallets what waits and they cover, so many cards a transaction; a kill leaves the rest waiting. */
export async function settleWallets(ctx: Ctx, signal?: AbortSignal): Promise<void> {
  for (let after = '0'; !signal?.aborted; ) {
    const { rows } = await sql<{ card_id: string }>`
      select w.card_id::text from (
        select distinct on (card_id) card_id, amount, currency from deductions.posting
        where state = 'waiting' and card_id > ${after} order by card_id, id) w
      where w.amount <= coalesce((select sum(a.balance) from ledger.v_account a where a.owner_kind = 'card'
        and a.owner_id = w.card_id and a.currency = w.currency and a.kind = any(${KINDS}::text[])), 0)
      order by w.card_id limit ${WALLETS_AT_ONCE}`.execute(beyond(ctx));
    const last = rows.at(-1);
    if (!last) return;
    await ctx.transact((inside) =>
      settleCards(
        inside,
        rows.map(({ card_id }) => card_id),
      ),
    );
    after = last.card_id;
  }
}
