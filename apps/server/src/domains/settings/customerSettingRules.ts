import {
  CUSTOMER_SETTINGS,
  type CustomerSettingName,
  isOwnOnly,
  isStrictEnough,
} from '@cardinal/contract/customerSettings.ts';

export type KeptSetting = { readonly customerId: string; readonly value: unknown; readonly isBound: boolean };
export type ResolvedSetting = {
  readonly value: unknown;
  readonly from: 'own' | 'parent' | 'default';
  /** The nearest limit set by a customer above, if any. */
  readonly bound: { readonly value: unknown } | undefined;
};

/**
 * The effective value for the last customer of a path from the root: its own, else the nearest above, else the default. A limit
 * above overrides a less strict value, so that tightening it applies at once to everyone below.
 */
export function resolve(
  name: CustomerSettingName,
  way: readonly string[],
  kept: readonly KeptSetting[],
): ResolvedSetting {
  const self = way.at(-1);
  let value: unknown = CUSTOMER_SETTINGS[name].initial;
  let from: ResolvedSetting['from'] = 'default';
  let bound: ResolvedSetting['bound'];
  for (const customerId of way) {
    const own = kept.find((each) => each.customerId === customerId);
    if (!own || (isOwnOnly(name) && customerId !== self)) continue;
    const isCut = bound !== undefined && !isStrictEnough(name, own.value, bound.value);
    value = isCut ? bound?.value : own.value;
    from = customerId === self && !isCut ? 'own' : 'parent';
    if (own.isBound && customerId !== self) bound = { value };
  }
  return { value, from, bound };
}
