import { childrenAtLoss, listPackageDistributions } from '@cardinal/contract/api/packages/packageDistributions.ts';
import { units } from '@cardinal/contract/words.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import type { FormFields } from '../../kit/form/formFields.ts';
import type { Overruling } from '../../kit/form/useEditor.ts';
import { givingWords } from '../catalogue/distributionFields.tsx';
import { byOf, type Cost, isMakers, type PricedBy } from './packagePrices.ts';

const { fields } = listPackageDistributions;

const words = {
  markUp: text('加价比例', 'Mark-up'),
  floorHelp: text('下级转售的最低价；留空同结算价', 'The least the child may charge. Empty: its reserve price.'),
  suggestHelp: text('给下级的参考价；留空同最低售价', 'For the child’s information. Empty: the price floor.'),
  atLoss: text('有客户将低于最低售价', 'Some customers would be below the price floor'),
  stopSale: text('改价并停止其销售', 'Set the price and stop their sale'),
};

/** The ways of saying a price, with what the amount is called. */
const WAYS: readonly { readonly value: PricedBy; readonly label: Text }[] = [
  { value: 'reservePrice', label: fields.reservePrice.label },
  { value: 'margin', label: fields.margin.label },
  { value: 'markUp', label: words.markUp },
];

/** Those that a giver with this cost has. */
export const waysOf = (cost: Cost | undefined) => (cost && isMakers(cost) ? WAYS.slice(0, 1) : WAYS);

export const wayLabel = (by: PricedBy): Text =>
  WAYS.find(({ value }) => value === by)?.label ?? fields.reservePrice.label;

export const PERCENT = text('%', '%');

/** An amount is in the child's currency; a mark-up is a share. */
const unitOf = (by: PricedBy | undefined, currency: string): Text =>
  by === 'markUp' ? PERCENT : currency === 'CNY' ? units.cny : text(currency, currency);

/** The price of one package for one child, field by field. */
export function priceFields(cost: Cost, currency: string): FormFields {
  const unit = unitOf(undefined, currency);
  return [
    { name: 'by', kind: 'select', label: givingWords.by, options: waysOf(cost) },
    ...WAYS.map(
      ({ value, label }) =>
        ({
          name: value,
          kind: value === 'markUp' ? 'integer' : 'decimal',
          label,
          unit: unitOf(value, currency),
          isRequired: true,
          isHidden: (values) => byOf(values) !== value,
        }) satisfies FormFields[number],
    ),
    { name: 'minPrice', kind: 'decimal', unit, help: words.floorHelp },
    { name: 'suggestPrice', kind: 'decimal', unit, help: words.suggestHelp },
  ];
}

/** Children who would sell below their floor are named, and their sale stops only when that is confirmed. */
export const STOPS_SALE: Overruling = {
  refusal: childrenAtLoss,
  title: words.atLoss,
  confirm: words.stopSale,
  adds: { suspend: true },
};
