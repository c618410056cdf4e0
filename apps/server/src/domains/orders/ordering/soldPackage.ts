import type { Platform } from '@cardinal/contract/enumerations/card.ts';
import {
  EffectiveType,
  FollowMain,
  PackageOrigin,
  PackageScope,
  type PackageType,
  PeriodBoundary,
  type RefundRule,
  ValidityUnit,
} from '@cardinal/contract/enumerations/package.ts';
import { nextStartOf, type PeriodRule, periodOf } from '@cardinal/primitives/period.ts';
import type { Ctx } from '../../../framework/context.ts';
import { feedsPools, isRefuelling, monthsOf, type PackageVersionFacts, packageVersion } from '../../packages/face.ts';
import { type Ordered, type PackagePeriod, type Wish, wishOf } from '../records/recordRules.ts';

/** The clock a package's periods go by: that of a carrier account. */
export type CarrierClock = { readonly zone: string; readonly cycleDay: number };

/** A package as it is ordered: its current version. */
export type SoldPackage = Ordered & {
  readonly id: string;
  readonly versionId: string;
  readonly name: string;
  readonly type: PackageType;
  readonly platform: Platform;
  readonly carrierAccountId: string | null;
  /** So many records a card gets one after the other; what follows is of each. */
  readonly units: number;
  /** Of one record; days are thirtieths. */
  readonly months: number;
  readonly flowBytes: bigint | null;
  readonly voiceSeconds: number | null;
  readonly smsCount: number | null;
  readonly needsRealName: boolean;
  readonly refundRule: RefundRule;
  /** It fills pools and is on no card. */
  readonly feedsPools: boolean;
  /** Another platform delivers it. */
  readonly isExternal: boolean;
  readonly effectiveType: EffectiveType;
  readonly postponeDays: number;
  /** When «next month» begins for it. */
  readonly nextStart: (clock: CarrierClock, now: Date) => Date;
  readonly periodIn: (clock: CarrierClock) => PackagePeriod;
};

const { month, flow } = PackageScope.values;

/** The types of main package that an add-on of a scope may be added to. */
const ontoOf = (scope: PackageScope): string | undefined =>
  scope === month ? 'month' : scope === flow ? 'flow' : undefined;

/** The version an order was made with. */
export async function soldVersion(ctx: Ctx, versionId: string): Promise<SoldPackage> {
  const found = await packageVersion(ctx, versionId);
  if (!found) throw new Error(`No package version ${versionId}`);
  return asSold(found);
}

/** The same of several, each asked for once. */
export async function soldVersions(ctx: Ctx, versionIds: readonly string[]): Promise<ReadonlyMap<string, SoldPackage>> {
  const found = new Map<string, SoldPackage>();
  for (const id of new Set(versionIds)) found.set(id, await soldVersion(ctx, id));
  return found;
}

const whole = (bytes: string | null) => (bytes === null ? null : BigInt(bytes));

const BOUNDARIES = { 1: 'natural', 2: 'cycle', 3: 'start' } as const satisfies Record<PeriodBoundary, string>;

const ruleOf = (
  { validity_unit, validity_count, boundary }: PackageVersionFacts,
  { zone, cycleDay }: CarrierClock,
): PeriodRule => ({
  unit: validity_unit === ValidityUnit.values.month ? 'month' : 'day',
  count: validity_count,
  boundary: BOUNDARIES[boundary],
  cycle: { day: cycleDay, zone },
});

export const asSold = (found: PackageVersionFacts): SoldPackage => ({
  id: found.package_id,
  versionId: found.id,
  name: found.name,
  type: found.type,
  platform: found.platform,
  carrierAccountId: found.carrier_account_id,
  units: found.units,
  months: monthsOf(found),
  flowBytes: whole(found.flow_bytes),
  voiceSeconds: found.voice_seconds,
  smsCount: found.sms_count,
  needsRealName: found.real_name_required,
  refundRule: found.refund_rule,
  feedsPools: feedsPools(found),
  isExternal: found.origin === PackageOrigin.values.external,
  effectiveType: found.effective_type,
  postponeDays: found.postpone_days,
  isMain: !isRefuelling(found.type),
  follows: found.follow_main === FollowMain.values.follow,
  isRenewable: found.renewable,
  maxRenewals: found.max_renewals,
  onto: isRefuelling(found.type) ? ontoOf(found.scope) : undefined,
  nextStart: (clock, now) => nextStartOf(ruleOf(found, clock), now),
  periodIn: (clock) => ({
    of: (startsAt, anchorDay) => periodOf(ruleOf(found, clock), startsAt, anchorDay),
    isAnchored: found.boundary === PeriodBoundary.values.fromStart && found.validity_unit === ValidityUnit.values.month,
  }),
});

/** When it begins: as the package says, unless the order says otherwise. */
export function wishFor(
  sold: SoldPackage,
  asked: { readonly effectiveType?: EffectiveType | undefined; readonly postponeDays?: number | undefined },
  clock: CarrierClock,
  now: Date,
): Wish {
  const kind = asked.effectiveType ?? sold.effectiveType;
  if (kind === EffectiveType.values.now) return wishOf({ kind: 'now' }, clock.zone, now);
  if (kind === EffectiveType.values.nextMonth)
    return wishOf({ kind: 'next', nextStart: sold.nextStart(clock, now) }, clock.zone, now);
  return wishOf({ kind: 'postpone', days: asked.postponeDays ?? sold.postponeDays }, clock.zone, now);
}
