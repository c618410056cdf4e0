import { enumeration, type ValueOf } from './enumeration.ts';

/**
 * The currencies a customer may have; their decimals are `placesOf` of the primitives. Beside them: what an amount was spent on
 * (`ConsumeType`) and how it was paid (`PaymentMethod`) in `payment.ts`, settlement modes and review states in `settlement.ts`.
 */
export const Currency = enumeration('currency', '币种', 'Currency', {
  CNY: { zh: '人民币 CNY', en: 'Chinese yuan (CNY)' },
  USD: { zh: '美元 USD', en: 'US dollar (USD)' },
  EUR: { zh: '欧元 EUR', en: 'Euro (EUR)' },
  HKD: { zh: '港元 HKD', en: 'Hong Kong dollar (HKD)' },
  JPY: { zh: '日元 JPY', en: 'Japanese yen (JPY)' },
  GBP: { zh: '英镑 GBP', en: 'Pound sterling (GBP)' },
  AUD: { zh: '澳元 AUD', en: 'Australian dollar (AUD)' },
  SGD: { zh: '新加坡元 SGD', en: 'Singapore dollar (SGD)' },
});
export type Currency = ValueOf<typeof Currency>;
