import { PackageUsageState } from '@cardinal/contract/enumerations/package.ts';
import { cycleOf } from '@cardinal/primitives/cycle.ts';
import { DAY_MS, dayText } from '@cardinal/primitives/time.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { countedUntil, isTooOld } from '../../control/face.ts';
import { factsOf, lateDaysByAccount } from '../../flowControl/face.ts';
import { poolsOfCards } from '../../pools/face.ts';
import { limitsOf } from '../../settings/face.ts';
import { WHY } from '../reminderTables.ts';
import type { Uses } from './remindRules.ts';

const { using } = PackageUsageState.values;

/** The main package in use on a card. */
type RecordRow = {
  usage_id: string;
  card_id: string;
  iccid: string;
  platform: number;
  product_code: string | null;
  customer_id: string;
  path: string;
  usage_at: Date | null;
  carrier_account_id: string | null;
  package_name: string;
  flow_bytes: string | null;
  zone: string;
  cycle_day: number;
  starts_at: Date;
  ends_at: Date;
};

export type OfCard = {
  readonly id: string;
  readonly iccid: string;
  readonly platform: number;
  readonly productCode: string | null;
};

/** Of what a rule can remind: a package on a card, or a pool, with what is known of it. */
export type Subject = {
  readonly id: string;
  readonly card: OfCard | null;
  readonly poolCode: string | null;
  readonly packageName: string | null;
  readonly holderId: string;
  readonly holderPath: string;
  readonly endsAt: Date | null;
  readonly uses: Uses;
  /** What a share is reached once in. */
  readonly period: string;
};
export type CardSubject = Subject & {
  readonly card: OfCard;
  /** Whose usage is the pool's to tell. */
  readonly isInPool: boolean;
  /** What was counted is too old to be told, or unknown. */
  readonly isStale: boolean;
};

/** Days of China from now to the day on which something ends. */
export const daysUntil = (end: Date, now: Date): number =>
  Math.round((Date.parse(dayText(end)) - Date.parse(dayText(now))) / DAY_MS);

/** The main packages in use on these cards, as the cards stand now. */
export async function packagesOf(ctx: Ctx, cardIds: readonly string[]): Promise<CardSubject[]> {
  const now = ctx.clock.now();
  const { rows } = await sql<RecordRow>`
    select u.id as usage_id, c.id as card_id, c.iccid, c.platform, c.product_code, c.customer_id, k.path, c.usage_at,
      c.carrier_account_id, u.package_name, u.flow_bytes, u.zone, u.cycle_day, u.starts_at, u.ends_at
    from orders.v_package_usage u
      join cards.v_card c on c.id = u.card_id
      join customers.v_customer k on k.id = c.customer_id
    where u.card_id = any(${[...cardIds]}::bigint[]) and u.is_main and u.state = ${using} and u.ends_at > ${now}
      and c.lifecycle <> 'cancelled'
    order by c.id, u.id`.execute(ctx.beyondScope(WHY));
  if (rows.length === 0) return [];
  const [facts, pools, late, { readingAgeHours }] = [
    await factsOf(
      ctx,
      rows.map((row) => ({ ...row, is_over: false })),
      false,
    ),
    await poolsOfCards(
      ctx,
      rows.map(({ card_id }) => card_id),
    ),
    await lateDaysByAccount(ctx, rows),
    await limitsOf(ctx.db),
  ];
  return rows.map((row) => {
    const known = facts.get(row.usage_id);
    const pool = pools.get(row.card_id);
    const counted = countedUntil(row.usage_at, late.get(row.carrier_account_id) ?? 0, row.zone);
    return {
      id: row.usage_id,
      card: { id: row.card_id, iccid: row.iccid, platform: row.platform, productCode: row.product_code },
      poolCode: pool?.poolCode ?? null,
      packageName: row.package_name,
      holderId: row.customer_id,
      holderPath: row.path,
      endsAt: row.ends_at,
      uses: {
        usedBytes: known?.usedBytes ?? null,
        allowanceBytes: known?.allowanceBytes ?? null,
        poolPercent: null,
        daysLeft: daysUntil(row.ends_at, now),
      },
      period: cycleOf(now, { day: row.cycle_day, zone: row.zone }).key,
      isInPool: pool !== undefined,
      isStale: isTooOld(counted, now, readingAgeHours),
    };
  });
}
