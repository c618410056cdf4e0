import { StopReason } from '@cardinal/contract/enumerations/card.ts';
import { FlowBase } from '@cardinal/contract/enumerations/control.ts';
import { ControlAction, PackageUsageState } from '@cardinal/contract/enumerations/package.ts';
import { filled, type Text, text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { liftReasons } from '../../cardCommands/face.ts';
import { lockCards } from '../../cards/face.ts';
import { type FlowFacts, waitsForPool } from '../../control/face.ts';
import { gives } from '../../pools/face.ts';
import { WHY } from '../firingTable.ts';
import { shareOfCards } from '../judging/shareOfCards.ts';
import { steerData } from './cutOff.ts';
import { endSpeeds } from './limitSpeeds.ts';
import { heldStopped } from './stopped.ts';

const { using } = PackageUsageState.values;
const { STOP, LIMIT, OFFLINE } = ControlAction.values;
const { pool } = FlowBase.values;
const { arrears } = StopReason.values;
const AT_ONCE = 500;

/** Somebody lifted the reason. */
export const GONE = text('停机原因已被解除', 'The stop reason was lifted');
const TURNED = text('账期已更换', 'The cycle turned');
const RENEWED = text('新套餐 {name} 已生效', 'A new package is in use: {name}');
const REFUELLED = text('加油包生效，用量低于阈值', 'A package was added; usage is below the threshold');
const FILLED = text('流量池又有余量', 'The pool has data left again');
/** Ends after which the rule may fire again on the same package. */
const MORE: readonly Text[] = [REFUELLED, FILLED];

/** A stop or limit of a rule that may be over. */
type Candidate = {
  readonly id: string;
  readonly card_id: string;
  readonly usage_id: string;
  readonly base: FlowBase;
  readonly threshold: string;
  readonly action: ControlAction;
  readonly allowance_bytes: string | null;
  readonly turned: boolean;
  readonly renewed: string | null;
  readonly added: boolean;
};

/**
 * Stops whose cycle has turned, whose card has another main package in use, or got something added since they fired. Of named cards also
 * those in a pool, which may give again.
 */
async function candidates(ctx: Ctx, after: string, cardIds?: readonly string[]): Promise<Candidate[]> {
  const now = ctx.clock.now();
  const { rows } = await sql<Candidate>`
    select * from (
      select f.id, f.card_id, f.usage_id, f.base, f.threshold::text, f.action, f.allowance_bytes,
        f.restore = 'cycle' and f.turns_at <= ${now} as turned,
        (select u.package_name from orders.v_package_usage u where u.card_id = f.card_id and u.is_main and u.state = ${using}
          and u.id <> f.usage_id and u.ends_at > ${now} limit 1) as renewed,
        f.restore = 'package' and f.base = 'allowance' and exists (select from orders.v_package_usage u
          where u.card_id = f.card_id and not u.is_main and u.state = ${using} and u.ends_at > ${now}
            and greatest(u.created_at, u.starts_at) >= f.fired_at) as added,
        ${cardIds !== undefined} and f.restore = 'package' and f.base in ('allowance', 'pool')
          and exists (select from pools.v_card_in_pool p where p.card_id = f.card_id) as pooled
      from flow_control.firing f
      where f.state in ('waiting', 'confirmed') and f.restore <> 'manual' and f.id > ${after}
        and ${cardIds ? sql`f.card_id = any(${[...cardIds]}::bigint[])` : sql`true`}
    ) s where turned or renewed is not null or added or pooled
    order by id limit ${AT_ONCE}`.execute(ctx.beyondScope(WHY));
  return rows;
}

/** Why each of these stops is over; those that are not are absent. */
async function endsOf(
  ctx: Ctx,
  found: readonly Candidate[],
): Promise<{ readonly of: Candidate; readonly why: Text }[]> {
  const open = found.filter(({ turned, renewed }) => !turned && renewed === null);
  const shares = await shareOfCards(
    ctx,
    open.map(({ usage_id }) => usage_id),
  );
  return found.flatMap((of) => {
    if (of.renewed !== null) return [{ of, why: filled(RENEWED, { name: of.renewed }) }];
    if (of.turned) return [{ of, why: TURNED }];
    const share = shares.get(of.usage_id);
    if (!share) return [];
    if (givesAgain(of, share)) return [{ of, why: FILLED }];
    if (!of.added) return [];
    // A corrected reading alone lifts nothing: there must be more to use.
    const hasMore =
      share.allowanceBytes === null ||
      (of.allowance_bytes !== null && share.allowanceBytes > BigInt(of.allowance_bytes));
    const isBelow =
      share.allowanceBytes === null || share.usedBytes * 100n < share.allowanceBytes * BigInt(of.threshold);
    return hasMore && isBelow ? [{ of, why: REFUELLED }] : [];
  });
}

/** The pool is below the threshold of a rule that goes by it, or gives what a rule at the whole allowance waits for. */
const givesAgain = (of: Candidate, { poolPercent }: FlowFacts): boolean =>
  poolPercent !== null &&
  (of.base === pool ? poolPercent < Number(of.threshold) : waitsForPool(of) && gives(poolPercent));

/** Ends open firings. */
export async function close(ctx: Ctx, ids: readonly string[], why: Text): Promise<void> {
  await ctx
    .beyondScope(WHY)
    .updateTable('flow_control.firing')
    .set({
      ...{ state: 'lifted', lifted_at: ctx.clock.now(), lifted_zh: why.zh, lifted_en: why.en },
      is_refuelled: MORE.includes(why),
    })
    .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
    .where('state', 'in', ['waiting', 'confirmed'])
    .execute();
}

/** Ends stops and limits that are over: what the rule set is lifted, unless another rule holds it. Returns where it came to. */
const liftSome = (ctx: Ctx, after: string, cardIds?: readonly string[]): Promise<string | undefined> =>
  ctx.transact(async (inside) => {
    const seen = await candidates(inside, after, cardIds);
    const last = seen.at(-1);
    if (!last) return undefined;
    const locked = await lockCards(inside.beyondScope(WHY), [...new Set(seen.map(({ card_id }) => card_id))]);
    const ids = new Set(seen.map(({ id }) => id));
    const again = await candidates(
      inside,
      after,
      locked.map(({ id }) => id),
    );
    const ended = await endsOf(
      inside,
      again.filter(({ id }) => ids.has(id)),
    );
    for (const same of Map.groupBy(ended, ({ why }) => why.zh).values()) {
      const [{ why } = { why: GONE }] = same;
      await close(
        inside,
        same.map(({ of }) => of.id),
        why,
      );
    }
    const limits = ended.filter(({ of }) => of.action === LIMIT);
    await endSpeeds(
      inside,
      limits.map(({ of }) => of),
    );
    await steerData(
      inside,
      ended.flatMap(({ of }) => (of.action === OFFLINE ? [of.card_id] : [])),
    );
    const stops = ended.filter(({ of }) => of.action === STOP);
    // Read after those that are over are closed.
    const kept = await heldStopped(
      inside,
      stops.map(({ of }) => of.card_id),
    );
    const free = stops.filter(({ of }) => !kept.has(of.card_id));
    for (const same of Map.groupBy(free, ({ why }) => why.zh).values()) {
      const [{ why } = { why: GONE }] = same;
      const freed = [...new Set(same.map(({ of }) => of.card_id))];
      await liftReasons(inside, { cardIds: freed, reasons: [arrears], why });
    }
    return last.id;
  });

/** Lifts what is over, also of strategies that are not on any more, of these cards only where they are named. */
export async function liftEnded(ctx: Ctx, cardIds?: readonly string[], signal?: AbortSignal): Promise<void> {
  for (let after: string | undefined = '0'; after !== undefined && !signal?.aborted; )
    after = await liftSome(ctx, after, cardIds);
}
