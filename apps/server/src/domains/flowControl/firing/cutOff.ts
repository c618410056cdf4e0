import { ControlAction } from '@cardinal/contract/enumerations/package.ts';
import { compareIds } from '@cardinal/primitives/ids.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { AS_ITEMS, lockCards } from '../../cards/face.ts';
import { flowNames } from '../../control/face.ts';
import { startTask } from '../../tasks/face.ts';
import { type CutOffRow, WHY } from '../firingTable.ts';
import { nextCutOff } from '../judging/cutOffRules.ts';
import { namesText } from './limitSpeeds.ts';

const { OFFLINE } = ControlAction.values;
/** Of the strategies behind it so many are named. */
export const MOST_NAMED = 3;
const OVER = text('断网到期恢复', 'The cut-off ended');

type Known = {
  readonly card_id: string;
  readonly customer_id: string;
  readonly data_on: boolean | null;
  readonly is_cancelled: boolean;
  /** A change of its data service is under way, whoever asked. */
  readonly is_open: boolean;
  /** Strategies whose rules hold it off. */
  readonly strategy_ids: readonly string[];
};

const among = (column: string, ids: readonly string[]) => sql<boolean>`${sql.ref(column)} = any(${[...ids]}::bigint[])`;

async function knownOf(ctx: Ctx, cardIds: readonly string[]): Promise<Known[]> {
  const { rows } = await sql<Known>`
    select c.id as card_id, c.customer_id, c.data_on, c.lifecycle = 'cancelled' as is_cancelled,
      exists (select from card_commands.v_asked_change a where a.card_id = c.id and a.aspect = 'data') as is_open,
      array(select distinct f.strategy_id::text from flow_control.firing f
        where f.card_id = c.id and f.action = ${OFFLINE} and f.state in ('waiting', 'confirmed')) as strategy_ids
    from cards.v_card c where ${among('c.id', cardIds)} order by c.id`.execute(ctx.beyondScope(WHY));
  return rows;
}

type Asked = { readonly card: Known; readonly toOn: boolean; readonly why: Text };

const titleOf = (toOn: boolean, count: number, why: Text): Text =>
  toOn
    ? text(`恢复数据服务 ${count} 张：${why.zh}`, `Switch data on again (${count}): ${why.en}`)
    : text(`断网 ${count} 张：${why.zh}`, `Switch data off (${count}): ${why.en}`);

/** One task for the cards of a customer whose data is switched for one reason. */
async function ask(ctx: Ctx, asked: readonly Asked[]): Promise<void> {
  const db = ctx.beyondScope(WHY);
  for (const same of Map.groupBy(asked, ({ card, toOn, why }) => `${card.customer_id} ${toOn} ${why.zh}`).values()) {
    const [first] = same;
    if (!first) continue;
    const { card, toOn, why } = first;
    const ids = same.map((each) => each.card.card_id);
    const { taskId } = await startTask(ctx, {
      action: toOn ? 'open_gprs' : 'close_gprs',
      title: titleOf(toOn, ids.length, why),
      customerId: card.customer_id,
      source: 'schedule',
      parameters: { isRuled: true, reason: why },
      items: { select: db.selectFrom('cards.v_card as c').select(AS_ITEMS).where('c.id', 'in', ids).orderBy('c.id') },
    });
    const rows = same.map(
      (each): CutOffRow => ({
        ...{ card_id: each.card.card_id, customer_id: each.card.customer_id },
        ...{ to_on: toOn, task_id: taskId, state: 'waiting', state_at: ctx.clock.now() },
      }),
    );
    await db
      .insertInto('flow_control.cut_off')
      .values(rows)
      .onConflict((conflict) =>
        conflict.column('card_id').doUpdateSet((row) => ({
          customer_id: row.ref('excluded.customer_id'),
          to_on: row.ref('excluded.to_on'),
          task_id: row.ref('excluded.task_id'),
          state: row.ref('excluded.state'),
          state_at: row.ref('excluded.state_at'),
        })),
      )
      .execute();
  }
}

/**
 * Brings the data of cards to what rules hold: off while one holds it off, on again afterwards. In the caller's transaction, locked; the
 * task goes on once that is committed. While somebody's change is under way it waits for the next minute.
 */
export async function steerData(ctx: Ctx, cardIds: readonly string[]): Promise<void> {
  if (cardIds.length === 0) return;
  const db = ctx.beyondScope(WHY);
  await lockCards(db, [...new Set(cardIds)]);
  const rows = await db.selectFrom('flow_control.cut_off').selectAll().where(among('card_id', cardIds)).execute();
  const before = new Map(rows.map((row) => [row.card_id, row]));
  const asked: Asked[] = [];
  const over: string[] = [];
  const kept: string[] = [];
  const known = await knownOf(ctx, cardIds);
  const names = await flowNames(
    ctx,
    known.flatMap(({ strategy_ids }) => strategy_ids),
  );
  for (const card of known) {
    const next = card.is_cancelled
      ? 'forget'
      : nextCutOff({
          isHeld: card.strategy_ids.length > 0,
          dataOn: card.data_on,
          isOpen: card.is_open,
          row: before.get(card.card_id),
          now: ctx.clock.now(),
        });
    if (next === 'switchOff') asked.push({ card, toOn: false, why: namesText(namesOf(card, names)) });
    if (next === 'switchOn') asked.push({ card, toOn: true, why: OVER });
    if (next === 'hold') kept.push(card.card_id);
    if (next === 'forget') over.push(card.card_id);
  }
  if (over.length > 0) await db.deleteFrom('flow_control.cut_off').where(among('card_id', over)).execute();
  if (kept.length > 0)
    await db
      .updateTable('flow_control.cut_off')
      .set({ to_on: false, state: 'standing', state_at: ctx.clock.now() })
      .where(among('card_id', kept))
      .execute();
  await ask(ctx, asked);
}

const namesOf = ({ strategy_ids }: Known, names: ReadonlyMap<string, string>): string[] =>
  [...strategy_ids]
    .sort(compareIds)
    .flatMap((id) => names.get(id) ?? [])
    .slice(0, MOST_NAMED);

type Result = { readonly card_id: string; readonly next: 'standing' | 'refused' | 'byHand' };

/** Of these cards those whose data a rule has switched off, or is switching. */
export async function cutOffAlready(ctx: Ctx, cardIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await ctx
    .beyondScope(WHY)
    .selectFrom('flow_control.cut_off')
    .select('card_id')
    .where(among('card_id', cardIds))
    .execute();
  return new Set(rows.map(({ card_id }) => card_id));
}

/** What carriers and people made of what was asked. */
async function resultsOf(ctx: Ctx, most: number): Promise<readonly Result[]> {
  const { rows } = await sql<Result>`
    select * from (
      select k.card_id, k.state, case
        when k.state = 'standing' and not k.to_on and c.data_on then 'byHand'
        when k.state <> 'standing' and c.data_on = k.to_on then 'standing'
        when k.state = 'waiting' and exists (select from tasks.v_undone_item u
          where u.task_id = k.task_id and u.target_id = k.card_id) then 'refused'
        else k.state end as next
      from flow_control.cut_off k join cards.v_card c on c.id = k.card_id
    ) s where next <> state order by card_id limit ${most}`.execute(ctx.beyondScope(WHY));
  return rows;
}

/** Writes down how cut-offs stand, and hands on the cards of those that were refused, or that a person switched on again. */
export async function noteCutOffs(
  ctx: Ctx,
  most: number,
  note: (inside: Ctx, cardIds: readonly string[], next: Result['next']) => Promise<void>,
): Promise<void> {
  const results = await resultsOf(ctx, most);
  for (const [next, same] of Map.groupBy(results, (row) => row.next)) {
    const ids = same.map(({ card_id }) => card_id);
    await ctx.transact(async (inside) => {
      await lockCards(inside.beyondScope(WHY), ids);
      await inside
        .beyondScope(WHY)
        .updateTable('flow_control.cut_off')
        .set({ state: next === 'refused' ? 'refused' : 'standing', state_at: inside.clock.now() })
        .where(among('card_id', ids))
        .execute();
      await note(inside, ids, next);
      await steerData(inside, ids);
    });
  }
}

/** Cards for which something is still to be asked: firings that wait for somebody's change, and data to be switched on again. */
export async function unsteered(ctx: Ctx, after: string, most: number): Promise<string[]> {
  const { rows } = await sql<{ card_id: string }>`
    select distinct card_id from (
      select f.card_id from flow_control.firing f
      where f.action = ${OFFLINE} and f.state = 'waiting'
        and not exists (select from flow_control.cut_off k where k.card_id = f.card_id and not k.to_on)
      union all
      select k.card_id from flow_control.cut_off k where k.state <> 'waiting'
        and (k.to_on or not exists (select from flow_control.firing f
          where f.card_id = k.card_id and f.action = ${OFFLINE} and f.state in ('waiting', 'confirmed')))
    ) s where card_id > ${after} order by card_id limit ${most}`.execute(ctx.beyondScope(WHY));
  return rows.map(({ card_id }) => card_id);
}
