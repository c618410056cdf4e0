import { type Text, text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { NewCardEvent } from '../../cards/face.ts';
import { type CardSpeedRow, WHY } from '../speedLimitTables.ts';

const SPEED_ACTIONS: readonly string[] = ['limit_speed', 'cancel_limit_speed'];
const NOT_DONE = text('未下发', 'Not asked');

/** What a carrier, or nobody, made of what was asked. */
export async function noteAnswer(
  ctx: Ctx,
  row: Pick<CardSpeedRow, 'card_id' | 'asked_kbps' | 'manual_kbps'>,
  answer: { readonly isConfirmed: boolean; readonly words?: Text | string | null | undefined },
): Promise<void> {
  const { asked_kbps: asked, manual_kbps: manual } = row;
  const isOurs = asked !== null && asked !== 0 && asked !== manual;
  const words = answer.words ?? NOT_DONE;
  const now = ctx.clock.now();
  await ctx
    .beyondScope(WHY)
    .updateTable('speed_limits.card_speed')
    .set(
      answer.isConfirmed
        ? {
            state: isOurs ? 'confirmed' : 'idle',
            held_kbps: isOurs ? asked : null,
            state_at: now,
            words_zh: null,
            words_en: null,
          }
        : {
            state: 'refused',
            state_at: now,
            words_zh: typeof words === 'string' ? words : words.zh,
            words_en: typeof words === 'string' ? words : words.en,
          },
    )
    .where('card_id', '=', row.card_id)
    .execute();
}

/** Hears in the history of cards what came of the speeds that limits asked for. Returns cards that may want another speed by now. */
export async function hearCarriers(ctx: Ctx, events: readonly NewCardEvent[]): Promise<string[]> {
  const told = events.filter(
    ({ action, result, taskId }) => SPEED_ACTIONS.includes(action) && result !== 'asked' && result !== 'done' && taskId,
  );
  if (told.length === 0) return [];
  const cardIds = [...new Set(told.map(({ cardId }) => cardId))];
  const rows = await ctx
    .beyondScope(WHY)
    .selectFrom('speed_limits.card_speed')
    .select(['card_id', 'asked_kbps', 'manual_kbps', 'task_id', 'state'])
    .where(sql<boolean>`card_id = any(${cardIds}::bigint[])`)
    .execute();
  for (const row of rows) {
    if (row.state !== 'waiting') continue;
    const own = told.findLast(({ cardId, taskId }) => cardId === row.card_id && taskId === row.task_id);
    if (own) await noteAnswer(ctx, row, { isConfirmed: own.result === 'confirmed', words: own.carrierWords });
  }
  return rows.map(({ card_id }) => card_id);
}
