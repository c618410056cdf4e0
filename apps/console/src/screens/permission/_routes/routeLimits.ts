import type { readPaymentRoute } from '@cardinal/contract/api/payments/paymentRoutes.ts';
import type { Currency } from '@cardinal/contract/enumerations/money.ts';
import type { PaymentProvider, PaymentScene } from '@cardinal/contract/enumerations/paymentRoute.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { money, moneyText } from '@cardinal/primitives/money.ts';
import { text } from '@cardinal/primitives/text.ts';
import type { FormFields } from '../../../kit/form/formFields.ts';
import { collectingWords } from '../../../parts/payments/collectingWords.ts';

const words = { limits: text('限额（不填为不限）', 'Limits (none if left out)') };

export type Account = AnswerOf<typeof readPaymentRoute>['accounts'][number];

/** Which route: the parts of its row's id. */
export type RouteKey = {
  readonly customerId: string;
  readonly scene: PaymentScene;
  readonly currency: Currency;
  readonly provider: PaymentProvider;
};

export function routeKeyOf(id: string): RouteKey {
  const [customerId = '', scene = '', currency = '', provider = ''] = id.split('.');
  return {
    customerId,
    scene: scene as PaymentScene,
    currency: currency as Currency,
    provider: Number(provider) as PaymentProvider,
  };
}

/** A bank account by its bank, a merchant by its name. */
export const nameOf = ({ bank, merchantName, maskedNumber }: Account): string =>
  `${bank ?? merchantName ?? ''} ${maskedNumber}`;

/** What an account and a merchant of a route have in common. */
export const LIMITS: FormFields = [
  { name: 'least', kind: 'decimal', label: collectingWords.least, section: words.limits },
  { name: 'most', kind: 'decimal', label: collectingWords.most },
  { name: 'dayMost', kind: 'decimal', label: collectingWords.dayMost },
  { name: 'note', kind: 'remark', label: collectingWords.note },
];

export function limitsOf({ least, most, dayMost, note }: Account, currency: Currency) {
  const written = (minor: string | null) => (minor === null ? '' : moneyText(money(BigInt(minor), currency)));
  return { least: written(least), most: written(most), dayMost: written(dayMost), note: note ?? '' };
}
