import type { Ctx } from '../../../framework/context.ts';
import { pathsOf } from '../../customers/face.ts';
import type { UseMoved } from '../../metering/face.ts';
import type { LevelMoved } from '../../pools/face.ts';
import { type CardSubject, packagesOf, type Subject } from '../judging/cardUses.ts';
import { reachedOf } from '../judging/remindRules.ts';
import { type RunningRule, rulesFor, runningRules } from '../judging/rulesInForce.ts';
import { WHY } from '../reminderTables.ts';
import { fire, type Reached } from './fire.ts';

/** Which thresholds of the rules that cover it a subject has reached. */
export const reachedBy = (rules: readonly RunningRule[], subject: Subject): Reached[] =>
  rulesFor(rules, subject.holderPath, subject.card?.productCode ?? null).flatMap((rule) => {
    const thresholds = reachedOf(rule.kind, rule.thresholds, subject.uses);
    return thresholds.length === 0 ? [] : [{ rule, subject, thresholds }];
  });

/** What is known well enough of a card to be told, and is not its pool's to tell. */
const isTold = ({ isInPool, isStale }: CardSubject): boolean => !isInPool && !isStale;

/** Judges cards whose usage changed, in the transaction of the reading, which holds their locks. */
export async function hearUses(ctx: Ctx, moved: readonly UseMoved[]): Promise<void> {
  const rules = await runningRules(ctx, ['flowPercent', 'flowLeft']);
  if (rules.length === 0) return;
  const subjects = await packagesOf(
    ctx,
    moved.map(({ cardId }) => cardId),
  );
  await fire(
    ctx,
    subjects.filter(isTold).flatMap((subject) => reachedBy(rules, subject)),
  );
}

async function poolSubjects(ctx: Ctx, moved: readonly LevelMoved[]): Promise<Subject[]> {
  const paths = await pathsOf(
    ctx.beyondScope(WHY),
    moved.map(({ customerId }) => customerId),
  );
  return moved.map(({ id, poolCode, customerId, cycle, after }) => ({
    id,
    card: null,
    poolCode,
    packageName: null,
    holderId: customerId,
    holderPath: paths.get(customerId) ?? '',
    endsAt: null,
    uses: { usedBytes: null, allowanceBytes: null, poolPercent: after, daysLeft: null },
    period: cycle,
  }));
}

/** Judges pools that are fuller or emptier, in the transaction that changed them. */
export async function hearLevels(ctx: Ctx, moved: readonly LevelMoved[]): Promise<void> {
  const rules = await runningRules(ctx, ['poolPercent']);
  if (rules.length === 0) return;
  await fire(
    ctx,
    (await poolSubjects(ctx, moved)).flatMap((subject) => reachedBy(rules, subject)),
  );
}
