import { renewalRules, ruleChoices } from '@cardinal/contract/api/renewals/rules.ts';
import { SalesChannel } from '@cardinal/contract/enumerations/package.ts';
import { RenewalLimit } from '@cardinal/contract/enumerations/renewal.ts';
import type { Choice } from '@cardinal/contract/framework/fields.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { units } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { CustomerPicker } from '../../../kit/CustomerPicker.tsx';
import type { FormFields, Values } from '../../../kit/form/formFields.ts';
import { useRead } from '../../../kit/useRead.ts';
import { BELOW_TOO } from '../../../parts/control/scopeWords.ts';

const words = {
  scope: text('哪些续费', 'Which renewals'),
  limit: text('怎样限制', 'How they are limited'),
  said: text('对下单人说', 'What is said'),
  packagesHelp: text(
    '所订的套餐；「只能续…」的限制看卡上现有的套餐。不选为全部。',
    'What is ordered; for “… only” limits, what the card has. None chosen: every package.',
  ),
  productsHelp: text('套餐与产品至少选一项', 'At least one of packages and products'),
  limitsHelp: text(
    '有一项不满足即不可续费；加油包和首次订购不受限。',
    'One that is not met refuses the renewal. Add-ons and first orders are free.',
  ),
  monthsHelp: text('已有待生效的加本次所订，不超过这么多个月', 'What waits already and what is ordered, together'),
  daysHelp: text('距到期超过这么多天不可续', 'Not before so many days are left'),
  priceHelp: text(
    '一期的价格；由商户自收的订单不比较',
    'Of one period; orders a seller collects itself are not compared',
  ),
  replacementHelp: text('须能在所选产品上订购', 'Must be orderable on the products'),
};

const plain = ({ id, name }: { id: string; name: string }): Choice => ({ value: id, label: text(name, name) });
const without =
  (limit: RenewalLimit) =>
  ({ limits }: Values): boolean =>
    !((limits ?? []) as readonly string[]).includes(limit);

/** The fields of a rule: which renewals, how they are limited, and what is said. */
export function useRuleForm(row: RowOf<typeof renewalRules.list> | undefined): FormFields {
  const { data } = useRead(ruleChoices, row ? { id: row.id } : {});
  const packages = (data?.packages ?? []).map(plain);
  const currency = data?.currency ?? '';
  return [
    { name: 'name', kind: 'text', maxLength: 30 },
    {
      name: 'packageIds',
      kind: 'multiple',
      section: words.scope,
      isSearchable: true,
      isRequired: false,
      options: packages,
      help: words.packagesHelp,
    },
    {
      name: 'productCodes',
      kind: 'multiple',
      isSearchable: true,
      isRequired: false,
      options: (data?.products ?? []).map(plain),
      help: words.productsHelp,
    },
    {
      name: 'customerIds',
      kind: 'own',
      help: BELOW_TOO,
      isRequired: false,
      control: ({ id, value, onChange, problem }) => (
        <CustomerPicker id={id} isMany value={(value ?? []) as string[]} problem={problem} onValue={onChange} />
      ),
    },
    { name: 'channels', kind: 'multiple', options: SalesChannel.options },
    { name: 'fromDay', kind: 'day' },
    { name: 'toDay', kind: 'day' },
    {
      name: 'limits',
      kind: 'multiple',
      section: words.limit,
      options: RenewalLimit.options,
      help: words.limitsHelp,
    },
    {
      name: 'listedIds',
      kind: 'multiple',
      isSearchable: true,
      isRequired: true,
      options: packages,
      isHidden: without('listed'),
    },
    { name: 'months', kind: 'integer', isRequired: true, help: words.monthsHelp, isHidden: without('months') },
    {
      name: 'daysAhead',
      kind: 'integer',
      unit: units.days,
      isRequired: true,
      help: words.daysHelp,
      isHidden: without('daysAhead'),
    },
    {
      name: 'minPrice',
      kind: 'decimal',
      isRequired: true,
      unit: text(currency, currency),
      help: words.priceHelp,
      isHidden: without('minPrice'),
    },
    {
      name: 'replacementId',
      kind: 'select',
      section: words.said,
      label: renewalRules.list.fields.replacement.label,
      isSearchable: true,
      options: packages,
      help: words.replacementHelp,
    },
    { name: 'messageZh', kind: 'textarea', maxLength: 255 },
    { name: 'messageEn', kind: 'textarea', maxLength: 255 },
  ];
}
