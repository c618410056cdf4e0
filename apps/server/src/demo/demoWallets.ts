import type { CardWallet } from '@cardinal/contract/enumerations/cardWallet.ts';
import type { Currency } from '@cardinal/contract/enumerations/money.ts';
import { money, placesOf } from '@cardinal/primitives/money.ts';
import { type Random, seededRandom } from '@cardinal/primitives/random.ts';
import { say, type Text, text } from '@cardinal/primitives/text.ts';
import { DAY_MS } from '@cardinal/primitives/time.ts';
import { customerOf } from '../domains/customers/face.ts';
import { keepClearing, linesOn } from '../domains/orders/wallets/clearingAction.ts';
import { creditCard } from '../domains/orders/wallets/creditCard.ts';
import { checkTask, startTask } from '../domains/tasks/face.ts';
import type { Ctx } from '../framework/context.ts';
import { actingAs, type Day, type Work, within } from './demoSales.ts';

/** Whose cards are recharged, and by whose money besides their own. */
const OWNERS = ['12', '11', '10', '20'] as const;
const CARDS_OF_AN_OWNER = 24;
/** The agent of the demo has two people for it. */
const CLEARS = '10';
const CHECKER = 'caiwu';
const CHILD = '12';
const REMARKS = [text('柜台充值', 'Paid at the counter'), text('老客户补充', 'For a regular customer')];
const TITLE = text('清理余额', 'Clear card balance');
const REASON = text('销户卡余额退回', 'Balances of cancelled cards given back');
/** So many days before today something is cleared, or is left to be let pass. */
const CLEARED_BEFORE = 60;
const PENDING_BEFORE = 2;
const IDLE_MONTHS = 6;

type DemoCard = {
  readonly id: string;
  readonly iccid: string;
  readonly customer_id: string;
  readonly isCancelled: boolean;
};

async function cardsOf(ctx: Ctx): Promise<DemoCard[]> {
  const cards: DemoCard[] = [];
  for (const owner of OWNERS)
    for (const isCancelled of [true, false]) {
      const rows = await ctx.db
        .selectFrom('cards.v_card')
        .select(['id', 'iccid', 'customer_id'])
        .where('customer_id', '=', owner)
        .where('lifecycle', isCancelled ? '=' : '<>', 'cancelled')
        .orderBy('id')
        .limit(CARDS_OF_AN_OWNER)
        .execute();
      cards.push(...rows.map((row) => ({ ...row, isCancelled })));
    }
  return cards;
}

const walletIn = (random: Random): CardWallet => {
  const drawn = random.int(10);
  return drawn < 7 ? 'walletPaid' : drawn < 9 ? 'walletGift' : 'walletPreload';
};

/** Money put on cards over the months, most on cards that are cancelled by now; some of it cleared, some waiting for a second person. */
export async function demoWallets(ctx: Ctx, work: Work): Promise<(day: Day) => Promise<void>> {
  const random = seededRandom('demo wallets');
  const cards = await cardsOf(ctx);
  const today = ctx.clock.now().getTime();
  const { signal } = new AbortController();

  async function credit(day: Day): Promise<void> {
    const card = cards[random.int(Math.max(1, cards.length))];
    if (!card || (!card.isCancelled && random.int(3) > 0)) return;
    const owner = await customerOf(ctx.db, card.customer_id);
    // Some cards of the agent were recharged before it took them back.
    const isRecovered = card.customer_id === CLEARS && !card.isCancelled;
    const parentId = owner?.parentId && owner.parentId !== '1' && random.int(4) === 0 ? owner.parentId : undefined;
    const payerId = isRecovered ? CHILD : (parentId ?? card.customer_id);
    const payer = await customerOf(ctx.db, payerId);
    const who = day.staffOf(payerId);
    if (!payer || !who) return;
    const { currency } = payer;
    const amount = money(BigInt(5 + random.int(46)) * 10n ** BigInt(placesOf(currency)), currency);
    await day.afford(payerId, amount);
    const acting = actingAs(within(day.next()), payerId, who, false);
    const remark = random.int(2) === 0 ? say(REMARKS[random.int(REMARKS.length)] as Text, ctx.language) : null;
    await creditCard(acting, card, { payerId, wallet: walletIn(random), amount, remark });
  }

  async function clear(day: Day, isPassed: boolean): Promise<void> {
    const who = day.staffOf(CLEARS);
    const currency: Currency = (await customerOf(ctx.db, CLEARS))?.currency ?? 'CNY';
    const own = cards.filter(({ isCancelled, customer_id }) => isCancelled && customer_id !== '20');
    const inside = within(day.next());
    const lines = await linesOn(
      inside,
      own.map(({ id }) => id),
      currency,
    );
    const having = own.filter(({ id }) => lines.some(({ cardId }) => cardId === id)).slice(0, isPassed ? 8 : 5);
    const checker = await ctx.db
      .selectFrom('identity.v_account')
      .select(['id', 'account'])
      .where('account', '=', CHECKER)
      .executeTakeFirst();
    if (!who || !checker || having.length === 0) return;
    const asked = { currency, idleMonths: IDLE_MONTHS, reason: say(REASON, ctx.language) };
    const kept = lines.filter(({ cardId }) => having.some(({ id }) => id === cardId));
    const acting = actingAs(inside, CLEARS, who, false);
    const { taskId } = await startTask(acting, {
      action: 'clear_balance',
      title: TITLE,
      customerId: CLEARS,
      parameters: asked,
      needsApproval: true,
      items: having.map((card) => ({ target: card.iccid, targetId: card.id })),
      money: { currency, reserved: '0' },
    });
    await keepClearing(acting, taskId, asked, kept);
    if (!isPassed) return;
    const checking = actingAs(within(day.next()), CLEARS, checker, false, ['clearUpBlance.approve']);
    await checkTask(checking, { taskId, passes: true });
    await work(within(day.next()), signal);
  }

  return async (day) => {
    for (let n = random.int(3); n > 0; n -= 1) await credit(day);
    const before = Math.floor((today - day.next().clock.now().getTime()) / DAY_MS);
    if (before === CLEARED_BEFORE) await clear(day, true);
    if (before === PENDING_BEFORE) await clear(day, false);
  };
}
