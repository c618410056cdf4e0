import {
  addPlan,
  editPlan,
  listPlans,
  PlanService,
  PlanState,
  type planAccounts,
} from '@cardinal/contract/api/cardCommands/plans.ts';
import { Rat } from '@cardinal/contract/enumerations/network.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { nouns, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { FormDrawer } from '../../../kit/form/FormDrawer.tsx';
import type { FormFields, Values } from '../../../kit/form/formFields.ts';
import { useCountryChoices } from '../_countries/useCountryChoices.ts';

const words = {
  add: text('新增通信计划', 'New communication plan'),
  edit: verbs.editNamed,
  account: nouns.carrierAccount,
  carrierNameHelp: text('与运营商侧完全一致，保存后不能修改', 'Exactly as at the carrier; it cannot be changed later'),
  apnsHelp: text('一行一个', 'One per line'),
  goneHelp: text('运营商侧已没有该计划', 'No longer at the carrier'),
  saved: text('通信计划已保存', 'Plan saved'),
};

type Row = RowOf<typeof listPlans>;
const separate = (typed: unknown): string[] =>
  typeof typed === 'string' ? typed.split(/[\s,，;]+/).filter(Boolean) : [];
const bodyOf = ({ apns, services, rats, countries, ratePlan, remark, ...values }: Values) => ({
  ...values,
  apns: separate(apns),
  services: services ?? [],
  rats: rats ?? [],
  countries: countries ?? [],
  ratePlan: ratePlan || null,
  remark: remark || null,
});

export default function PlanForm(props: {
  row: Row | undefined;
  accounts: AnswerOf<typeof planAccounts>;
  onClose: () => void;
}) {
  const t = useText();
  const { row, accounts, onClose } = props;
  const countries = useCountryChoices();
  const facts: FormFields = [
    { name: 'name', kind: 'text', maxLength: 60 },
    { name: 'ratePlan', kind: 'text', maxLength: 64, isRequired: false },
    { name: 'services', kind: 'multiple', options: PlanService.options, isRequired: false },
    { name: 'apns', kind: 'textarea', help: words.apnsHelp, isRequired: false },
    { name: 'rats', kind: 'multiple', options: Rat.options, isRequired: false },
    { name: 'countries', kind: 'multiple', isRequired: false, isSearchable: true, options: countries },
    { name: 'remark', kind: 'remark' },
  ];
  const shared = { labels: listPlans.fields, done: t(words.saved), toBody: bodyOf, onClose };
  if (!row) {
    return (
      <FormDrawer
        {...shared}
        endpoint={addPlan}
        title={t(words.add)}
        fields={[
          {
            name: 'carrierAccountId',
            kind: 'select',
            label: words.account,
            options: accounts.map(({ id, name }) => ({ value: id, label: text(name, name) })),
          },
          { name: 'carrierName', kind: 'text', maxLength: 64, help: words.carrierNameHelp },
          ...facts,
        ]}
        initial={{ services: [], rats: [], countries: [], apns: '' }}
      />
    );
  }
  const isGone = row.state === PlanState.values.gone;
  return (
    <FormDrawer
      {...shared}
      endpoint={editPlan}
      title={t(words.edit, { name: row.carrierName })}
      fields={[
        {
          name: 'state',
          kind: 'select',
          options: PlanState.options.filter(({ value }) => value !== PlanState.values.gone),
          ...(isGone ? { help: words.goneHelp } : {}),
        },
        ...facts,
      ]}
      initial={{
        id: row.id,
        version: row.version,
        state: isGone ? PlanState.values.on : row.state,
        name: row.name,
        ratePlan: row.ratePlan,
        services: row.services,
        apns: row.apns.join('\n'),
        rats: row.rats,
        countries: row.countries,
        remark: row.remark,
      }}
    />
  );
}
