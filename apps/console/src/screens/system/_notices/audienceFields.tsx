import { tagOptions } from '@cardinal/contract/api/cards/tags.ts';
import { NoticeAudience, noticeRoles, previewAudience } from '@cardinal/contract/api/notices/notices.ts';
import { CustomerKind } from '@cardinal/contract/enumerations/customer.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Span } from '@cardinal/ui/layout/Text.tsx';
import { Select } from 'antd';
import { CustomerPicker } from '../../../kit/CustomerPicker.tsx';
import type { FormFields, OwnControl, Values } from '../../../kit/form/formFields.ts';
import { useRead } from '../../../kit/useRead.ts';

const words = {
  section: text('发给谁', 'Who gets it'),
  kinds: text('客户类型', 'Customer kinds'),
  roles: text('角色名称', 'Names of roles'),
  rolesHelp: text(
    '本客户及下级中持有这些角色的账号。',
    'Accounts of your own and lower customers that hold one of these.',
  ),
  tagsHelp: text('名下有这些标签的卡的客户。', 'Customers who have cards under one of these tags.'),
  reach: text('将送达', 'Reaches'),
  reached: text(
    '{accounts} 个账号，{customers} 个客户',
    '{accounts} {accounts|account|accounts} of {customers} {customers|customer|customers}',
  ),
  choose: text('选择后显示人数', 'Choose to see how many'),
  accounts: text('{name}（{n} 个账号）', '{name} ({n} {n|account|accounts})'),
};

const listOf = (value: unknown): string[] => (Array.isArray(value) ? (value as string[]) : []);

function RoleNames(props: { own: OwnControl; isDisabled: boolean }) {
  const t = useText();
  const { own } = props;
  const { data } = useRead(noticeRoles, {}, { isSilent: false });
  return (
    <Select
      id={own.id}
      mode="multiple"
      disabled={props.isDisabled}
      status={own.problem ? 'error' : ''}
      aria-invalid={own.problem ? true : undefined}
      value={listOf(own.value)}
      options={(data ?? []).map(({ name, accounts }) => ({
        value: name,
        label: t(words.accounts, { name, n: countAmount(accounts) }),
      }))}
      onChange={own.onChange}
    />
  );
}

function Tags(props: { own: OwnControl; isDisabled: boolean }) {
  const { own } = props;
  const { data } = useRead(tagOptions, {}, { isSilent: false });
  return (
    <Select
      id={own.id}
      mode="multiple"
      disabled={props.isDisabled}
      status={own.problem ? 'error' : ''}
      aria-invalid={own.problem ? true : undefined}
      showSearch={{ optionFilterProp: 'label' }}
      value={listOf(own.value)}
      options={(data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      onChange={own.onChange}
    />
  );
}

/** The audience of the form's values for the server; undefined while nothing is chosen. */
function audienceOf(values: Values) {
  const { audience } = values;
  if (!NoticeAudience.has(audience)) return undefined;
  const chosen = {
    all: { customerKinds: listOf(values['customerKinds']) },
    customers: { customerIds: listOf(values['customerIds']) },
    roles: { roleNames: listOf(values['roleNames']) },
    tags: { tagIds: listOf(values['tagIds']) },
  }[audience];
  const isChosen = audience === 'all' || Object.values(chosen).some((ids) => ids.length > 0);
  return isChosen ? { audience, ...chosen } : undefined;
}

/** How many accounts it would reach now, asked from the server on every change. */
function Reach({ id, values }: { id: string; values: Values }) {
  const t = useText();
  const audience = audienceOf(values);
  const { data } = useRead(previewAudience, audience !== undefined && audience, { keepsPrevious: true });
  if (!audience || !data)
    return (
      <Span id={id} as="output" ink="secondary" size="s">
        {t(words.choose)}
      </Span>
    );
  return (
    <Span id={id} as="output" ink="secondary" size="s">
      {t(words.reached, { accounts: countAmount(data.accounts), customers: countAmount(data.customers) })}
    </Span>
  );
}

const isNot = (audience: NoticeAudience) => (values: Values) => values['audience'] !== audience;

/** The audience fields of a notice; fixed once it is sent. */
export const audienceFields = (isFixed: boolean): FormFields => [
  {
    name: 'audience',
    kind: 'select',
    section: words.section,
    options: NoticeAudience.options,
    isDisabled: isFixed,
  },
  {
    name: 'customerKinds',
    kind: 'multiple',
    label: words.kinds,
    placeholder: nouns.any,
    options: CustomerKind.options.filter((option) => option.value !== 'PLATFORM'),
    isDisabled: isFixed,
    isHidden: isNot('all'),
  },
  {
    name: 'customerIds',
    kind: 'own',
    label: nouns.customers,
    isRequired: true,
    isHidden: isNot('customers'),
    control: ({ id, value, onChange, problem }) => (
      <CustomerPicker id={id} isMany value={listOf(value)} onValue={onChange} problem={problem} isDisabled={isFixed} />
    ),
  },
  {
    name: 'roleNames',
    kind: 'own',
    label: words.roles,
    help: words.rolesHelp,
    isRequired: true,
    isHidden: isNot('roles'),
    control: (own) => <RoleNames own={own} isDisabled={isFixed} />,
  },
  {
    name: 'tagIds',
    kind: 'own',
    label: nouns.tags,
    help: words.tagsHelp,
    isRequired: true,
    isHidden: isNot('tags'),
    control: (own) => <Tags own={own} isDisabled={isFixed} />,
  },
  {
    name: 'reach',
    kind: 'own',
    label: words.reach,
    isRequired: false,
    control: ({ id, values }) => <Reach id={id} values={values} />,
  },
];
