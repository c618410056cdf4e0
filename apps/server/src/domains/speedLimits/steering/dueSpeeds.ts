import type { SpeedGovernor } from '@cardinal/contract/enumerations/speedLimit.ts';
import { dayText } from '@cardinal/primitives/time.ts';
import { wallTimeIn } from '@cardinal/primitives/zone.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { LockedCard } from '../../cards/face.ts';
import { carrierAccounts } from '../../carriers/face.ts';
import { exceptionsOn, type LimitStrategyRow, standingAt } from '../../control/face.ts';
import { idsOfPath } from '../../customers/face.ts';
import { countedUses, mainOf, packagesInUse } from '../judging/countedUses.ts';
import { dueOf } from '../judging/speedRules.ts';
import { WHY } from '../speedLimitTables.ts';

/** The speed that is due on a card by all limits together, and which of them says so. */
export type Due = {
  readonly kbps: number | null;
  readonly governor: SpeedGovernor | null;
  readonly limitId: string | null;
  readonly name: string | null;
  /** Whoever is behind the limit. */
  readonly ownerId: string | null;
};
const NOTHING: Due = { kbps: null, governor: null, limitId: null, name: null, ownerId: null };

type OnCard = {
  readonly card_id: string;
  readonly speed_limit_id: string;
  readonly name: string;
  readonly owner_id: string;
  readonly step: number;
  readonly due_kbps: number | null;
  readonly passed_step: number;
  readonly exempt_until: string | null;
};

/** Standings of cards under limits that are on. */
async function standingsOn(ctx: Ctx, cardIds: readonly string[]): Promise<ReadonlyMap<string, readonly OnCard[]>> {
  const { rows } = await sql<OnCard>`
    select s.card_id, s.speed_limit_id, l.name, l.customer_id as owner_id, s.step, s.due_kbps, s.passed_step, s.exempt_until
    from speed_limits.standing s join speed_limits.speed_limit l on l.id = s.speed_limit_id
    where s.card_id = any(${[...cardIds]}::bigint[]) and l.state = 'on'
    order by s.card_id, s.due_kbps, s.speed_limit_id`.execute(ctx.beyondScope(WHY));
  return Map.groupBy(rows, ({ card_id }) => card_id);
}

/** The exceptions that hold for cards, each with the speed it gives for what was used. */
async function exceptionSpeeds(ctx: Ctx, cards: readonly LockedCard[]): Promise<ReadonlyMap<string, number | null>> {
  const now = ctx.clock.now();
  const inUse = await packagesInUse(
    ctx,
    cards.map(({ id }) => id),
  );
  const { rows } = await sql<{ id: string; path: string }>`
    select id, path from customers.v_customer
    where id = any(${[...new Set(cards.map(({ customer_id }) => customer_id))]}::bigint[])`.execute(
    ctx.beyondScope(WHY),
  );
  const paths = new Map(rows.map(({ id, path }) => [id, idsOfPath(path)]));
  const exceptions = await exceptionsOn(
    ctx,
    cards.flatMap(({ id, customer_id }) => {
      const main = mainOf(inUse, id);
      return main ? [{ cardId: id, packageId: main.package_id, path: paths.get(customer_id) ?? [] }] : [];
    }),
    dayText(now),
  );
  const accounts = await carrierAccounts(
    ctx,
    cards.flatMap(({ id, carrier_account_id }) => (exceptions.get(id) ? [carrier_account_id] : [])),
  );
  const speeds = new Map<string, number | null>();
  for (const card of cards) {
    const template: LimitStrategyRow | null | undefined = exceptions.get(card.id);
    if (template === undefined) continue;
    const account = accounts.get(card.carrier_account_id);
    if (template === null || !account) {
      speeds.set(card.id, null);
      continue;
    }
    const { zone, cycleDay } = account;
    const used = await countedUses(ctx, {
      reset: template.reset,
      ownerId: template.customer_id,
      firstDay: dayText(template.created_at, zone),
      cycle: { day: cycleDay, zone },
      cardIds: [card.id],
      inUse,
    });
    const { tier } = standingAt(template, used.get(card.id) ?? 0n, wallTimeIn(zone, now).month);
    speeds.set(card.id, tier?.kbps ?? null);
  }
  return speeds;
}

/**
 * What is due on cards: the exception of their package's flow strategy, else the lowest speed of all limits that are on. A card that no
 * such limit covers has nothing due.
 */
export async function dueSpeeds(ctx: Ctx, cards: readonly LockedCard[]): Promise<ReadonlyMap<string, Due>> {
  const standings = await standingsOn(
    ctx,
    cards.map(({ id }) => id),
  );
  const today = dayText(ctx.clock.now());
  const limited = cards.filter(({ id }) =>
    (standings.get(id) ?? []).some((each) => dueOf(asStanding(each), today) !== null),
  );
  const exceptions = await exceptionSpeeds(ctx, limited);
  return new Map(cards.map(({ id }) => [id, dueOn(standings.get(id) ?? [], exceptions.get(id), today)]));
}

const asStanding = (each: OnCard) => ({
  step: each.step,
  dueKbps: each.due_kbps,
  passedStep: each.passed_step,
  exemptUntil: each.exempt_until,
});

function dueOn(own: readonly OnCard[], exception: number | null | undefined, today: string): Due {
  if (exception !== undefined) return { ...NOTHING, kbps: exception, governor: 'exception' };
  const due = own
    .flatMap((each) => {
      const kbps = dueOf(asStanding(each), today);
      return kbps === null ? [] : [{ each, kbps }];
    })
    .toSorted((a, b) => a.kbps - b.kbps)[0];
  if (!due) return NOTHING;
  const { speed_limit_id, name, owner_id } = due.each;
  return { kbps: due.kbps, governor: 'assignment', limitId: speed_limit_id, name, ownerId: owner_id };
}
