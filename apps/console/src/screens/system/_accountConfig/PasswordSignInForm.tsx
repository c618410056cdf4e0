import { accountOptions } from '@cardinal/contract/api/identity/accounts.ts';
import { type readSingleSignOn, setLocalSignIn } from '@cardinal/contract/api/singleSignOn/providers.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Select } from 'antd';
import { FormDrawer } from '../../../kit/form/FormDrawer.tsx';
import { useRead } from '../../../kit/useRead.ts';
import { useSignedIn } from '../../../shell/signedIn.ts';

const words = {
  close: text('关闭密码登录', 'Close password sign-in'),
  closeHelp: text(
    '账号只能通过身份提供方登录；已打开的会话和 API 密钥不受影响。没有启用的身份提供方时自动恢复。',
    'Accounts sign in through the identity provider only. Open sessions and API keys are not affected. Without an enabled provider passwords work again.',
  ),
  exempt: text('保留密码登录的账号', 'Accounts that keep password sign-in'),
  exemptHelp: text(
    '至少一个启用的管理员，供身份提供方故障时登录；请为它开启两步验证。',
    'At least one enabled administrator, for when the identity provider fails; turn on two-step verification for it.',
  ),
  saved: text('密码登录设置已保存', 'Password sign-in saved'),
};

type Local = AnswerOf<typeof readSingleSignOn>['local'];

function AccountsOfCustomer(props: {
  id: string;
  customerId: string;
  known: Local['accounts'];
  value: readonly string[];
  onValue: (ids: string[]) => void;
  problem: string | undefined;
}) {
  const { data, isFetching } = useRead(accountOptions, { customerId: props.customerId });
  const options = [...new Map([...props.known, ...(data ?? [])].map((each) => [each.id, each])).values()];
  return (
    <Select
      id={props.id}
      mode="multiple"
      showSearch={{ optionFilterProp: 'label' }}
      loading={isFetching}
      status={props.problem ? 'error' : ''}
      aria-invalid={props.problem ? true : undefined}
      value={[...props.value]}
      options={options.map(({ id, account, name }) => ({ value: id, label: `${account} ${name}` }))}
      onChange={props.onValue}
    />
  );
}

/** Whether the accounts of a customer may use their passwords, and which keep them. */
export function PasswordSignInForm(props: { customerId: string | undefined; local: Local; onClose: () => void }) {
  const { customerId, local } = props;
  const t = useText();
  const own = useSignedIn((state) => state.me?.customer.id) ?? '';
  return (
    <FormDrawer
      endpoint={setLocalSignIn}
      title={t(setLocalSignIn.summary)}
      initial={{
        ...(customerId ? { customerId } : {}),
        isClosed: local.isClosed,
        accountIds: local.accounts.map(({ id }) => id),
      }}
      fields={[
        { name: 'isClosed', kind: 'flag', label: words.close, help: words.closeHelp },
        {
          name: 'accountIds',
          kind: 'own',
          label: words.exempt,
          help: words.exemptHelp,
          control: ({ id, value, onChange, problem }) => (
            <AccountsOfCustomer
              id={id}
              customerId={customerId ?? own}
              known={local.accounts}
              value={(value ?? []) as string[]}
              onValue={onChange}
              problem={problem}
            />
          ),
        },
      ]}
      done={t(words.saved)}
      onClose={props.onClose}
    />
  );
}
