import { type Text, text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { AS_ITEMS, type LockedCard, lockCards } from '../../cards/face.ts';
import { startTask } from '../../tasks/face.ts';
import { isOverruled, type NextSpeed, nextSpeed, type Speeds } from '../judging/speedRules.ts';
import { type CardSpeedRow, WHY } from '../speedLimitTables.ts';
import { passDemands } from './demandStore.ts';
import { type Due, dueSpeeds } from './dueSpeeds.ts';

type Known = { readonly card: LockedCard; readonly row: CardSpeedRow | undefined; readonly speeds: Speeds };
type Asked = { readonly cardId: string; readonly customerId: string; readonly to: number; readonly why: Text };

const LIFTED = text('限速到期解除', 'The limit ended');

const among = (column: string, ids: readonly string[]) => sql<boolean>`${sql.ref(column)} = any(${[...ids]}::bigint[])`;

async function speedsOf(ctx: Ctx, cards: readonly LockedCard[]): Promise<Known[]> {
  const ids = cards.map(({ id }) => id);
  const db = ctx.beyondScope(WHY);
  const rows = await db.selectFrom('speed_limits.card_speed').selectAll().where(among('card_id', ids)).execute();
  const open = await db
    .selectFrom('card_commands.v_asked_change')
    .select('card_id')
    .where(among('card_id', ids))
    .where('aspect', '=', 'speed')
    .execute();
  const byCard = new Map(rows.map((row) => [row.card_id, row]));
  const isOpen = new Set(open.map(({ card_id }) => card_id));
  return cards.map((card) => {
    const row = byCard.get(card.id);
    const speeds: Speeds = {
      due: null,
      confirmed: card.speed_kbps,
      held: row?.held_kbps ?? null,
      manual: row?.manual_kbps ?? null,
      asked: row?.asked_kbps ?? null,
      state: row?.state ?? 'idle',
      isOpen: isOpen.has(card.id),
    };
    return { card, row, speeds };
  });
}

/** Who sets a speed by hand lifts the steps that limits have reached on the card. */
async function passSteps(ctx: Ctx, cardIds: readonly string[]): Promise<void> {
  if (cardIds.length === 0) return;
  await ctx
    .beyondScope(WHY)
    .updateTable('speed_limits.standing')
    .set((row) => ({ passed_step: row.ref('step'), passed_by: null }))
    .where(among('card_id', cardIds))
    .where(
      sql<boolean>`exists (select from speed_limits.speed_limit l where l.id = standing.speed_limit_id and l.state = 'on')`,
    )
    .execute();
  await passDemands(ctx, cardIds);
}

function rowOf(ctx: Ctx, { card, row, speeds }: Known, due: Due, next: NextSpeed): CardSpeedRow {
  const now = ctx.clock.now();
  const isGoverned = next.manual === null || (due.kbps !== null && due.kbps < next.manual);
  const state =
    next.kind === 'ask'
      ? 'waiting'
      : next.kind === 'wait' || (speeds.state === 'refused' && next.to !== (speeds.confirmed ?? 0))
        ? speeds.state
        : next.held === null
          ? 'idle'
          : 'confirmed';
  const words = state === 'refused' ? row : undefined;
  return {
    card_id: card.id,
    iccid: card.iccid,
    customer_id: card.customer_id,
    carrier_account_id: card.carrier_account_id,
    // While a limit is being lifted the card still belongs to it.
    speed_limit_id:
      due.limitId ?? (state === 'idle' || due.governor === 'strategy' ? null : (row?.speed_limit_id ?? null)),
    governor: due.kbps !== null && !isGoverned ? 'manual' : due.governor,
    due_kbps: due.kbps,
    due_since: row && row.due_kbps === due.kbps ? row.due_since : now,
    manual_kbps: next.manual,
    asked_kbps: next.kind === 'ask' ? next.to : speeds.asked,
    held_kbps: next.held,
    state,
    task_id: row?.task_id ?? null,
    words_zh: words?.words_zh ?? null,
    words_en: words?.words_en ?? null,
    state_at: row && row.state === state && next.kind !== 'ask' ? row.state_at : now,
  };
}

const isSame = (row: CardSpeedRow | undefined, next: CardSpeedRow): boolean =>
  row !== undefined &&
  (Object.keys(next) as (keyof CardSpeedRow)[]).every((key) => String(row[key]) === String(next[key]));

async function keep(ctx: Ctx, rows: readonly CardSpeedRow[]): Promise<void> {
  if (rows.length === 0) return;
  const columns = Object.keys(rows[0] ?? {}).filter((name) => name !== 'card_id') as (keyof CardSpeedRow)[];
  await ctx
    .beyondScope(WHY)
    .insertInto('speed_limits.card_speed')
    .values([...rows])
    .onConflict((conflict) =>
      conflict
        .column('card_id')
        .doUpdateSet((row) => Object.fromEntries(columns.map((name) => [name, row.ref(`excluded.${name}`)]))),
    )
    .execute();
}

const titleOf = (to: number, count: number, why: Text): Text =>
  to === 0
    ? text(`解除限速 ${count} 张：${why.zh}`, `Lift speed limits (${count}): ${why.en}`)
    : text(`限速 ${to} kbps ${count} 张：${why.zh}`, `Limit to ${to} kbps (${count}): ${why.en}`);

/** One task for the cards of a customer that are asked for one speed by one limit. */
async function ask(ctx: Ctx, asked: readonly Asked[]): Promise<void> {
  for (const same of Map.groupBy(asked, ({ customerId, to, why }) => `${customerId} ${to} ${why.zh}`).values()) {
    const [{ customerId, to, why } = { customerId: '', to: 0, why: LIFTED }] = same;
    const ids = same.map(({ cardId }) => cardId);
    const select = ctx
      .beyondScope(WHY)
      .selectFrom('cards.v_card as c')
      .select(AS_ITEMS)
      .where('c.id', 'in', ids)
      .orderBy('c.id');
    const { taskId } = await startTask(ctx, {
      action: to === 0 ? 'cancel_limit_speed' : 'limit_speed',
      title: titleOf(to, ids.length, why),
      customerId,
      source: 'schedule',
      parameters: { ...(to === 0 ? {} : { speedKbps: to }), isRuled: true, reason: why },
      items: { select },
    });
    await ctx
      .beyondScope(WHY)
      .updateTable('speed_limits.card_speed')
      .set({ task_id: taskId })
      .where(among('card_id', ids))
      .execute();
  }
}

/**
 * Brings the speed of cards to what is due on them: locks them, keeps what is due and by what, and asks their carriers where that is
 * another than the standing speed. In the caller's transaction; the task goes on once that is committed.
 */
export async function steerCards(ctx: Ctx, cardIds: readonly string[]): Promise<void> {
  if (cardIds.length === 0) return;
  const locked = await lockCards(ctx.beyondScope(WHY), [...new Set(cardIds)]);
  // Of a cancelled card no carrier is asked anything.
  const cards = locked.filter(({ lifecycle }) => lifecycle !== 'cancelled');
  const known = await speedsOf(ctx, cards);
  await passSteps(
    ctx,
    known.filter(({ speeds }) => isOverruled(speeds)).map(({ card }) => card.id),
  );
  const dues = await dueSpeeds(ctx, cards);
  const rows: CardSpeedRow[] = [];
  const asked: Asked[] = [];
  for (const each of known) {
    const due = dues.get(each.card.id);
    if (!due || (each.row === undefined && due.governor === null)) continue;
    const next = nextSpeed({ ...each.speeds, due: due.kbps });
    // Somebody else's change is under way: this one is decided when that is over.
    if (next.kind === 'wait' && each.speeds.state !== 'waiting') continue;
    const row = rowOf(ctx, each, due, next);
    if (!isSame(each.row, row)) rows.push(row);
    if (next.kind !== 'ask') continue;
    asked.push({ cardId: each.card.id, customerId: each.card.customer_id, to: next.to, why: due.why ?? LIFTED });
  }
  await keep(ctx, rows);
  await ask(ctx, asked);
}
