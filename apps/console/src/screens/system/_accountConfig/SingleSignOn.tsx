import {
  deleteProvider,
  readSingleSignOn,
  saveProvider,
  setLocalSignIn,
} from '@cardinal/contract/api/singleSignOn/providers.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { nouns, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { CopyButton } from '@cardinal/ui/Copy.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { Box } from '@cardinal/ui/layout/Box.tsx';
import { TextButton } from '@cardinal/ui/layout/Choices.tsx';
import { Inline, Spacer } from '@cardinal/ui/layout/Stack.tsx';
import { Paragraph, Span } from '@cardinal/ui/layout/Text.tsx';
import { StatusTag } from '@cardinal/ui/StatusTag.tsx';
import { useState } from 'react';
import { CallButton } from '../../../kit/CallButton.tsx';
import { useChange } from '../../../kit/change.ts';
import { FigureCell, figures, LinesTable } from '../../../kit/LinesTable.tsx';
import { NotLoaded } from '../../../kit/NotLoaded.tsx';
import { useRead } from '../../../kit/useRead.ts';
import { PasswordSignInForm } from './PasswordSignInForm.tsx';
import { ProviderForm } from './ProviderForm.tsx';

const words = {
  intro: text(
    '员工用贵公司的身份提供方（OpenID Connect）登录；每个客户设置自己的，不影响下级。',
    'People sign in with the company’s identity provider (OpenID Connect). Each customer has its own; child customers are not affected.',
  ),
  loginPage: text('员工的登录地址', 'Login address for your people'),
  none: text('没有身份提供方，账号以密码登录。', 'No identity provider: accounts sign in with their passwords.'),
  add: text('新增身份提供方', 'New identity provider'),
  accounts: text('已登录账号', 'Accounts linked'),
  issuer: text('颁发者', 'Issuer'),
  off: text('未启用', 'Off'),
  question: text('删除身份提供方 {name}？', 'Delete identity provider {name}?'),
  consequence: text(
    '通过它登录的会话立即结束；账号和角色保留，密码仍可登录。',
    'Sessions opened through it end immediately. Accounts and roles stay, and passwords keep working.',
  ),
  removed: text('身份提供方已删除', 'Identity provider deleted'),
  open: text('密码登录：开放', 'Password sign-in: open'),
  closed: text('密码登录：已关闭，保留 {names}', 'Password sign-in: closed except for {names}'),
  mayNot: text(
    '须拥有该客户的全部权限和数据范围才能修改。',
    'Only someone with all permissions and the whole data scope of this customer can change this.',
  ),
  failed: text('单点登录设置加载失败', 'Failed to load single sign-on settings'),
};

type Provider = AnswerOf<typeof readSingleSignOn>['providers'][number];

/** The identity providers of a customer, and whether its accounts may still use their passwords. */
export default function SingleSignOn(props: { customerId: string | undefined }) {
  const { customerId } = props;
  const t = useText();
  const whose = customerId ? { customerId } : {};
  const { data, error, refetch } = useRead(readSingleSignOn, whose);
  const [edited, setEdited] = useState<Provider | 'new' | 'passwords'>();
  const removing = useChange(deleteProvider, { done: t(words.removed) });
  const remove = (provider: Provider) =>
    removing.confirm({
      title: t(words.question, { name: provider.name }),
      body: t(words.consequence),
      confirm: t(verbs.delete),
      isDanger: true,
      sends: { body: { id: provider.id } },
    });
  const close = () => setEdited(undefined);
  if (!data) return <NotLoaded failed={words.failed} error={error} onRetry={refetch} />;
  const { providers, local, mayEdit, companyCode } = data;
  const address = `${providers[0]?.consoleOrigin ?? location.origin}/login?${new URLSearchParams({ company: companyCode })}`;
  return (
    <Box as="section" below="l">
      <Inline gap="m">
        <h2>{t(nouns.singleSignOn)}</h2>
        <Spacer />
        {mayEdit ? (
          <CallButton call={saveProvider} onClick={() => setEdited('new')}>
            {t(words.add)}
          </CallButton>
        ) : null}
      </Inline>
      <Paragraph ink="secondary" above="xs" below="m">
        {t(words.intro)} {mayEdit ? null : t(words.mayNot)}
      </Paragraph>
      {providers.length === 0 ? (
        <Paragraph>{t(words.none)}</Paragraph>
      ) : (
        <>
          <LinesTable
            heads={[
              nouns.name,
              words.issuer,
              nouns.status,
              figures(words.accounts),
              ...(mayEdit ? [nouns.actions] : []),
            ]}
          >
            {providers.map((provider) => (
              <tr key={provider.id}>
                <td>{provider.name}</td>
                <td>
                  <Span isMono>{provider.issuer}</Span>
                </td>
                <td>
                  <StatusTag
                    shape={provider.isEnabled ? 'disc' : 'ring'}
                    tone={provider.isEnabled ? 'good' : 'neutral'}
                    word={t(provider.isEnabled ? nouns.enabled : words.off)}
                  />
                </td>
                <FigureCell>{provider.linkedAccounts}</FigureCell>
                {mayEdit ? (
                  <td>
                    <Inline>
                      <TextButton onClick={() => setEdited(provider)}>{t(verbs.edit)}</TextButton>
                      <TextButton onClick={() => void remove(provider)}>{t(verbs.delete)}</TextButton>
                    </Inline>
                  </td>
                ) : null}
              </tr>
            ))}
          </LinesTable>
          <Inline above="m">
            <Span>{t(words.loginPage)}</Span>
            <Span isMono>{address}</Span>
            <CopyButton value={address} label={t(words.loginPage)} />
          </Inline>
          <Inline above="s">
            <Span>
              {local.isClosed
                ? t(words.closed, { names: local.accounts.map(({ account }) => account).join(', ') })
                : t(words.open)}
            </Span>
            {mayEdit ? (
              <TextButton onClick={() => setEdited('passwords')}>{t(setLocalSignIn.summary)}</TextButton>
            ) : null}
          </Inline>
        </>
      )}
      {edited === 'passwords' ? (
        <PasswordSignInForm customerId={customerId} local={local} onClose={close} />
      ) : edited ? (
        <ProviderForm customerId={customerId} provider={edited === 'new' ? undefined : edited} onClose={close} />
      ) : null}
    </Box>
  );
}
