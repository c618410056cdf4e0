import type { SpeedGovernor } from '@cardinal/contract/enumerations/speedLimit.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
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
import { demandsOn } from './demandStore.ts';

/** The speed that is due on a card by all limits together, and which of them says so. */
export type Due = {
  readonly kbps: number | null;
  readonly governor: SpeedGovernor | null;
  readonly limitId: string | null;
  /** Null: nothing is due. */
  readonly why: Text | null;
};
const NOTHING: Due = { kbps: null, governor: null, limitId: null, why: null };

const byLimit = (name: string) => text(`限速「${name}」`, `Speed limit “${name}”`);
const BY_EXCEPTION = text('流控策略的客户例外', 'The customer’s exception of a flow strategy');

type OnCard = {
  readonly card_id: string;
  readonly speed_limit_id: string;
  readonly name: string;
  readonly step: number;
  readonly due_kbps: number | null;
  readonly passed_step: number;
  readonly exempt_until: string | null;
};

/** Standings of cards under limits that are on. */
async function standingsOn(ctx: Ctx, cardIds: readonly string[]): Promise<ReadonlyMap<string, readonly OnCard[]>> {
  const { rows } = await sql<OnCard>`
    select s.card_id, s.speed_limit_id, l.name, s.step, s.due_kbps, s.passed_step, s.exempt_until
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
 * What is due on cards: the exception of their package's flow strategy, else the lowest speed of all limits that are on and of what other
 * rooms demand. A card that none of these concerns has nothing due.
 */
export async function dueSpeeds(ctx: Ctx, cards: readonly LockedCard[]): Promise<ReadonlyMap<string, Due>> {
  const ids = cards.map(({ id }) => id);
  const [standings, demands] = [await standingsOn(ctx, ids), await demandsOn(ctx, ids)];
  const today = dayText(ctx.clock.now());
  const lowest = new Map(
    ids.flatMap((id) => {
      const own = (standings.get(id) ?? []).flatMap((each) => dueByLimit(each, today));
      const others = (demands.get(id) ?? []).map(
        ({ kbps, why }): Due => ({ kbps, governor: 'strategy', limitId: null, why }),
      );
      const [due] = [...own, ...others].toSorted((a, b) => (a.kbps ?? 0) - (b.kbps ?? 0));
      return due ? [[id, due] as const] : [];
    }),
  );
  const exceptions = await exceptionSpeeds(
    ctx,
    cards.filter(({ id }) => lowest.has(id)),
  );
  return new Map(
    ids.map((id) => {
      const exception = exceptions.get(id);
      if (exception !== undefined)
        return [id, { ...NOTHING, kbps: exception, governor: 'exception', why: BY_EXCEPTION }];
      return [id, lowest.get(id) ?? NOTHING];
    }),
  );
}

function dueByLimit(each: OnCard, today: string): Due[] {
  const standing = {
    step: each.step,
    dueKbps: each.due_kbps,
    passedStep: each.passed_step,
    exemptUntil: each.exempt_until,
  };
  const kbps = dueOf(standing, today);
  if (kbps === null) return [];
  return [{ kbps, governor: 'assignment', limitId: each.speed_limit_id, why: byLimit(each.name) }];
}
