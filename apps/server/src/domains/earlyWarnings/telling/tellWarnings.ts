import { text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { liesWithin, pathsOf } from '../../customers/face.ts';
import { titleOf, warningText } from '../judging/warningWords.ts';
import { type EventRow, type RuleRow, WHY } from '../warningTables.ts';
import { receiversAmong, SCREEN_OF } from './receivers.ts';
import { warningDoor } from './warningDoor.ts';

const HOUR_MS = 3_600_000;
const MOST_SAID = 3;

/** Open events of a rule that were not told yet, or were told so long ago that they are told again. */
async function dueOf(ctx: Ctx, rule: RuleRow, now: Date): Promise<EventRow[]> {
  const again = rule.repeat_hours > 0 ? new Date(+now - rule.repeat_hours * HOUR_MS) : null;
  return ctx
    .beyondScope(WHY)
    .selectFrom('early_warnings.event')
    .selectAll()
    .where('rule_id', '=', rule.id)
    .where('state', '=', 'open')
    .where((where) => where.or([where('told_at', 'is', null), ...(again ? [where('told_at', '<=', again)] : [])]))
    .orderBy('id')
    .execute();
}

/** One notice of all that a receiver is told at once. */
function noticeOf(rule: RuleRow, told: readonly EventRow[]) {
  const texts = told.slice(0, MOST_SAID).map(warningText);
  const more = told.length > MOST_SAID;
  return {
    title:
      told.length === 1
        ? titleOf(rule.level, rule.name)
        : text(
            `${titleOf(rule.level, rule.name).zh}（${told.length} 项）`,
            `${titleOf(rule.level, rule.name).en} (${told.length})`,
          ),
    summary: text(
      `${texts.map(({ zh }) => zh).join('；')}${more ? '……' : ''}`,
      `${texts.map(({ en }) => en).join('; ')}${more ? ' …' : ''}`,
    ),
    link: `${SCREEN_OF[rule.origin]}?tab=events&ruleId=${rule.id}`,
  };
}

/** Tells the receivers of a rule what is due, each only what lies within its own customer's tree. */
export async function tellWarnings(ctx: Ctx, rule: RuleRow): Promise<void> {
  const now = ctx.clock.now();
  if (rule.silenced_until && rule.silenced_until > now) return;
  const due = await dueOf(ctx, rule, now);
  if (due.length === 0) return;
  const paths = await pathsOf(
    ctx.beyondScope(WHY),
    due.map(({ object_customer_id }) => object_customer_id),
  );
  const told = new Map<string, number>();
  for (const { id, customer_id, path } of await receiversAmong(ctx, rule.receivers, rule.origin)) {
    const own = due.filter((event) => liesWithin(paths.get(event.object_customer_id) ?? '', path));
    if (own.length === 0) continue;
    const accounts = await ctx.contributed(warningDoor)?.(ctx, {
      source: `warning:${ctx.ids.next()}`,
      accounts: [{ id, customer_id }],
      ...noticeOf(rule, own),
    });
    for (const event of own) told.set(event.id, (told.get(event.id) ?? 0) + (accounts ?? 0));
  }
  for (const [accounts, events] of Map.groupBy(due, ({ id }) => told.get(id) ?? 0))
    await ctx
      .beyondScope(WHY)
      .updateTable('early_warnings.event')
      .set({ told_at: now, told: accounts })
      .where(sql<boolean>`id = any(${events.map(({ id }) => id)}::bigint[])`)
      .execute();
}
