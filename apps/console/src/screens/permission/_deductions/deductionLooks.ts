import { listDeductions } from '@cardinal/contract/api/deductions/records.ts';
import { tariffs } from '@cardinal/contract/api/deductions/tariffs.ts';
import type { DeductionState, TariffState } from '@cardinal/contract/enumerations/deduction.ts';
import { text } from '@cardinal/primitives/text.ts';
import type { StatusLook } from '@cardinal/ui/StatusTag.tsx';

export const TARIFF_LOOKS = {
  draft: { shape: 'ring', tone: 'neutral' },
  on: { shape: 'disc', tone: 'good' },
  off: { shape: 'square', tone: 'neutral' },
} satisfies Record<TariffState, StatusLook>;

export const DEDUCTION_LOOKS = {
  posted: { shape: 'disc', tone: 'good' },
  waiting: { shape: 'ring', tone: 'warning' },
} satisfies Record<DeductionState, StatusLook>;

export const deductionWords = {
  perGb: text('{price} {currency}/GB', '{price} {currency} a GB'),
  noPrice: text('不计价', 'No price'),
  free: text('免费 {n} MB', '{n} MB free'),
  revision: tariffs.list.fields.revision.label,
  inPackages: listDeductions.fields.packageBytes.label,
  charged: listDeductions.fields.chargedBytes.label,
  price: text('单价', 'Price'),
  onEmpty: text('余额用完时', 'On an empty balance'),
  goesOn: text('继续使用', 'Goes on'),
  from: text('生效时间', 'Holds from'),
  version: text('配置版本 {n}', 'Tariff version {n}'),
};

/** The details of a deduction; the list's filters are kept for the way back. */
export const detailsOf = (id: string): string => `/permission/ViewDeductionDetails?id=${id}`;
