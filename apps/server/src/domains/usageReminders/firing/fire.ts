import type { UsageReminder } from '@cardinal/contract/api/openApi/eventInterfaces.ts';
import { PushEvent } from '@cardinal/contract/enumerations/push.ts';
import type { RemindWay } from '@cardinal/contract/enumerations/reminder.ts';
import { SendResult } from '@cardinal/contract/enumerations/sending.ts';
import { DEFAULT_ZONE } from '@cardinal/primitives/zone.ts';
import type { Insertable } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { tellCustomers } from '../../customerEvents/face.ts';
import { customerNames } from '../../customers/face.ts';
import { quietEnd } from '../../settings/face.ts';
import type { Subject } from '../judging/cardUses.ts';
import { percentOf, toldOf } from '../judging/remindRules.ts';
import { type MessageTable, type RuleRow, WHY } from '../reminderTables.ts';
import { saidOf } from '../saying/remindWords.ts';

/** A rule some of whose thresholds are reached by a subject, the mildest first. */
export type Reached = { readonly rule: RuleRow; readonly subject: Subject; readonly thresholds: readonly number[] };

/** What happens once happens in no cycle. */
const periodOf = ({ rule, subject }: Reached): string => (rule.kind === 'packageEnd' ? '' : subject.period);
const keyOf = (ruleId: string, subjectId: string, threshold: number) => `${ruleId} ${subjectId} ${threshold}`;

/** Writes what is reached for the first time; answers the ids of that. */
async function writeFirings(ctx: Ctx, reached: readonly Reached[]): Promise<ReadonlyMap<string, string>> {
  const rows = reached
    .flatMap((each) =>
      each.thresholds.map((threshold) => ({
        id: ctx.ids.next(),
        rule_id: each.rule.id,
        kind: each.rule.kind,
        threshold,
        subject_id: each.subject.id,
        period: periodOf(each),
        fired_at: ctx.clock.now(),
      })),
    )
    // In one order: two readings may bring the same pools to a threshold.
    .sort((a, b) => (BigInt(a.subject_id) < BigInt(b.subject_id) ? -1 : 1));
  const written = await ctx
    .beyondScope(WHY)
    .insertInto('usage_reminders.firing')
    .values(rows)
    .onConflict((conflict) => conflict.constraint('fired_once').doNothing())
    .returning(['id', 'rule_id', 'subject_id', 'threshold'])
    .execute();
  return new Map(written.map((row) => [keyOf(row.rule_id, row.subject_id, row.threshold), row.id]));
}

type Told = Reached & { readonly threshold: number; readonly firingId: string };

/** Who hears of it: each customer once, as the owner of the rule where it is both. */
function receiversOf({ rule, subject }: Told): readonly { readonly id: string; readonly isHolder: boolean }[] {
  const isToOwner = rule.receivers.includes('owner') || subject.holderId === rule.customer_id;
  return [
    ...(isToOwner ? [{ id: rule.customer_id, isHolder: !rule.receivers.includes('owner') }] : []),
    ...(rule.receivers.includes('holder') && subject.holderId !== rule.customer_id
      ? [{ id: subject.holderId, isHolder: true }]
      : []),
  ];
}

/** What each receiver is told by each way: notices wait for the end of the quiet hours, systems do not sleep. */
function messagesOf(ctx: Ctx, told: Told, holder: string): Insertable<MessageTable>[] {
  const { rule, subject, threshold, firingId } = told;
  const now = ctx.clock.now();
  const said = saidOf(rule, subject, threshold, holder);
  const of = (way: RemindWay, receiver: { id: string; isHolder: boolean }): Insertable<MessageTable> => ({
    id: ctx.ids.next(),
    firing_id: firingId,
    rule_id: rule.id,
    customer_id: receiver.id,
    owner_id: rule.customer_id,
    holder_id: subject.holderId,
    is_for_holder: receiver.isHolder,
    kind: rule.kind,
    threshold,
    card_id: subject.card?.id ?? null,
    iccid: subject.card?.iccid ?? null,
    pool_code: subject.card ? null : subject.poolCode,
    way,
    result: way === 'webhook' ? SendResult.values.success : SendResult.values.sending,
    failure: null,
    text_zh: said.zh,
    text_en: said.en,
    at: now,
    due_at: way === 'webhook' ? now : (quietEnd(rule.quiet_hours, DEFAULT_ZONE, now) ?? now),
    settled_at: way === 'webhook' ? now : null,
    accounts: null,
    notice_no: null,
  });
  return receiversOf(told).flatMap((receiver) => rule.ways.map((way) => of(way, receiver)));
}

function eventOf({ rule, subject, threshold }: Told, { text_zh, text_en }: Insertable<MessageTable>): UsageReminder {
  const { uses, packageName, poolCode, endsAt, card } = subject;
  return {
    kind: rule.kind,
    threshold,
    packageName,
    poolCode: card ? null : poolCode,
    usedPercent: percentOf(uses),
    usedBytes: uses.usedBytes === null ? null : String(uses.usedBytes),
    allowanceBytes: uses.allowanceBytes === null ? null : String(uses.allowanceBytes),
    endsAt: endsAt?.toISOString() ?? null,
    textZh: text_zh,
    textEn: text_en,
  };
}

/**
 * Writes what rules have to say, in the transaction that found it: each threshold once a rule, package or pool and cycle. Of several
 * that are reached at once the strictest is told. Events are told at once; notices wait for the minute's job.
 */
export async function fire(ctx: Ctx, reached: readonly Reached[]): Promise<void> {
  if (reached.length === 0) return;
  const written = await writeFirings(ctx, reached);
  if (written.size === 0) return;
  const told = reached.flatMap((each): Told[] => {
    const idOf = (threshold: number) => written.get(keyOf(each.rule.id, each.subject.id, threshold));
    const threshold = toldOf(each.thresholds, (at) => idOf(at) !== undefined);
    const firingId = threshold === undefined ? undefined : idOf(threshold);
    return threshold === undefined || firingId === undefined ? [] : [{ ...each, threshold, firingId }];
  });
  if (told.length === 0) return;
  const names = await customerNames(
    ctx.beyondScope(WHY),
    told.map(({ subject }) => subject.holderId),
  );
  const messages = told.map((each) => ({
    each,
    rows: messagesOf(ctx, each, names.get(each.subject.holderId) ?? ''),
  }));
  await ctx
    .beyondScope(WHY)
    .insertInto('usage_reminders.message')
    .values(messages.flatMap(({ rows }) => rows))
    .execute();
  await tellCustomers(
    ctx,
    messages.flatMap(({ each, rows }) =>
      rows
        .filter(({ way }) => way === 'webhook')
        .map((row) => ({
          customerId: row.customer_id,
          type: PushEvent.values.usage_reminder,
          ...(each.subject.card ? { card: each.subject.card } : {}),
          happenedAt: ctx.clock.now(),
          facts: eventOf(each, row),
        })),
    ),
  );
}
