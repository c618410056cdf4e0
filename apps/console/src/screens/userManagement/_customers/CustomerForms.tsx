import { setCredit } from '@cardinal/contract/api/customerAccounts/terms.ts';
import { editCustomer, listCustomers, readCustomer } from '@cardinal/contract/api/customers/customers.ts';
import { addCustomer } from '@cardinal/contract/api/identity/addCustomer.ts';
import { CustomerKind, Edition } from '@cardinal/contract/enumerations/customer.ts';
import { Currency } from '@cardinal/contract/enumerations/money.ts';
import { BusinessMode, SettlementMode } from '@cardinal/contract/enumerations/settlement.ts';
import { moneyWords } from '@cardinal/contract/moneyWords.ts';
import { nouns, sentences, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { typedEmail, typedPhone } from '@cardinal/primitives/typing.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Select } from 'antd';
import { useRef } from 'react';
import { CustomerPicker } from '../../../kit/CustomerPicker.tsx';
import { FormDrawer } from '../../../kit/form/FormDrawer.tsx';
import { bodyOf, type FormField, type FormFields, type Values } from '../../../kit/form/formFields.ts';
import { readAgain } from '../../../kit/form/readAgain.ts';
import { useRead } from '../../../kit/useRead.ts';
import { useReadAnew } from '../../../kit/useReadAnew.ts';
import { mayCall } from '../../../shell/permissions.ts';
import { useSignedIn } from '../../../shell/signedIn.ts';

const words = {
  parent: text('上级客户', 'Parent'),
  codeHelp: text(
    '字母、数字、下划线或中划线，全平台唯一',
    'Letters, digits, underscore or hyphen; unique across the platform',
  ),
  business: text('业务', 'Business'),
  contact: text('联系与资质', 'Contact and business license'),
  currencyHelp: text('开立后不能更改，下级同此币种', 'Cannot be changed later; customers below have the same'),
  creditHelp: text('以客户币种计，可不填', 'In the customer’s currency; optional'),
  first: text('首个账号', 'First account'),
  accountHelp: text(
    '持有主角色：上级拥有且该类型允许的全部权限，之后可在角色管理中收窄',
    'Holds the main role: all permissions the parent has and the kind allows. You can narrow it later under Roles.',
  ),
  editions: text('选择版本', 'Choose editions'),
  added: text('客户 {name} 已创建', 'Customer {name} created'),
  saved: text('客户已保存', 'Customer saved'),
};

const many = (value: unknown): string[] => (Array.isArray(value) ? value : []);
const one = (value: unknown): string | undefined => (typeof value === 'string' && value ? value : undefined);
const choices = <V extends string | number>(set: {
  options: readonly { value: V; label: { zh: string; en: string } }[];
}) => set.options.map(({ value, label }) => ({ value, label: text(label.zh, label.en) }));

/** Only what the parent customer has can be granted. */
function EditionPicker(props: {
  id: string;
  parentId: string | undefined;
  value: readonly string[];
  onValue: (value: string[]) => void;
  problem: string | undefined;
}) {
  const t = useText();
  const { parentId = '' } = props;
  const { data } = useRead(readCustomer, parentId !== '' && { id: parentId });
  const offered = Edition.options.filter(
    (edition) => !data || data.editions.includes(edition.value) || props.value.includes(edition.value),
  );
  return (
    <Select
      id={props.id}
      mode="multiple"
      placeholder={t(words.editions)}
      status={props.problem ? 'error' : ''}
      aria-invalid={props.problem ? true : undefined}
      value={[...props.value]}
      options={offered.map((edition) => ({ value: edition.value as string, label: t(edition.label) }))}
      onChange={(value: string[]) => props.onValue(value)}
    />
  );
}

const profileFields = (parentOf: (values: Values) => string | undefined): FormFields => [
  { name: 'name', kind: 'text', maxLength: 30 },
  { name: 'code', kind: 'text', maxLength: 32, help: words.codeHelp },
  {
    name: 'editions',
    kind: 'own',
    section: words.business,
    control: ({ id, value, onChange, problem, values }) => (
      <EditionPicker id={id} parentId={parentOf(values)} value={many(value)} onValue={onChange} problem={problem} />
    ),
  },
  { name: 'businessMode', kind: 'select', options: choices(BusinessMode) },
  { name: 'settlementMode', kind: 'select', options: choices(SettlementMode) },
  { name: 'salesperson', kind: 'text', maxLength: 30 },
  { name: 'contactName', kind: 'text', maxLength: 30, section: words.contact },
  { name: 'contactPhone', kind: 'text', typed: typedPhone },
  { name: 'contactEmail', kind: 'text', label: nouns.email, typed: typedEmail },
  { name: 'contactAddress', kind: 'text', label: nouns.contactAddress },
  { name: 'licenceName', kind: 'text', label: nouns.businessLicenseName, maxLength: 60 },
  { name: 'licenceCode', kind: 'text', label: nouns.licenceCode, maxLength: 30 },
  { name: 'remark', kind: 'remark' },
];

/** The first login, as `firstAccount.…` to match the server's field errors. */
const FIRST: readonly FormField[] = [
  {
    name: 'firstAccount.account',
    kind: 'text',
    label: nouns.loginName,
    help: words.accountHelp,
    isRequired: true,
    maxLength: 32,
    section: words.first,
  },
  { name: 'firstAccount.name', kind: 'text', label: nouns.personName, isRequired: true, maxLength: 30 },
  { name: 'firstAccount.phone', kind: 'text', label: nouns.phone, typed: typedPhone },
  {
    name: 'firstAccount.password',
    kind: 'password',
    label: nouns.firstPassword,
    help: sentences.generatedPassword,
    maxLength: 16,
  },
];

export function AddCustomer(props: {
  parentId: string | undefined;
  onMade: (account: string, password: string | null) => void;
  onClose: () => void;
}) {
  const t = useText();
  const isPlatform = useSignedIn((state) => state.me?.customer.kind === 'PLATFORM');
  const own = useSignedIn((state) => state.me?.customer.id);
  const typed = useRef({ name: '', account: '' });
  const fields: FormFields = [
    {
      name: 'parentId',
      kind: 'own',
      label: words.parent,
      control: ({ id, value, onChange, problem }) => (
        <CustomerPicker id={id} value={one(value)} onValue={onChange} problem={problem} />
      ),
    },
    {
      name: 'kind',
      kind: 'select',
      options: choices(CustomerKind).filter((kind) => kind.value !== CustomerKind.values.PLATFORM),
    },
    ...profileFields((values) => one(values['parentId'])),
    {
      name: 'currency',
      kind: 'select',
      options: choices(Currency),
      help: words.currencyHelp,
      // Below any other customer it is that customer's.
      isHidden: (values) => !isPlatform || values['parentId'] !== own,
    },
    {
      name: 'credit',
      kind: 'decimal',
      label: moneyWords.creditLimit,
      help: words.creditHelp,
      isHidden: () => !mayCall(setCredit),
    },
    ...FIRST,
  ];
  return (
    <FormDrawer
      endpoint={addCustomer}
      title={t(verbs.newChildCustomer)}
      labels={listCustomers.fields}
      fields={fields}
      initial={{
        parentId: props.parentId,
        kind: CustomerKind.values.ENTERPRISE,
        editions: [],
        businessMode: BusinessMode.values.backToBack,
        settlementMode: SettlementMode.values.prepaid,
      }}
      toBody={(values) => {
        const isFirst = (name: string) => name.startsWith('firstAccount.');
        const entries = Object.entries(values);
        const profile = entries.filter(([name]) => !isFirst(name));
        const first = entries
          .filter(([name, value]) => isFirst(name) && value !== undefined && value !== '')
          .map(([name, value]) => [name.slice('firstAccount.'.length), value]);
        const account: Record<string, unknown> = Object.fromEntries(first);
        typed.current = { name: String(values['name'] ?? ''), account: String(account['account'] ?? '') };
        return { ...bodyOf(addCustomer.body, fields, Object.fromEntries(profile)), firstAccount: account };
      }}
      done={() => t(words.added, { name: typed.current.name })}
      onDone={(answer) => props.onMade(typed.current.account, answer.password)}
      onClose={props.onClose}
    />
  );
}

export function EditCustomer(props: { id: string; onClose: () => void }) {
  const t = useText();
  const customer = useReadAnew(readCustomer, { id: props.id });
  if (!customer) return null;
  const fields = profileFields(() => customer.parentId ?? undefined);
  const valuesOf = (of: typeof customer): Values => ({
    id: of.id,
    version: of.version,
    ...Object.fromEntries(fields.map(({ name }) => [name, of[name as keyof typeof of] ?? undefined])),
  });
  return (
    <FormDrawer
      endpoint={editCustomer}
      title={t(verbs.editNamed, { name: customer.name })}
      labels={listCustomers.fields}
      fields={fields}
      initial={valuesOf(customer)}
      anew={async () => valuesOf(await readAgain(readCustomer, { id: props.id }))}
      done={t(words.saved)}
      onClose={props.onClose}
    />
  );
}
