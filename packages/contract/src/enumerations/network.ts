import { enumeration, type ValueOf } from './enumeration.ts';

/** Radio access technologies by their generation; NB and M1 are the two for things. */
export const Rat = enumeration('rat', '网络制式', 'Radio', {
  g2: { value: '2G', zh: '2G', en: '2G' },
  g3: { value: '3G', zh: '3G', en: '3G' },
  g4: { value: '4G', zh: '4G', en: '4G' },
  g5: { value: '5G', zh: '5G', en: '5G' },
  nb: { value: 'NB', zh: 'NB-IoT', en: 'NB-IoT' },
  m1: { value: 'M1', zh: 'LTE-M', en: 'LTE-M' },
});
export type Rat = ValueOf<typeof Rat>;

/** The cost class of a network's traffic; none for an unrated network. */
export const PriceClass = enumeration('priceClass', '资费等级', 'Price class', {
  low: { value: 'low', zh: '低价', en: 'Low' },
  standard: { value: 'standard', zh: '标准', en: 'Standard' },
  high: { value: 'high', zh: '高价', en: 'High' },
  premium: { value: 'premium', zh: '极高', en: 'Premium' },
});
export type PriceClass = ValueOf<typeof PriceClass>;

/** The platform's preference for a network. `steered`: the carrier was asked to steer cards there. */
export const NetworkPreference = enumeration('networkPreference', '网络偏好', 'Preference', {
  none: { value: 'none', zh: '无', en: 'None' },
  preferred: { value: 'preferred', zh: '优先', en: 'Preferred' },
  steered: { value: 'steered', zh: '运营商引导', en: 'Steered' },
  forbidden: { value: 'forbidden', zh: '禁用', en: 'Forbidden' },
});
export type NetworkPreference = ValueOf<typeof NetworkPreference>;
