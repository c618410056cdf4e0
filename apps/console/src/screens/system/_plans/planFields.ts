import { type listPlans, PlanService, PlanState, planAccounts } from '@cardinal/contract/api/cardCommands/plans.ts';
import { Rat } from '@cardinal/contract/enumerations/network.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import type { FormFields, Values } from '../../../kit/form/formFields.ts';
import { useRead } from '../../../kit/useRead.ts';
import { useCountryChoices } from '../_countries/useCountryChoices.ts';

const words = {
  carrierNameHelp: text('与运营商侧完全一致，保存后不能修改', 'Exactly as at the carrier; it cannot be changed later'),
  apnsHelp: text('一行一个', 'One per line'),
  goneHelp: text('运营商侧已没有该计划', 'No longer at the carrier'),
};

const separate = (typed: unknown): string[] =>
  typeof typed === 'string' ? typed.split(/[\s,，;]+/).filter(Boolean) : [];
export const planBody = ({ apns, services, rats, countries, ratePlan, remark, ...values }: Values) => ({
  ...values,
  apns: separate(apns),
  services: services ?? [],
  rats: rats ?? [],
  countries: countries ?? [],
  ratePlan: ratePlan || null,
  remark: remark || null,
});

/** Account and carrier name of a plan are said once; its state only afterwards. */
export function usePlanFields(row: RowOf<typeof listPlans> | undefined): FormFields {
  const { data: accounts = [] } = useRead(planAccounts);
  const countries = useCountryChoices();
  return [
    {
      name: 'carrierAccountId',
      kind: 'select',
      label: nouns.carrierAccount,
      options: accounts.map(({ id, name }) => ({ value: id, label: text(name, name) })),
    },
    { name: 'carrierName', kind: 'text', maxLength: 64, help: words.carrierNameHelp },
    {
      name: 'state',
      kind: 'select',
      options: PlanState.options.filter(({ value }) => value !== PlanState.values.gone),
      ...(row?.state === PlanState.values.gone ? { help: words.goneHelp } : {}),
    },
    { name: 'name', kind: 'text', maxLength: 60 },
    { name: 'ratePlan', kind: 'text', maxLength: 64, isRequired: false },
    { name: 'services', kind: 'multiple', options: PlanService.options, isRequired: false },
    { name: 'apns', kind: 'textarea', help: words.apnsHelp, isRequired: false },
    { name: 'rats', kind: 'multiple', options: Rat.options, isRequired: false },
    { name: 'countries', kind: 'multiple', isRequired: false, isSearchable: true, options: countries },
    { name: 'remark', kind: 'remark' },
  ];
}
