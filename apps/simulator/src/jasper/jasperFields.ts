import type { AccountSettings } from '../cardWorld/cardEvents.ts';

/** The text fields of a device that an edit may set, besides status and plans. */
export const PLAIN_FIELDS = [
  'customer',
  'deviceID',
  'modemID',
  ...numbered('accountCustom', 10),
  ...numbered('operatorCustom', 5),
  ...numbered('customerCustom', 5),
  'ipv4Address',
  'ipv6Address',
] as const satisfies readonly string[];

export const OVERRIDES = ['DEFAULT', 'TEMPORARY_OVERRIDE', 'PERMANENT_OVERRIDE'] as const;
export type LimitOverride = (typeof OVERRIDES)[number];

/** An account of Control Center. */
export type JasperSettings = AccountSettings & {
  readonly accountId: string;
  readonly kind: 'advantage' | 'essential';
  readonly cycleDay: number;
  readonly apn: string;
  /** The status of an accepted edit; left out: 200 when done at once, 202 when it comes later. */
  readonly editAnswer: 200 | 202 | null;
};

function numbered<const Prefix extends string>(prefix: Prefix, count: number): `${Prefix}${number}`[] {
  return Array.from({ length: count }, (_, i) => `${prefix}${i + 1}` as const);
}
