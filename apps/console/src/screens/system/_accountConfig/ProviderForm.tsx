import { readSingleSignOn, saveProvider } from '@cardinal/contract/api/singleSignOn/providers.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Select } from 'antd';
import { FormDrawer } from '../../../kit/form/FormDrawer.tsx';
import { bodyOf, type FormFields, type Values } from '../../../kit/form/formFields.ts';
import { readAgain } from '../../../kit/form/readAgain.ts';
import { ConnectionTest } from './ConnectionTest.tsx';
import { RoleMapField, type RoleMapping } from './RoleMapField.tsx';

const words = {
  add: text('新增身份提供方', 'New identity provider'),
  edit: text('编辑身份提供方', 'Edit identity provider'),
  nameHelp: text('登录页显示「使用…登录」', 'The login page shows “Sign in with …”'),
  issuer: text('颁发者', 'Issuer'),
  issuerHelp: text(
    '提供方公布的 https 地址，如 https://id.example.com/realms/公司',
    'The https address the provider publishes, such as https://id.example.com/realms/company',
  ),
  clientId: text('客户端编号', 'Client id'),
  secret: text('客户端密钥', 'Client secret'),
  secretHelp: text('加密保存，不再显示', 'Stored encrypted and not shown again'),
  secretKept: text('已保存；留空则不变', 'Stored; leave empty to keep it'),
  origin: text('控制台地址', 'Console address'),
  originHelp: text(
    '员工打开控制台的地址；在提供方登记的回调地址是它加 /login',
    'Where people open the console. The redirect address to register at the provider is this followed by /login.',
  ),
  scopes: text('授权范围', 'Scopes'),
  persons: text('人员', 'People'),
  accountClaim: text('账号名声明', 'Claim with the account name'),
  accountHelp: text(
    '首次登录时按此找到同名账号并关联，之后按提供方的人员编号识别',
    'Finds the account of that name at the first sign-in; afterwards the provider’s id of the person counts',
  ),
  creates: text('首次登录时创建账号', 'Create accounts at the first sign-in'),
  domains: text('允许的邮箱域名', 'Allowed e-mail domains'),
  domainsHelp: text('如 example.com；空着不限制', 'For example example.com; empty allows all'),
  groupsClaim: text('用户组声明', 'Claim with the groups'),
  groupsHelp: text(
    '如 groups；空着则在账号管理中分配角色',
    'For example groups; if empty, roles are assigned in account management',
  ),
  map: text('用户组对应的角色', 'Roles of groups'),
  mapHelp: text(
    '每次登录时给予和收回这里列出的角色，其他角色不变；没有任何角色的人不能登录',
    'At each sign-in the roles listed here are given and taken; others stay. Somebody without any role cannot sign in.',
  ),
  enabledHelp: text('停用会立即结束通过它登录的会话', 'Disabling ends the sessions opened through it immediately'),
  test: text('连接测试', 'Connection test'),
  saved: text('身份提供方已保存', 'Identity provider saved'),
};

type Provider = AnswerOf<typeof readSingleSignOn>['providers'][number];

const NEW: Values = {
  scopes: 'openid profile email',
  accountClaim: 'preferred_username',
  groupsClaim: '',
  roleMap: [],
  domains: [],
  createsAccounts: false,
  isEnabled: true,
};

const fieldsOf = (customerId: string | undefined, provider: Provider | undefined): FormFields => [
  { name: 'name', kind: 'text', label: nouns.name, help: words.nameHelp, maxLength: 30 },
  { name: 'issuer', kind: 'text', label: words.issuer, help: words.issuerHelp, maxLength: 300 },
  { name: 'clientId', kind: 'text', label: words.clientId, maxLength: 200 },
  {
    name: 'clientSecret',
    kind: 'password',
    label: words.secret,
    help: provider?.hasSecret ? words.secretKept : words.secretHelp,
    maxLength: 500,
  },
  { name: 'consoleOrigin', kind: 'text', label: words.origin, help: words.originHelp, maxLength: 300 },
  { name: 'scopes', kind: 'text', label: words.scopes, maxLength: 300 },
  {
    name: 'test',
    kind: 'own',
    label: words.test,
    isRequired: false,
    control: ({ values }) => <ConnectionTest id={provider?.id} customerId={customerId} values={values} />,
  },
  {
    name: 'accountClaim',
    kind: 'text',
    section: words.persons,
    label: words.accountClaim,
    help: words.accountHelp,
    maxLength: 120,
  },
  { name: 'createsAccounts', kind: 'flag', label: words.creates },
  {
    name: 'domains',
    kind: 'own',
    isTyped: true,
    label: words.domains,
    help: words.domainsHelp,
    isRequired: false,
    control: ({ id, value, onChange, problem }) => (
      <Select
        id={id}
        mode="tags"
        open={false}
        suffixIcon={null}
        tokenSeparators={[',', ' ', '，']}
        status={problem ? 'error' : ''}
        value={(value ?? []) as string[]}
        onChange={(typed: string[]) => onChange(typed.map((each) => each.trim().toLowerCase().replace(/^@/, '')))}
      />
    ),
  },
  {
    name: 'groupsClaim',
    kind: 'text',
    section: nouns.roles,
    label: words.groupsClaim,
    help: words.groupsHelp,
    maxLength: 120,
  },
  {
    name: 'roleMap',
    kind: 'own',
    label: words.map,
    help: words.mapHelp,
    isRequired: false,
    isHidden: (values) => !values['groupsClaim'],
    control: ({ id, value, onChange, problem }) => (
      <RoleMapField
        id={id}
        customerId={customerId}
        value={(value ?? []) as RoleMapping[]}
        onValue={onChange}
        problem={problem}
      />
    ),
  },
  { name: 'isEnabled', kind: 'flag', label: nouns.enabled, help: words.enabledHelp },
];

const storedOf = ({ hasSecret: _, linkedAccounts: __, ...stored }: Provider): Values => stored;

/** One identity provider of a customer. The stored secret never comes back; an empty field leaves it as it is. */
export function ProviderForm(props: {
  customerId: string | undefined;
  provider: Provider | undefined;
  onClose: () => void;
}) {
  const { customerId, provider } = props;
  const t = useText();
  const fields = fieldsOf(customerId, provider);
  const anew = async () => {
    const { providers } = await readAgain(readSingleSignOn, customerId ? { customerId } : {});
    const now = providers.find(({ id }) => id === provider?.id);
    return now && storedOf(now);
  };
  return (
    <FormDrawer
      endpoint={saveProvider}
      title={t(provider ? words.edit : words.add)}
      width={600}
      initial={
        provider
          ? storedOf(provider)
          : { ...NEW, ...(customerId ? { customerId } : {}), consoleOrigin: location.origin, clientSecret: '' }
      }
      anew={provider ? anew : undefined}
      fields={fields}
      toBody={(values) => {
        const { clientSecret, ...body } = bodyOf(saveProvider.body, fields, values);
        const kept = clientSecret ? { clientSecret } : {};
        return { ...body, ...kept, roleMap: values['groupsClaim'] ? (values['roleMap'] ?? []) : [] };
      }}
      done={t(words.saved)}
      onClose={props.onClose}
    />
  );
}
