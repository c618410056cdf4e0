import type { checkFields } from '@cardinal/contract/api/packages/carrierChecks.ts';
import { systemPackageChoices, type systemPackages } from '@cardinal/contract/api/packages/systemPackages.ts';
import { Platform } from '@cardinal/contract/enumerations/card.ts';
import {
  EffectiveType,
  FollowMain,
  PackageLabel,
  PackageMode,
  PackageScope,
  PackageType,
  RefundRule,
  SalesChannel,
} from '@cardinal/contract/enumerations/package.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { nouns, sentences, units, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { minorOf, typedAmount } from '../../../kit/form/amountText.ts';
import type { FormFields, Values } from '../../../kit/form/formFields.ts';
import { useRead } from '../../../kit/useRead.ts';
import { useShownCarriers } from '../../../shell/shownCarriers.ts';

const words = {
  carrierCodeHelp: text('运营商侧的套餐代码；由运营商计量时填写', 'Its code at the carrier, if the carrier counts it'),
  accountHelp: text('不选则该运营商所有通道的卡都可订购', 'None: cards of all accounts of the carrier'),
  productsHelp: text('只有归这些产品的卡能订购', 'Only cards of these products can order it'),
  modeHelp: text(
    '共享：月套餐用于卡池；流量套餐只能充入流量池，不能为卡订购',
    'Shared: a monthly package for card pools; a data package fills flow pools and is not ordered for cards',
  ),
  allowance: text('用量与周期', 'Allowance and period'),
  ordering: text('订购规则', 'Ordering'),
  price: text('价格与渠道', 'Price and channels'),
  postponeHelp: text('卡上最后一个主套餐到期后再推迟的天数', 'Days after the last main package of the card has ended'),
  renewalsHelp: text('不填为不限', 'Empty: without limit'),
};

/** Of any package the platform makes. */
type Row = Omit<RowOf<typeof systemPackages.list>, keyof typeof checkFields>;
const named = (each: { id: string; name: string }) => ({ value: each.id, label: text(each.name, each.name) });

/** What a new package begins with. */
export const NEW: Values = {
  platform: Platform.values.Lt,
  type: 'month',
  label: 'none',
  mode: PackageMode.values.exclusive,
  effectiveType: EffectiveType.values.now,
  realNameRequired: false,
  renewable: true,
  refundRule: 'wholeUnstarted',
  channels: ['platform', 'api'],
  productCodes: [],
};

/** The values of the form that are not the row's as they are. */
const typedOf = (row: Row): Values => ({ costPrice: typedAmount(row.costPrice) });

const writtenOf = ({ costPrice, ...values }: Values): Values => ({
  ...Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '' && value !== undefined)),
  costPrice: minorOf(costPrice) ?? '',
});

/** Beside its fields, what the form of a package is. */
export const PACKAGE_FORM = { values: typedOf, toBody: writtenOf, width: 640 };

/** The form of a new package, begun with another without its code. */
export const COPY_STEP = {
  key: 'copy',
  label: verbs.copy,
  copies: (row: Row): Values => ({ ...row, ...typedOf(row), code: '' }),
};

/** The fields of a package, each shown for the types that have it. A hook: what can be chosen is read. */
export function usePackageForm(row: Row | undefined): FormFields {
  const { data } = useRead(systemPackageChoices, {}, { isSilent: false });
  const shown = new Set<number>(useShownCarriers().map(({ value }) => value));
  const typeOf = (values: Values) => (row?.type ?? values['type']) as PackageType;
  const only =
    (...types: PackageType[]) =>
    (values: Values) =>
      !types.includes(typeOf(values));
  const isAddOn = (values: Values) => !only('flowRefueling', 'voiceRefueling')(values);
  const ofCarrier = (platform: Platform, name: string) => {
    const { zh, en } = Platform.labelOf(platform);
    return text(`${name} · ${zh}`, `${name} · ${en}`);
  };
  const known = new Set(data?.products.map(({ code }) => code));
  const kept = (row?.productCodes ?? []).filter((code) => !known.has(code));
  return [
    { name: 'code', kind: 'text', maxLength: 32, help: sentences.codeForGood },
    { name: 'name', kind: 'text', maxLength: 30 },
    { name: 'platform', kind: 'select', options: Platform.options.filter(({ value }) => shown.has(value)) },
    { name: 'type', kind: 'select', options: PackageType.options },
    { name: 'label', kind: 'select', options: PackageLabel.options, isHidden: only('month') },
    {
      name: 'mode',
      kind: 'select',
      help: words.modeHelp,
      options: PackageMode.options,
      isHidden: only('month', 'flow'),
    },
    {
      name: 'flowSpecId',
      kind: 'select',
      section: words.allowance,
      options: (data?.flowSpecs ?? []).map(named),
      isSearchable: true,
      isHidden: only('month', 'flow', 'combination', 'flowRefueling'),
    },
    {
      name: 'voiceSpecId',
      kind: 'select',
      options: (data?.voiceSpecs ?? []).map(named),
      isSearchable: true,
      isHidden: only('combination', 'voiceRefueling'),
    },
    { name: 'periodSpecId', kind: 'select', options: (data?.periodSpecs ?? []).map(named), isSearchable: true },
    {
      name: 'effectiveType',
      kind: 'select',
      section: words.ordering,
      options: EffectiveType.options,
    },
    {
      name: 'postponeDays',
      kind: 'integer',
      help: words.postponeHelp,
      isHidden: (values) => values['effectiveType'] !== EffectiveType.values.postpone,
    },
    { name: 'followMain', kind: 'select', options: FollowMain.options, isHidden: (values) => !isAddOn(values) },
    { name: 'scope', kind: 'select', options: PackageScope.options, isHidden: (values) => !isAddOn(values) },
    { name: 'realNameRequired', kind: 'flag' },
    { name: 'renewable', kind: 'flag', isHidden: isAddOn },
    {
      name: 'maxRenewals',
      kind: 'integer',
      help: words.renewalsHelp,
      isHidden: (values) => isAddOn(values) || !values['renewable'],
    },
    { name: 'refundRule', kind: 'select', options: RefundRule.options },
    { name: 'costPrice', kind: 'decimal', section: words.price, unit: units.cny },
    { name: 'channels', kind: 'multiple', options: SalesChannel.options },
    {
      name: 'carrierAccountId',
      kind: 'select',
      label: nouns.carrierAccount,
      options: (data?.carrierAccounts ?? []).map(({ id, name, platform }) => ({
        value: id,
        label: ofCarrier(platform, name),
      })),
      isSearchable: true,
      help: words.accountHelp,
    },
    { name: 'carrierPackageCode', kind: 'text', maxLength: 64, help: words.carrierCodeHelp },
    {
      name: 'productCodes',
      kind: 'multiple',
      options: [
        ...(data?.products ?? []).map(({ code, name, platform }) => ({
          value: code,
          label: ofCarrier(platform, `${code} ${name}`),
        })),
        ...kept.map((code) => ({ value: code, label: text(code, code) })),
      ],
      help: words.productsHelp,
    },
  ];
}
