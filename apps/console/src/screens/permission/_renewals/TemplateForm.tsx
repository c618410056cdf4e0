import {
  addTemplate,
  editTemplate,
  listTemplates,
  readTemplateChoices,
  templateFields,
} from '@cardinal/contract/api/autoRenewals/templates.ts';
import { ValidityUnit } from '@cardinal/contract/enumerations/package.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Select } from 'antd';
import { typedAmount } from '../../../kit/form/amountText.ts';
import { FormDrawer } from '../../../kit/form/FormDrawer.tsx';
import type { FormFields, OwnControl } from '../../../kit/form/formFields.ts';
import { rowAgain } from '../../../kit/form/readAgain.ts';
import { useRead } from '../../../kit/useRead.ts';
import { templateWords } from './templateWords.ts';

export type Template = RowOf<typeof listTemplates>;

const words = {
  note: text(
    '模板 ID 在微信支付商户平台「委托代扣」中申请（周期扣费类型）。目前支持微信支付。',
    'The plan ID comes from the WeChat Pay merchant platform (periodic deduction). WeChat Pay is supported so far.',
  ),
  maxHelp: text('与商户平台的模板一致；不低于在用的价格', 'As at the provider; not below a price in use'),
  leadHelp: text('微信支付要求至少 2 天', 'WeChat Pay wants at least 2'),
  displayHelp: text('用户在签约和扣款通知中看到的名称', 'What the user reads when signing and being charged'),
  periodHelp: text('只有有效期单位相同的套餐可使用', 'Only packages with validity in this unit can use it'),
  saved: text('签约模板已保存', 'Template saved'),
};

function MerchantChoice({ own }: { own: OwnControl }) {
  const { data } = useRead(readTemplateChoices);
  return (
    <Select
      id={own.id}
      value={own.value ?? null}
      options={(data?.merchants ?? []).map(({ id, name, merchantNo }) => ({
        value: id,
        label: `${name} · ${merchantNo}`,
      }))}
      onChange={own.onChange}
      {...(own.problem ? { status: 'error' as const } : {})}
    />
  );
}

const TERMS: FormFields = [
  { name: 'name', kind: 'text', maxLength: 30 },
  { name: 'maxAmount', kind: 'decimal', help: words.maxHelp },
  { name: 'leadDays', kind: 'integer', help: words.leadHelp },
  { name: 'displayName', kind: 'text', maxLength: 20, help: words.displayHelp },
];
const PLAN: FormFields = [
  {
    name: 'merchantId',
    kind: 'own',
    label: templateFields.merchantName.label,
    control: (own) => <MerchantChoice own={own} />,
  },
  { name: 'planId', kind: 'text', maxLength: 18, typed: (typed) => typed.replace(/\D/g, '') },
  { name: 'periodUnit', kind: 'select', options: ValidityUnit.options, help: words.periodHelp },
];

const valuesOf = ({ id, version, name, maxAmount, leadDays, displayName }: Template) => ({
  id,
  version,
  name,
  maxAmount: typedAmount(maxAmount),
  leadDays,
  displayName,
});

/** Registers a plan, or changes what is ours of it; the plan itself is the provider's. */
export default function TemplateForm(props: { template: Template | undefined; onClose: () => void }) {
  const t = useText();
  const { template, onClose } = props;
  if (template)
    return (
      <FormDrawer
        endpoint={editTemplate}
        title={t(verbs.editNamed, { name: template.name })}
        labels={templateFields}
        initial={valuesOf(template)}
        anew={async () => {
          const found = await rowAgain(listTemplates, ({ id }) => id === template.id);
          return found && valuesOf(found);
        }}
        fields={TERMS}
        done={t(words.saved)}
        onClose={onClose}
      />
    );
  return (
    <FormDrawer
      endpoint={addTemplate}
      title={t(templateWords.add)}
      intro={<p>{t(words.note)}</p>}
      labels={templateFields}
      initial={{ periodUnit: ValidityUnit.values.month, leadDays: 2 }}
      fields={[...PLAN, ...TERMS]}
      done={t(words.saved)}
      onClose={onClose}
    />
  );
}
