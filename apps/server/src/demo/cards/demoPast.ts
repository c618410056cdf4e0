import { seededRandom } from '@cardinal/primitives/random.ts';
import { DAY_MS } from '@cardinal/primitives/time.ts';
import { logPastCalls } from '../../domains/carriers/face.ts';
import type { Ctx } from '../../framework/context.ts';
import { saidIn } from '../demoWords.ts';
import type { DemoCard } from './demoCards.ts';
import { chanceOf } from './demoChance.ts';
import type { Cast, DemoCommand, DemoLine } from './demoHistory.ts';
import { insertMany } from './demoInsert.ts';
import { callsOf, commandRows, eventRows } from './demoRows.ts';
import { type DemoTagEnd, storyOf } from './demoStory.ts';
import { ENDED_TAG } from './demoTags.ts';

export type TagOnCard = { readonly card_id: string; readonly tag_id: string; readonly customer_id: string };

/** How long commands and calls are kept. */
const KEPT_DAYS = 60;

/** Writes the history of all cards with the state after each record, and the recent commands with their calls. */
export async function seedHistory(
  ctx: Ctx,
  past: {
    readonly cards: readonly DemoCard[];
    /** The card rows, in the same order. */
    readonly rows: readonly Readonly<Record<string, unknown>>[];
    readonly histories: readonly (readonly DemoLine[])[];
    readonly carried: readonly TagOnCard[];
    readonly cast: Cast;
  },
): Promise<void> {
  const now = ctx.clock.now();
  const chance = chanceOf(seededRandom('demo time machine'));
  const tags = Map.groupBy(past.carried, (tag) => tag.card_id);
  const ends = await seedTagEnds(ctx, new Set(past.cards.map((card) => card.customerId)));
  const told = past.cards.map((card, at) => {
    const row = past.rows[at] ?? {};
    const facts = {
      product: String(row['product_code']),
      boundImei: row['bound_imei'] as string | null,
      boundAt: row['bound_imei_at'] as Date | null,
      tags: (tags.get(card.id) ?? []).map((tag) => ({ tagId: tag.tag_id, customerId: tag.customer_id })),
    };
    return { card, lines: storyOf(card, facts, past.histories[at] ?? [], past.cast, chance, now, ends) };
  });
  const since = now.getTime() - KEPT_DAYS * DAY_MS;
  const commands = new Map<DemoCommand, string>();
  for (const { command } of told.flatMap(({ lines }) => lines)) {
    if (command && command.askedAt.getTime() >= since && !commands.has(command)) commands.set(command, ctx.ids.next());
  }
  await insertMany(ctx, 'cards.card_event', eventRows(told, commands));
  await insertMany(ctx, 'card_commands.card_command', commandRows(told, commands));
  await logPastCalls(ctx, callsOf(told, commands, chance));
}

async function seedTagEnds(ctx: Ctx, customers: ReadonlySet<string>): Promise<DemoTagEnd[]> {
  const { name, color, daysAgo } = saidIn(ctx.language, ENDED_TAG);
  const at = new Date(ctx.clock.now().getTime() - daysAgo * DAY_MS);
  const ends = ENDED_TAG.customers
    .filter((customerId) => customers.has(customerId))
    .map((customerId) => ({ tagId: ctx.ids.next(), customerId, at }));
  const rows = ends.map(({ tagId, customerId }) => ({
    tag_id: tagId,
    customer_id: customerId,
    name,
    color,
    into_id: null,
    ended_at: at,
  }));
  if (rows.length > 0) await ctx.db.insertInto('cards.tag_ended').values(rows).execute();
  return ends;
}
