import { StopReason } from '@cardinal/contract/enumerations/card.ts';
import { ControlAction, PackageUsageState } from '@cardinal/contract/enumerations/package.ts';
import { DeductionSource } from '@cardinal/contract/enumerations/settlement.ts';
import { text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { liftReasons, raiseReasons } from '../../cardCommands/face.ts';
import { lockCards } from '../../cards/face.ts';
import type { TariffRow } from '../deductionTables.ts';
import { beyond, cardsOf } from '../tariffs/tariffStore.ts';
import { noteDue } from './chargeCycle.ts';
import { cardsOwing } from './settleWallets.ts';

const { arrears } = StopReason.values;
const { STOP } = ControlAction.values;
const { using } = PackageUsageState.values;

const EMPTY = text('实时扣费余额不足', 'The balance does not cover real-time deductions');
const WALLET_EMPTY = text('卡余额不足以支付实时扣费', 'The card’s balance does not cover real-time deductions');
const BEYOND = text('套餐用量已用完', 'The packages are used up');
const PAID = text('实时扣费已补足', 'Real-time deductions are paid');
const RENEWED = text('有可用套餐', 'A package is in use again');
const OFF = text('实时扣费已停用', 'The real-time tariff is off');

const watches = ({ source }: TariffRow) => source === DeductionSource.values.package;

/** Cards of a tariff whose wallets have something to pay since they were let go, if they ever were. */
const unheld = sql`(
  select d.tariff_id, d.card_id from deductions.deduction d join deductions.posting p on p.id = d.posting_id
  where d.card_id is not null and p.state = 'waiting' and p.amount > 0 and not exists (
    select from deductions.arrears a where a.tariff_id = d.tariff_id and a.card_id = d.card_id and (a.state <> 'over' or a.over_at > p.at)))`;

/** Whether the wallet of a card `a` has something to pay by its tariff. */
const owes = sql<boolean>`exists (select from deductions.deduction d join deductions.posting p on p.id = d.posting_id
  where d.tariff_id = a.tariff_id and d.card_id = a.card_id and p.state = 'waiting' and p.amount > 0)`;

const hold = (ctx: Ctx, id: string): Promise<TariffRow | undefined> =>
  beyond(ctx).selectFrom('deductions.tariff').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** Whether something of a tariff waits for its customer's balance. */
const waits = sql<boolean>`exists (select from deductions.deduction d join deductions.posting p on p.id = d.posting_id
  where d.tariff_id = t.id and d.card_id is null and p.state = 'waiting' and p.amount > 0)`;

/** All cards of a tariff are due once, when its customer's balance is used up. */
async function noteEmpty(ctx: Ctx, tariff: TariffRow): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select c.id::text from cards.v_card c where ${await cardsOf(ctx, tariff)} and c.lifecycle <> 'cancelled' order by c.id`.execute(
    beyond(ctx),
  );
  await noteDue(
    ctx,
    tariff.id,
    rows.map(({ id }) => id),
  );
  await beyond(ctx)
    .updateTable('deductions.tariff')
    .set({ arrears_since: ctx.clock.now() })
    .where('id', '=', tariff.id)
    .execute();
}

/** Stops the cards of tariffs whose customer's balance is used up, once and by one task, and cards that went beyond their packages. */
export async function raiseArrears(ctx: Ctx, signal?: AbortSignal): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select t.id::text from deductions.tariff t where t.on_empty = ${STOP}
      and ((t.arrears_since is null and ${waits})
        or exists (select from deductions.arrears a where a.tariff_id = t.id and a.state = 'due')
        or (t.payer = 'wallet' and exists (select from ${unheld} u where u.tariff_id = t.id)))
    order by t.id`.execute(beyond(ctx));
  for (const { id } of rows) {
    if (signal?.aborted) return;
    await ctx.transact((inside) => raiseOf(inside, id));
  }
}

/** Cards are due whose wallets do not cover what they owe. Their locks keep it so until they are stopped. */
async function noteOwing(ctx: Ctx, tariff: TariffRow): Promise<void> {
  const { rows } = await sql<{ card_id: string }>`
    select distinct u.card_id::text from ${unheld} u where u.tariff_id = ${tariff.id} order by 1`.execute(beyond(ctx));
  const ids = rows.map(({ card_id }) => card_id);
  const alive = (await lockCards(beyond(ctx), ids)).filter(({ lifecycle }) => lifecycle !== 'cancelled');
  const owing = await cardsOwing(
    ctx,
    alive.map(({ id }) => id),
  );
  await noteDue(ctx, tariff.id, [...owing]);
}

async function raiseOf(ctx: Ctx, id: string): Promise<void> {
  const tariff = await hold(ctx, id);
  if (!tariff || tariff.on_empty !== STOP) return;
  const { rows } = await sql<{ isWaiting: boolean }>`
    select ${waits} as "isWaiting" from deductions.tariff t where t.id = ${id}`.execute(beyond(ctx));
  if (!tariff.arrears_since && rows[0]?.isWaiting) await noteEmpty(ctx, tariff);
  if (tariff.payer === 'wallet') await noteOwing(ctx, tariff);
  const due = await beyond(ctx)
    .selectFrom('deductions.arrears')
    .select(['id', 'card_id'])
    .where('tariff_id', '=', id)
    .where('state', '=', 'due')
    .execute();
  if (due.length === 0) return;
  const locked = await lockCards(
    beyond(ctx),
    due.map(({ card_id }) => card_id),
  );
  const free = new Set(locked.filter((card) => !card.stop_reasons.includes(arrears)).map((card) => card.id));
  const raised = due.filter(({ card_id }) => free.has(card_id));
  await raiseReasons(ctx, {
    cardIds: raised.map(({ card_id }) => card_id),
    reasons: [arrears],
    why: watches(tariff) ? BEYOND : tariff.payer === 'wallet' ? WALLET_EMPTY : EMPTY,
  });
  await become(ctx, 'raised', raised);
  // Somebody else stopped it for arrears before: lifting stays his.
  await become(
    ctx,
    'already',
    due.filter(({ card_id }) => !free.has(card_id)),
  );
}

async function become(
  ctx: Ctx,
  state: 'raised' | 'already' | 'over',
  rows: readonly { readonly id: string }[],
): Promise<void> {
  if (rows.length === 0) return;
  const now = ctx.clock.now();
  await beyond(ctx)
    .updateTable('deductions.arrears')
    .set(state === 'over' ? { state, over_at: now } : { state, at: now })
    .where(sql<boolean>`id = any(${rows.map(({ id }) => id)}::bigint[])`)
    .execute();
}

/** Where the reason is gone whoever lifted it, nothing is left to lift. */
const noteLifted = (ctx: Ctx) => sql`
  update deductions.arrears a set state = 'over', over_at = ${ctx.clock.now()}
  from cards.v_card c where c.id = a.card_id and a.state in ('raised', 'already') and not ${arrears} = any(c.stop_reasons)`;

/** A package that holds since the card was stopped. */
const renewed = sql<boolean>`exists (select from orders.v_package_usage u where u.card_id = a.card_id and u.state = ${using}
  and greatest(u.created_at, u.starts_at) >= a.at)`;

/** Lets cards run again whose customer has paid, or that have a package again. */
export async function liftArrears(ctx: Ctx, signal?: AbortSignal): Promise<void> {
  await ctx.transact((inside) =>
    noteLifted(inside)
      .execute(beyond(inside))
      .then(() => undefined),
  );
  const { rows } = await sql<{ id: string }>`
    select t.id::text from deductions.tariff t where (t.arrears_since is not null and not ${waits})
      or (t.payer = 'wallet' and exists (select from deductions.arrears a where a.tariff_id = t.id and a.state <> 'over' and not ${owes}))
      or (t.source = ${DeductionSource.values.package} and exists (select from deductions.arrears a
        where a.tariff_id = t.id and a.state <> 'over' and (t.state <> 'on' or ${renewed}))) order by t.id`.execute(
    beyond(ctx),
  );
  for (const { id } of rows) {
    if (signal?.aborted) return;
    await ctx.transact((inside) => liftOf(inside, id));
  }
}

async function liftOf(ctx: Ctx, id: string): Promise<void> {
  const tariff = await hold(ctx, id);
  if (!tariff) return;
  const isOff = watches(tariff) && tariff.state !== 'on';
  const isWallet = tariff.payer === 'wallet';
  const which = isWallet ? sql`not ${owes}` : !watches(tariff) ? sql`not ${waits}` : isOff ? sql`true` : renewed;
  const { rows } = await sql<{ id: string; card_id: string; state: string }>`
    select a.id::text, a.card_id::text, a.state from deductions.arrears a join deductions.tariff t on t.id = a.tariff_id
    where a.tariff_id = ${id} and a.state <> 'over' and ${which} order by a.card_id`.execute(beyond(ctx));
  const cardIds = rows.filter(({ state }) => state === 'raised').map(({ card_id }) => card_id);
  await become(ctx, 'over', rows);
  const elsewhere = await heldElsewhere(ctx, cardIds);
  const free = cardIds.filter((cardId) => !elsewhere.has(cardId));
  const why = !watches(tariff) ? PAID : isOff ? OFF : RENEWED;
  if (free.length > 0) await liftReasons(ctx, { cardIds: free, reasons: [arrears], why });
  const { rows: still } = await sql<{ isWaiting: boolean }>`
    select ${waits} as "isWaiting" from deductions.tariff t where t.id = ${id}`.execute(beyond(ctx));
  if (!still[0]?.isWaiting)
    await beyond(ctx).updateTable('deductions.tariff').set({ arrears_since: null }).where('id', '=', id).execute();
}

/** Cards that another tariff keeps stopped: it lifts them when it is paid. */
async function heldElsewhere(ctx: Ctx, cardIds: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ card_id: string }>`
    update deductions.arrears set state = 'raised'
    where card_id = any(${[...cardIds]}::bigint[]) and state = 'already' returning card_id::text`.execute(beyond(ctx));
  return new Set(rows.map(({ card_id }) => card_id));
}
