import { enumeration, type ValueOf } from './enumeration.ts';

/** How a share of a sale is stated. */
export const ShareKind = enumeration('shareKind', '分润方式', 'Share type', {
  fixed: { zh: '固定金额', en: 'Fixed amount' },
  margin: { zh: '按毛利比例', en: 'Percent of margin' },
  price: { zh: '按售价比例', en: 'Percent of price' },
});
export type ShareKind = ValueOf<typeof ShareKind>;
