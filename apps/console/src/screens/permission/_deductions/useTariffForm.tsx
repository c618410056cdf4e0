import { ON_EMPTY, TARIFF_TYPES, tariffChoices, type tariffs } from '@cardinal/contract/api/deductions/tariffs.ts';
import { DeductionPayer, DeductionRounding } from '@cardinal/contract/enumerations/deduction.ts';
import { ControlAction } from '@cardinal/contract/enumerations/package.ts';
import { DeductionSource, DeductionType } from '@cardinal/contract/enumerations/settlement.ts';
import type { Choice } from '@cardinal/contract/framework/fields.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { text } from '@cardinal/primitives/text.ts';
import type { FormFields, Values } from '../../../kit/form/formFields.ts';
import { useRead } from '../../../kit/useRead.ts';
import { deductionWords } from './deductionLooks.ts';

const words = {
  who: text('向谁收、哪些卡', 'Whom and which cards'),
  what: text('怎样计费', 'How it is charged'),
  customer: text('下级客户', 'Customer'),
  customerHelp: text(
    '含其全部下级的卡；不限通道和产品即为全部卡。',
    'With the cards of all below it; all of them where nothing limits it.',
  ),
  sourceHelp: text(
    '套餐：超出即欠费，不计价。余额：全部用量计费。混合：先用套餐，超出部分计费。',
    'Package: beyond it is arrears, without a price. Balance: every byte is charged. Mixed: packages first, the rest is charged.',
  ),
  typeHelp: text('账户按量先汇总全部卡的用量，再取整。', 'An account’s cards are added up before anything is rounded.'),
  payerHelp: text(
    '卡余额：每张卡付自己的用量，余额不足时只停这张卡，充值后复机。',
    'Each card’s own balance: a card pays for what it uses. Where that falls short only this card stops, until it is recharged.',
  ),
  priceHelp: text(
    '最多 6 位小数，不低于上级向您收取的单价',
    'Six decimals at most, and no less than you are charged yourself',
  ),
  freeHelp: text('每月先扣除；单卡按量为每张卡。', 'Not charged each month; per card where cards are charged.'),
  fromHelp: text(
    '不填即刻生效；此前的用量按原单价。',
    'At once where it is empty. What is used before has the old price.',
  ),
  emptyHelp: text(
    '余额用完时停机，充值后自动复机。',
    'Cards stop when the balance is used up and run again after a recharge.',
  ),
};
const { package: ofPackages } = DeductionSource.values;
const { NO_CONTROL } = ControlAction.values;
const plain = ({ id, name }: { id: string; name: string }): Choice => ({ value: id, label: text(name, name) });
const hasNoPrice = ({ source }: Values) => source === ofPackages;

/** The fields of a tariff; whom and what it is about is set once. */
export function useTariffForm(row: RowOf<typeof tariffs.list> | undefined): FormFields {
  const { data } = useRead(tariffChoices, row === undefined && {});
  const isPriced = row === undefined || row.source !== ofPackages;
  return [
    ...(row === undefined
      ? ([
          {
            name: 'customerId',
            kind: 'select',
            section: words.who,
            label: words.customer,
            help: words.customerHelp,
            isSearchable: true,
            options: (data?.customers ?? []).map(plain),
          },
          {
            name: 'accountIds',
            kind: 'multiple',
            isSearchable: true,
            isRequired: false,
            options: (data?.accounts ?? []).map(plain),
          },
          {
            name: 'productCodes',
            kind: 'multiple',
            isSearchable: true,
            isRequired: false,
            options: (data?.products ?? []).map(plain),
          },
          {
            name: 'source',
            kind: 'select',
            section: words.what,
            options: DeductionSource.options,
            help: words.sourceHelp,
          },
          {
            name: 'type',
            kind: 'select',
            options: DeductionType.options.filter(({ value }) => (TARIFF_TYPES as readonly number[]).includes(value)),
            help: words.typeHelp,
          },
          {
            name: 'payer',
            kind: 'select',
            options: DeductionPayer.options,
            help: words.payerHelp,
            isHidden: (values: Values) => hasNoPrice(values) || values.type !== DeductionType.values.CardPayByQuantity,
          },
        ] as const)
      : []),
    ...(isPriced
      ? ([
          { name: 'unitPrice', kind: 'decimal', isRequired: true, help: words.priceHelp, isHidden: hasNoPrice },
        ] as const)
      : []),
    { name: 'freeMb', kind: 'integer', help: words.freeHelp },
    { name: 'rounding', kind: 'select', options: DeductionRounding.options },
    {
      name: 'onEmpty',
      kind: 'select',
      label: deductionWords.onEmpty,
      help: words.emptyHelp,
      options: ON_EMPTY.map((value) => ({
        value,
        label: value === NO_CONTROL ? deductionWords.goesOn : ControlAction.labelOf(value),
      })),
    },
    { name: 'validFrom', kind: 'time', label: deductionWords.from, help: words.fromHelp, isRequired: false },
  ];
}
