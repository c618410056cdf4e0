import { type Tier, tierGroups } from '@cardinal/contract/api/control/limitTiers.ts';
import { SpeedLimitType } from '@cardinal/contract/enumerations/package.ts';
import { bytesTyped, type TypedVolume, volumeTyped } from '../../../parts/control/typedVolume.ts';

export type TierDraft = TypedVolume & { readonly kbps?: number | undefined };
/** Tiers as they are typed: months with the same ones are one group. */
export type GroupDraft = { readonly months: readonly number[]; readonly tiers: readonly TierDraft[] };

export const NEW_GROUP: GroupDraft = { months: [], tiers: [{ value: '1', unit: 'GB' }] };

export const draftsOf = (tiers: readonly Tier[]): GroupDraft[] =>
  tierGroups(tiers).map((group) => ({
    months: group.months,
    tiers: group.tiers.map(({ afterBytes, kbps }) => ({ ...volumeTyped(afterBytes), kbps })),
  }));

export const isByMonth = (type: unknown): boolean => type === SpeedLimitType.values.segmentedByMonth;
/** What a type has of a group: only one by month has several, and one on reaching a volume has a single tier. */
export function shownGroups(type: unknown, groups: readonly GroupDraft[]): readonly GroupDraft[] {
  if (isByMonth(type)) return groups;
  const [first = NEW_GROUP] = groups;
  return [type === SpeedLimitType.values.reach ? { ...first, tiers: first.tiers.slice(0, 1) } : first];
}

type Sent = {
  readonly month: number | null;
  readonly afterBytes: string;
  readonly kbps: number | undefined;
  /** Where it is typed. */
  readonly group: number;
  readonly at: number;
};

/** Every tier of every month, in the order of the form. */
const sentTiers = (type: unknown, groups: readonly GroupDraft[]): Sent[] =>
  shownGroups(type, groups).flatMap(({ months, tiers }, group) =>
    (isByMonth(type) && months.length > 0 ? months : [null]).flatMap((month) =>
      tiers.map((tier, at) => ({ month, afterBytes: bytesTyped(tier), kbps: tier.kbps, group, at })),
    ),
  );

export const tiersTyped = (type: unknown, groups: readonly GroupDraft[]) =>
  sentTiers(type, groups).map(({ month, afterBytes, kbps }) => ({ month, afterBytes, kbps }));

/** The problem of a part of a tier, of whichever month it was found. */
export function problemAt(
  problems: Readonly<Record<string, string>>,
  type: unknown,
  groups: readonly GroupDraft[],
  place: { readonly group: number; readonly at: number },
  part: keyof Tier,
): string | undefined {
  const sent = sentTiers(type, groups);
  const found = sent.findIndex(
    ({ group, at }, index) =>
      group === place.group && at === place.at && problems[`tiers.${index}.${part}`] !== undefined,
  );
  return found < 0 ? undefined : problems[`tiers.${found}.${part}`];
}

/** What is typed so far and can be drawn. */
export const drawable = ({ tiers }: GroupDraft): Tier[] =>
  tiers.flatMap((tier) => {
    const afterBytes = bytesTyped(tier);
    return tier.kbps === undefined || afterBytes === '' ? [] : [{ month: null, afterBytes, kbps: tier.kbps }];
  });
