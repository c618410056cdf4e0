import { cardNotFound } from '@cardinal/contract/api/cards/cardRefusals.ts';
import { BUSINESS } from '@cardinal/contract/api/ledger/business.ts';
import { identifiersOfAction } from '@cardinal/contract/permissions/batchActions.ts';
import { money, moneyText, negated } from '@cardinal/primitives/money.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { actorOfTask, announceCards, lockCards, writeEvents } from '../../cards/face.ts';
import { customerNames, subtreeIds } from '../../customers/face.ts';
import { ofCustomer, openAccount, post, requirePosted } from '../../ledger/face.ts';
import { itemAction, type LeasedBatch, type LeasedItem, type Outcome, type RunningTask } from '../../tasks/face.ts';
import { aboutClearing, type ClearingAsked, linesOn, pathsOf } from './clearingAction.ts';
import { clearingVerdict, NOTHING_TO_CLEAR, sharesAdded, shareWords } from './clearingRules.ts';
import { walletOf } from './walletAccounts.ts';
import { walletFacts } from './walletShares.ts';

type Line = Awaited<ReturnType<typeof linesOn>>[number];
type Card = Awaited<ReturnType<typeof lockCards>>[number];

const GONE: Outcome = { kind: 'skipped', code: 'notFound', words: cardNotFound.text };
const ANYBODY = 'what a clearing gives back, to customers of its own tree';

const sumOf = (lines: readonly Line[]): bigint => lines.reduce((sum, { amount }) => sum + amount, 0n);
const said = (minor: bigint, currency: string) => `${moneyText(money(minor, currency))} ${currency}`;
const isSame = (before: readonly Line[], now: readonly Line[]): boolean => {
  const amounts = new Map(now.map(({ rechargeId, amount }) => [rechargeId, amount]));
  return before.length === now.length && before.every(({ rechargeId, amount }) => amounts.get(rechargeId) === amount);
};

function moved(before: bigint, now: bigint, currency: string): Outcome {
  const [was, is] = [said(before, currency), said(now, currency)];
  const words = text(`预检后余额有变动：${was} → ${is}`, `Its balance has moved since the preview: ${was} → ${is}`);
  return { kind: 'skipped', code: 'walletMoved', words };
}

/** What was kept of these cards when the clearing was asked for. */
async function linesKept(ctx: Ctx, clearingId: string, cardIds: readonly string[]): Promise<Line[]> {
  const rows = await ctx
    .beyondScope(ANYBODY)
    .selectFrom('orders.clearing_line as g')
    .innerJoin('orders.card_recharge as r', 'r.id', 'g.recharge_id')
    .select(['g.card_id', 'g.recharge_id', 'r.wallet', 'g.customer_id', 'g.amount'])
    .where('g.clearing_id', '=', clearingId)
    .where('g.card_id', 'in', [...cardIds])
    .where('g.is_closed', '=', false)
    .orderBy('g.recharge_id')
    .execute();
  return rows.map((row) => ({
    cardId: row.card_id,
    rechargeId: row.recharge_id,
    wallet: row.wallet,
    payerId: row.customer_id,
    amount: BigInt(row.amount),
  }));
}

/** The facts these locked cards are judged by, by card. */
async function factsOf(ctx: Ctx, task: RunningTask, cards: readonly Card[]) {
  const asked = task.parameters as unknown as ClearingAsked;
  const { rows } = await sql<{ id: string; about: string }>`
    select c.id, ${aboutClearing(ctx, asked, task.id)} as about from cards.v_card c
    where c.id = any(${cards.map(({ id }) => id)}::bigint[])`.execute(ctx.beyondScope('cards locked within the scope'));
  return new Map(rows.map(({ id, about }) => [id, walletFacts(about)]));
}

/** Posts the lines of these cards as one transaction, each wallet and each payer once. */
async function postLines(ctx: Ctx, task: RunningTask, cards: readonly Card[], lines: readonly Line[]): Promise<void> {
  const [first] = lines;
  if (!first) return;
  const { currency, reason } = task.parameters as unknown as ClearingAsked;
  const owners = new Map(cards.map((card) => [card.id, card]));
  const legs = [];
  for (const [, group] of Map.groupBy(lines, ({ cardId, wallet }) => `${cardId} ${wallet}`)) {
    const [{ cardId, wallet }] = group as [Line];
    const account = await openAccount(ctx, walletOf(owners.get(cardId) as Card, currency, wallet));
    legs.push({ account, amount: negated(money(sumOf(group), currency)) });
  }
  for (const [payerId, group] of Map.groupBy(lines, (line) => line.payerId)) {
    const account = await openAccount(ctx, ofCustomer(payerId, currency, 'balance'));
    legs.push({ account, amount: money(sumOf(group), currency) });
  }
  const about = {
    key: `${BUSINESS.clearing}${task.id}:${first.rechargeId}`,
    kind: 'refund',
    businessNo: task.taskNo,
    remark: reason,
  } as const;
  requirePosted(await post(ctx, about, legs));
  const ids = lines.map(({ rechargeId }) => rechargeId);
  const db = ctx.beyondScope(ANYBODY);
  await sql`update orders.card_recharge r set cleared = r.cleared + line.amount
    from unnest(${ids}::bigint[], ${lines.map(({ amount }) => String(amount))}::bigint[]) as line (id, amount)
    where r.id = line.id`.execute(db);
  await db
    .updateTable('orders.clearing_line')
    .set({ posted_at: ctx.clock.now(), is_closed: true })
    .where('clearing_id', '=', task.id)
    .where('recharge_id', 'in', ids)
    .execute();
}

/** «充值余额 → 甲客户 50.00 CNY». */
async function doneWords(ctx: Ctx, lines: readonly Line[], currency: string): Promise<Map<string, Text>> {
  const names = await customerNames(
    ctx.beyondScope(ANYBODY),
    lines.map(({ payerId }) => payerId),
  );
  return new Map(
    [...Map.groupBy(lines, ({ cardId }) => cardId)].map(([cardId, group]) => {
      const parts = sharesAdded(group.map((line) => ({ ...line, cards: 1 }))).map(({ wallet, payerId, amount }) => {
        const { zh, en } = shareWords(wallet, names.get(payerId) ?? '');
        return { zh: `${zh} ${said(amount, currency)}`, en: `${en} ${said(amount, currency)}` };
      });
      return [cardId, text(parts.map(({ zh }) => zh).join('，'), parts.map(({ en }) => en).join(', '))];
    }),
  );
}

/** What is cleared of these locked cards; the others with why not. */
async function judged(ctx: Ctx, { task }: LeasedBatch, cards: readonly Card[]) {
  const { currency } = task.parameters as unknown as ClearingAsked;
  const ids = cards.map(({ id }) => id);
  const [kept, now, facts, payers] = [
    Map.groupBy(await linesKept(ctx, task.id, ids), ({ cardId }) => cardId),
    Map.groupBy(await linesOn(ctx, ids, currency), ({ cardId }) => cardId),
    await factsOf(ctx, task, cards),
    new Set(await subtreeIds(ctx.db, task.customerId)),
  ];
  const paths = await pathsOf(
    ctx,
    cards.map(({ customer_id }) => customer_id),
  );
  const outcomes = new Map<string, Outcome>();
  const lines: Line[] = [];
  for (const card of cards) {
    const before = kept.get(card.id) ?? [];
    const after = now.get(card.id) ?? [];
    const found = facts.get(card.id);
    const verdict = found
      ? clearingVerdict(found, {
          isCancelled: card.lifecycle === 'cancelled',
          payersBelow: payers,
          ownerPath: paths.get(card.customer_id) ?? [card.customer_id],
        })
      : NOTHING_TO_CLEAR;
    if (!isSame(before, after)) outcomes.set(card.id, moved(sumOf(before), sumOf(after), currency));
    else if (verdict) outcomes.set(card.id, { kind: 'skipped', code: verdict.key, words: verdict.words });
    else lines.push(...before);
  }
  const words = await doneWords(ctx, lines, currency);
  for (const [cardId, each] of words) outcomes.set(cardId, { kind: 'done', words: each });
  return { outcomes, lines };
}

/** Takes what is left on cards back to whoever put it there: the cards of a chunk in one transaction with their outcomes. */
async function clear(ctx: Ctx, batch: LeasedBatch): Promise<void> {
  await ctx.transact(async (inside) => {
    const { task } = batch;
    const cards = await lockCards(
      inside.db,
      batch.items.flatMap(({ targetId }) => targetId ?? []),
    );
    const { outcomes, lines } = await judged(inside, batch, cards);
    await postLines(inside, task, cards, lines);
    const done = cards.filter(({ id }) => outcomes.get(id)?.kind === 'done');
    await writeEvents(
      inside,
      done.map((card) => ({
        cardId: card.id,
        iccid: card.iccid,
        customerId: card.customer_id,
        action: task.action,
        result: 'done',
        source: 'console',
        from: (outcomes.get(card.id) as { words?: Text }).words ?? null,
        reason: (task.parameters['reason'] as string | undefined) ?? null,
        taskId: task.id,
        actor: actorOfTask(task),
      })),
    );
    await announceCards(inside, done);
    const settled = batch.items.map((item): readonly [LeasedItem, Outcome] => [
      item,
      outcomes.get(item.targetId ?? '') ?? GONE,
    ]);
    await batch.settleIn(inside, settled);
  });
}

/** Closes what was not cleared, and notes what was. */
async function finished(ctx: Ctx, task: RunningTask): Promise<void> {
  const db = ctx.beyondScope(ANYBODY);
  await db
    .updateTable('orders.clearing_line')
    .set({ is_closed: true })
    .where('clearing_id', '=', task.id)
    .where('is_closed', '=', false)
    .execute();
  await sql`update orders.balance_clearing b set finished_at = ${ctx.clock.now()}, cleared = l.amount, cleared_cards = l.cards
    from (select coalesce(sum(amount), 0) as amount, count(distinct card_id) as cards from orders.clearing_line
      where clearing_id = ${task.id}::bigint and posted_at is not null) l
    where b.id = ${task.id}::bigint`.execute(db);
}

export const clearingTaskAction = itemAction({
  action: 'clear_balance',
  permissions: identifiersOfAction('clear_balance'),
  chunkSize: 50,
  isLocal: true,
  checkedWith: 'clearUpBlance.approve',
  checkedAt: '/cardsManagement/clearUpBlance?tab=clearings',
  undo: { never: text('清理不可撤销，请重新充值', 'Cannot be undone; recharge the card again') },
  run: clear,
  finished,
});
