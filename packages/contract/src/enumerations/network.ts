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
