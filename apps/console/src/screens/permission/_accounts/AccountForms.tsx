import {
  accountOptions,
  addAccount,
  deleteAccount,
  editAccount,
  listAccounts,
  readAccount,
  setAccountRoles,
  verifyContact,
} from '@cardinal/contract/api/identity/accounts.ts';
import { DataScope } from '@cardinal/contract/enumerations/identity.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { nouns, sentences, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { typedEmail, typedPhone } from '@cardinal/primitives/typing.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Select } from 'antd';
import { useRef } from 'react';
import { CustomerPicker } from '../../../kit/CustomerPicker.tsx';
import { FormDrawer } from '../../../kit/form/FormDrawer.tsx';
import type { FormField, FormFields, Values } from '../../../kit/form/formFields.ts';
import { readAgain } from '../../../kit/form/readAgain.ts';
import { useRead } from '../../../kit/useRead.ts';
import { useReadAnew } from '../../../kit/useReadAnew.ts';
import { contactForm } from '../../../parts/identity/contactFields.ts';
import { RolePicker } from '../../../parts/identity/RolePicker.tsx';
import { useSignedIn } from '../../../shell/signedIn.ts';
import type { Opened } from './useAccountSteps.tsx';

const words = {
  edit: text('编辑账号 {account}', 'Edit {account}'),
  roles: text('{account} 的角色', 'Roles of {account}'),
  accountHelp: text(
    '4-32 位字母、数字或 . _ - @，全平台唯一',
    '4-32 letters, digits or . _ - @, unique across the platform',
  ),
  contact: text('联系方式', 'Contact'),
  rights: text('权限', 'Rights'),
  rolesNote: text('下一次请求起生效，无需重新登录。', 'Takes effect on the next request, without signing in again.'),
  saved: text('账号已保存', 'Account saved'),
  added: text('账号 {account} 已创建', 'Account {account} created'),
  rolesSaved: text('角色已更新', 'Roles updated'),
  removeTitle: text('删除账号 {account}', 'Delete {account}'),
  removeNote: text(
    '{account} 立即退出登录且不能恢复；操作记录保留在原名下，账号名可重新使用。',
    '{account} is signed out immediately and cannot be restored. Its history stays under its name; the account name can be reused.',
  ),
  handOver: text('任务和保存的视图交给', 'Transfer tasks and saved views to'),
  handOverHelp: text(
    '同一客户的账号；不选则任务在客户名下继续，视图一并删除',
    'An account of the same customer. If empty, tasks continue under the customer and views are deleted.',
  ),
  removed: text('账号已删除', 'Account deleted'),
  verify: text('验证 {account} 的联系方式', 'Verify a contact of {account}'),
  verifyNote: text(
    '请先通过 {value} 联系到本人，再完整输入。验证后可用它登录，修改后须重新验证。',
    'Reach the person at {value} first, then enter it in full. It can then be used to sign in, until it is changed.',
  ),
  verified: text('已验证', 'Contact verified'),
};

export type AccountDetail = AnswerOf<typeof readAccount>;
type Named = { readonly id: string; readonly account: string; readonly customerId: string };

const many = (value: unknown): string[] => (Array.isArray(value) ? value : []);
const one = (value: unknown): string | undefined => (typeof value === 'string' && value ? value : undefined);

const SCOPE_FIELDS: FormFields = [
  {
    name: 'dataScope',
    kind: 'select',
    options: DataScope.options.map(({ value, label }) => ({ value, label })),
  },
  {
    name: 'dataScopeCustomerIds',
    kind: 'own',
    label: nouns.chosenCustomers,
    isRequired: true,
    isHidden: (values) => values['dataScope'] !== DataScope.values.chosen,
    control: ({ id, value, onChange, problem }) => (
      <CustomerPicker isMany id={id} value={many(value)} onValue={onChange} problem={problem} />
    ),
  },
];

const roleField = (customerOf: (values: Values) => string | undefined, more: Partial<FormField> = {}): FormField => ({
  ...more,
  name: 'roleIds',
  kind: 'own',
  label: nouns.roles,
  isRequired: false,
  control: ({ id, value, onChange, problem, values }) => (
    <RolePicker id={id} customerId={customerOf(values)} value={many(value)} onValue={onChange} problem={problem} />
  ),
});

/** A new login. `onMade` receives the password if one was generated. */
export function AddAccount(props: {
  customerId?: string | undefined;
  onMade: (account: string, password: string | null) => void;
  onClose: () => void;
}) {
  const t = useText();
  const own = useSignedIn((state) => state.me?.customer.id);
  const typed = useRef('');
  return (
    <FormDrawer
      endpoint={addAccount}
      title={t(verbs.newAccount)}
      labels={listAccounts.fields}
      initial={{ customerId: props.customerId ?? own, roleIds: [], dataScope: DataScope.values.subtree }}
      fields={[
        {
          name: 'customerId',
          kind: 'own',
          label: listAccounts.fields.customerName.label,
          control: ({ id, value, onChange, problem }) => (
            <CustomerPicker id={id} value={one(value)} onValue={onChange} problem={problem} />
          ),
        },
        { name: 'account', kind: 'text', label: nouns.loginName, help: words.accountHelp, maxLength: 32 },
        { name: 'name', kind: 'text', maxLength: 30 },
        {
          name: 'password',
          kind: 'password',
          label: nouns.firstPassword,
          help: sentences.generatedPassword,
          maxLength: 16,
        },
        { name: 'phone', kind: 'text', typed: typedPhone, section: words.contact },
        { name: 'email', kind: 'text', label: nouns.email, typed: typedEmail },
        roleField((values) => one(values['customerId']), { section: words.rights }),
        ...SCOPE_FIELDS,
      ]}
      toBody={(values) => {
        typed.current = String(values['account'] ?? '');
        return bodyOfAccount(values);
      }}
      done={() => t(words.added, { account: typed.current })}
      onDone={(answer) => props.onMade(typed.current, answer.password)}
      onClose={props.onClose}
    />
  );
}

/** Empty contact fields are omitted; customers are sent only if the scope needs them. */
function bodyOfAccount(values: Values): Record<string, unknown> {
  const { dataScopeCustomerIds, ...rest } = values;
  const filled = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined && value !== ''));
  return {
    ...filled,
    ...(values['name'] === undefined ? {} : { name: values['name'] }),
    ...(values['dataScope'] === DataScope.values.chosen ? { dataScopeCustomerIds: many(dataScopeCustomerIds) } : {}),
  };
}

/** The requested form of an account, with the account's current values. */
export function AccountForm(props: { opened: Opened; onClose: () => void; onDeleted: () => void }) {
  const { opened, onClose } = props;
  const account = useReadAnew(readAccount, { id: opened.id });
  if (!account) return null;
  if (opened.what === 'edit') return <EditAccount account={account} onClose={onClose} />;
  if (opened.what === 'roles') return <EditRoles account={account} onClose={onClose} />;
  if (opened.what !== 'remove') return <VerifyContact account={account} contact={opened.what} onClose={onClose} />;
  return <DeleteAccount account={account} onClose={onClose} onDone={props.onDeleted} />;
}

function EditAccount(props: { account: AccountDetail; onClose: () => void }) {
  const t = useText();
  const { account } = props;
  const contacts = contactForm(account);
  const valuesOf = (of: AccountDetail): Values => ({
    id: of.id,
    version: of.version,
    name: of.name,
    ...contactForm(of).initial,
    ...(of.isMe
      ? {}
      : {
          dataScope: of.dataScope,
          dataScopeCustomerIds: of.dataScopeCustomers.map((customer) => customer.id),
        }),
  });
  return (
    <FormDrawer
      endpoint={editAccount}
      title={t(words.edit, { account: account.account })}
      labels={listAccounts.fields}
      initial={valuesOf(account)}
      anew={async () => valuesOf(await readAgain(readAccount, { id: account.id }))}
      fields={[
        { name: 'name', kind: 'text', maxLength: 30 },
        ...contacts.fields,
        // Nobody changes their own data scope.
        ...(account.isMe ? [] : SCOPE_FIELDS),
      ]}
      toBody={({ phone, email, ...values }) => ({ ...bodyOfAccount(values), ...contacts.changed({ phone, email }) })}
      done={t(words.saved)}
      onClose={props.onClose}
    />
  );
}

/** Whoever verifies has reached the person there, and therefore knows the value that is masked here. */
function VerifyContact(props: { account: AccountDetail; contact: 'phone' | 'email'; onClose: () => void }) {
  const t = useText();
  const { account, contact } = props;
  const isPhone = contact === 'phone';
  return (
    <FormDrawer
      endpoint={verifyContact}
      title={t(words.verify, { account: account.account })}
      intro={t(words.verifyNote, { value: account[contact] ?? '' })}
      initial={{ id: account.id, contact, value: '' }}
      fields={[
        {
          name: 'value',
          kind: 'text',
          label: isPhone ? nouns.phone : nouns.email,
          typed: isPhone ? typedPhone : typedEmail,
          isRequired: true,
        },
      ]}
      // An empty value would withdraw the verification.
      toBody={(values) => values}
      submit={verifyContact.summary}
      done={t(words.verified)}
      onClose={props.onClose}
    />
  );
}

function EditRoles(props: { account: Named & { roles: readonly { readonly id: string }[] }; onClose: () => void }) {
  const t = useText();
  const { account } = props;
  return (
    <FormDrawer
      endpoint={setAccountRoles}
      title={t(words.roles, { account: account.account })}
      intro={t(words.rolesNote)}
      initial={{ id: account.id, roleIds: account.roles.map((role) => role.id) }}
      fields={[roleField(() => account.customerId)]}
      done={t(words.rolesSaved)}
      onClose={props.onClose}
    />
  );
}

function DeleteAccount(props: { account: Named; onClose: () => void; onDone: () => void }) {
  const t = useText();
  const { account } = props;
  const { data } = useRead(accountOptions, { customerId: account.customerId }, { isSilent: false });
  return (
    <FormDrawer
      endpoint={deleteAccount}
      title={t(words.removeTitle, { account: account.account })}
      intro={t(words.removeNote, { account: account.account })}
      initial={{ id: account.id }}
      fields={[
        {
          name: 'handOverTo',
          kind: 'own',
          label: words.handOver,
          help: words.handOverHelp,
          control: ({ id, value, onChange }) => (
            <Select
              id={id}
              allowClear
              showSearch={{ optionFilterProp: 'label' }}
              value={one(value) ?? null}
              options={(data ?? [])
                .filter((each) => each.id !== account.id)
                .map((each) => ({ value: each.id, label: `${each.account} · ${each.name}` }))}
              onChange={(next) => onChange(next ?? undefined)}
            />
          ),
        },
      ]}
      submit={verbs.delete}
      isDanger
      done={t(words.removed)}
      onDone={props.onDone}
      onClose={props.onClose}
    />
  );
}
