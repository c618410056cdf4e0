import { cycleOf } from '@cardinal/primitives/cycle.ts';
import { dayText } from '@cardinal/primitives/time.ts';
import { wallTimeIn } from '@cardinal/primitives/zone.ts';
import { type Selectable, sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { type CarrierAccountFacts, capabilitiesOf, carrierAccounts } from '../../carriers/face.ts';
import { countedUntil, isTooOld, type LimitStrategyRow, limitTemplates, standingAt } from '../../control/face.ts';
import { limitsOf } from '../../settings/face.ts';
import { lateDaysOf } from '../../usage/face.ts';
import { type SpeedLimitRow, type StandingTable, WHY } from '../speedLimitTables.ts';
import { countedUses, type InUse, mainOf, packagesInUse } from './countedUses.ts';
import type { CoveredCard } from './coveredCards.ts';
import { stepOn } from './speedRules.ts';

type StandingRow = Selectable<StandingTable>;

/** A card as a limit judges it. */
export type Judged = {
  readonly card: CoveredCard;
  readonly limit: SpeedLimitRow;
  readonly period: string;
  readonly turnsAt: Date | null;
  readonly usedBytes: bigint;
  readonly countedAt: Date | null;
  readonly step: number;
  readonly dueKbps: number | null;
  readonly passedStep: number;
  readonly passedBy: string | null;
  readonly exemptUntil: string | null;
  /** A step is reached for the first time in its period. */
  readonly fires: boolean;
};

const keyOf = (limitId: string, cardId: string) => `${limitId} ${cardId}`;

async function standingsOf(ctx: Ctx, covered: readonly CoveredCard[]): Promise<ReadonlyMap<string, StandingRow>> {
  const rows = await ctx
    .beyondScope(WHY)
    .selectFrom('speed_limits.standing')
    .selectAll()
    .where(sql<boolean>`card_id = any(${[...new Set(covered.map(({ card_id }) => card_id))]}::bigint[])`)
    .where(sql<boolean>`speed_limit_id = any(${[...new Set(covered.map((each) => each.speed_limit_id))]}::bigint[])`)
    .execute();
  return new Map(rows.map((row) => [keyOf(row.speed_limit_id, row.card_id), row]));
}

type Account = CarrierAccountFacts & { readonly lateDays: number };

async function accountsOf(ctx: Ctx, limits: readonly SpeedLimitRow[]): Promise<ReadonlyMap<string, Account>> {
  const facts = await carrierAccounts(
    ctx,
    limits.map(({ carrier_account_id }) => carrier_account_id),
  );
  const known = new Map<string, Account>();
  for (const [id, each] of facts) {
    const can = await capabilitiesOf(ctx, id);
    known.set(id, { ...each, lateDays: can ? lateDaysOf(can) : 0 });
  }
  return known;
}

/** What a step limits a card within, and when a cycle turns. */
function periodOf({ restore, kbps }: SpeedLimitRow, account: Account, main: InUse | undefined, now: Date) {
  if (kbps !== null || restore === 'manual') return { period: 'ever', turnsAt: null };
  if (restore === 'package') return { period: main?.id ?? 'none', turnsAt: null };
  const { key, end } = cycleOf(now, { day: account.cycleDay, zone: account.zone });
  return { period: key, turnsAt: end };
}

/** The first day of a volume that never begins anew. */
const firstDayOf = ({ from_day, created_at }: SpeedLimitRow, zone: string): string =>
  from_day ?? dayText(created_at, zone);

/**
 * How covered cards stand by what is known of them now. Cards whose reading is too old are left out: nothing is done on it. Writes
 * nothing.
 */
export async function judgeCards(
  ctx: Ctx,
  limits: readonly SpeedLimitRow[],
  covered: readonly CoveredCard[],
): Promise<Judged[]> {
  if (covered.length === 0) return [];
  const now = ctx.clock.now();
  const [templates, accounts, befores, inUse, { readingAgeHours }] = [
    await limitTemplates(
      ctx,
      limits.flatMap(({ limit_strategy_id }) => limit_strategy_id ?? []),
    ),
    await accountsOf(ctx, limits),
    await standingsOf(ctx, covered),
    await packagesInUse(ctx, [...new Set(covered.map(({ card_id }) => card_id))]),
    await limitsOf(ctx.db),
  ];
  const byLimit = Map.groupBy(covered, ({ speed_limit_id }) => speed_limit_id);
  const judged: Judged[] = [];
  for (const limit of limits) {
    const account = accounts.get(limit.carrier_account_id);
    const template = limit.limit_strategy_id === null ? undefined : templates.get(limit.limit_strategy_id);
    if (!account || (limit.kbps === null && !template)) continue;
    const counted = (byLimit.get(limit.id) ?? []).map((card) => ({
      card,
      countedAt: countedUntil(card.usage_at, account.lateDays, account.zone),
    }));
    const fresh = counted.filter(({ countedAt }) => limit.kbps !== null || !isTooOld(countedAt, now, readingAgeHours));
    const uses = await countedUses(ctx, {
      reset: template?.reset ?? 'cycle',
      ownerId: limit.customer_id,
      firstDay: firstDayOf(limit, account.zone),
      cycle: { day: account.cycleDay, zone: account.zone },
      cardIds: fresh.map(({ card }) => card.card_id),
      inUse,
    });
    for (const { card, countedAt } of fresh) {
      const before = befores.get(keyOf(limit.id, card.card_id));
      const usedBytes = uses.get(card.card_id) ?? 0n;
      const { period, turnsAt } = periodOf(limit, account, mainOf(inUse, card.card_id), now);
      const { month } = wallTimeIn(account.zone, now);
      const standing = stepOn(
        before && {
          period: before.period,
          step: before.step,
          dueKbps: before.due_kbps,
          passedStep: before.passed_step,
        },
        { period, ...stepAt(limit, template, usedBytes, month) },
      );
      judged.push({
        ...{ card, limit, turnsAt, usedBytes, countedAt },
        ...standing,
        passedBy: standing.passedStep > 0 ? (before?.passed_by ?? null) : null,
        exemptUntil: before?.exempt_until ?? null,
      });
    }
  }
  return judged;
}

function stepAt(
  { kbps }: SpeedLimitRow,
  template: LimitStrategyRow | undefined,
  usedBytes: bigint,
  month: number,
): { readonly step: number; readonly kbps: number | null } {
  if (!template) return { step: 1, kbps };
  const { number, tier } = standingAt(template, usedBytes, month);
  return { step: number, kbps: tier?.kbps ?? null };
}
