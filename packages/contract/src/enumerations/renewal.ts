import { enumeration, type ValueOf } from './enumeration.ts';

/** How a rule limits renewals. */
export const RenewalLimit = enumeration('renewalLimit', '限制', 'Limit', {
  forbid: { zh: '禁止续费', en: 'No renewal' },
  samePackage: { zh: '只能续同一套餐', en: 'Same package only' },
  listed: { zh: '只能续指定套餐', en: 'Listed packages only' },
  months: { zh: '限制叠加月数', en: 'Months stacked' },
  daysAhead: { zh: '限制提前天数', en: 'Days ahead' },
  realName: { zh: '须实名', en: 'Real name required' },
  minPrice: { zh: '限制最低价', en: 'Minimum price' },
});
export type RenewalLimit = ValueOf<typeof RenewalLimit>;
