import { readOwnMoney } from '@cardinal/contract/api/customerAccounts/terms.ts';
import { editMyProfile, endMySessions, readAccountInfo } from '@cardinal/contract/api/identity/identity.ts';
import { readTransferTo } from '@cardinal/contract/api/payments/paymentRoutes.ts';
import { CustomerKind, Edition } from '@cardinal/contract/enumerations/customer.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { nouns, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { Identifier } from '@cardinal/ui/Identifier.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { TextButton } from '@cardinal/ui/layout/Choices.tsx';
import { Grid } from '@cardinal/ui/layout/Grid.tsx';
import { Inline, Spacer, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { CallButton } from '../../kit/CallButton.tsx';
import { useChange } from '../../kit/change.ts';
import { FactsList } from '../../kit/FactsList.tsx';
import { FormDrawer } from '../../kit/form/FormDrawer.tsx';
import type { Values } from '../../kit/form/formFields.ts';
import { Panel } from '../../kit/Panel.tsx';
import { useRead } from '../../kit/useRead.ts';
import { MoneyFacts } from '../../parts/customerAccounts/MoneyFacts.tsx';
import { Contact } from '../../parts/identity/accountCells.tsx';
import { contactForm } from '../../parts/identity/contactFields.ts';
import { navigate } from '../../shell/navigation.ts';
import { mayCall } from '../../shell/permissions.ts';
import { rebuildRoutes } from '../../shell/signedIn.ts';
import { PermissionWords } from './_accounts/PermissionWords.tsx';
import { type Session, Sessions, SignIns } from './_accounts/Sessions.tsx';
import { offerSheet, permissionSheet } from './_accounts/savePermissions.ts';

// Forms and the QR code are loaded after the page's content.
const TwoStep = lazy(() => import('./_accounts/TwoStep.tsx'));

const words = {
  title: text('账号信息', 'My account'),
  edit: text('编辑资料', 'Edit profile'),
  me: text('我是谁', 'Current sign-in'),
  money: text('我的资金', 'My money'),
  customer: text('所属客户', 'My customer'),
  passwordSet: text('密码设置于', 'Password set on'),
  code: text('客户编码', 'Customer code'),
  way: text('上下级', 'Place'),
  may: text('我能做什么', 'My permissions'),
  save: text('导出权限清单', 'Export permission list'),
  identifier: text('权限标识', 'Identifier'),
  sessions: text('登录中的设备', 'Signed-in devices'),
  signIns: text('最近登录', 'Last sign-ins'),
  end: text('退出', 'Sign out'),
  endOthers: text('退出其他设备', 'Sign out other devices'),
  endQuestion: text('退出其他 {n} 个会话？', 'End {n} other {n|session|sessions}?'),
  endNote: text(
    '那些浏览器会回到登录页；当前会话不受影响。',
    'Those browsers return to the login page. This session is not affected.',
  ),
  ended: text('已退出 {n} 个会话', '{n} {n|session|sessions} ended'),
  saved: text('资料已保存', 'Profile saved'),
};

type Info = AnswerOf<typeof readAccountInfo>;

/** The caller's own account: data, permissions, sessions, and what the caller may change. */
export default function AccountInfo() {
  const t = useText();
  const [isEditing, setIsEditing] = useState(false);
  const info = useRead(readAccountInfo);
  const { data } = info;
  const ending = useChange(endMySessions, { done: (answer) => t(words.ended, { n: answer.ended }) });
  const others = (data?.sessions ?? []).filter((session) => !session.isThis && !session.endedAt);

  const endOthers = () =>
    ending.confirm({
      title: t(words.endQuestion, { n: countAmount(others.length) }),
      body: <p>{t(words.endNote)}</p>,
      confirm: t(words.endOthers),
      isDanger: true,
      sends: { body: {} },
    });
  const endOne = (session: Session) =>
    session.isThis || session.endedAt ? null : (
      <TextButton disabled={ending.isRunning} onClick={() => void ending.run({ body: { sessionIds: [session.id] } })}>
        {t(words.end)}
      </TextButton>
    );

  const savePermissions = ({ account, permissions }: Info) => {
    const ids = permissions.map(({ id }) => id);
    offerSheet(permissionSheet(ids, [nouns.page, nouns.permission, words.identifier], t), `${account}.csv`);
  };

  return (
    <Stack gap="l">
      <Inline gap="l">
        <h1>{t(words.title)}</h1>
        <Spacer />
        <CallButton call={editMyProfile} disabled={!data} onClick={() => setIsEditing(true)}>
          {t(words.edit)}
        </CallButton>
        <Button onClick={() => navigate('/changePassword/changePassword')}>{t(verbs.changePassword)}</Button>
      </Inline>
      <Grid columns="wide" gap="l">
        <Panel title={t(words.me)} state={info} height={100}>
          {data ? <Myself info={data} /> : undefined}
        </Panel>
        <Panel title={t(words.customer)} state={info} height={100}>
          {data ? <MyCustomer info={data} /> : undefined}
        </Panel>
      </Grid>
      {mayCall(readOwnMoney) ? <OwnMoney /> : null}
      <Panel title={t(nouns.twoStepCode)} state={info} height={64}>
        {data ? (
          <Suspense fallback={null}>
            <TwoStep state={data.twoStep} />
          </Suspense>
        ) : undefined}
      </Panel>
      <Panel
        title={t(words.sessions)}
        state={info}
        height={120}
        aside={
          others.length > 0 ? <TextButton onClick={() => void endOthers()}>{t(words.endOthers)}</TextButton> : null
        }
      >
        {data ? <Sessions sessions={data.sessions} action={endOne} /> : undefined}
      </Panel>
      <Panel title={t(words.signIns)} state={info} height={120}>
        {data ? <SignIns signIns={data.lastSignIns} /> : undefined}
      </Panel>
      <Panel
        title={t(words.may)}
        state={info}
        height={240}
        aside={
          data && data.permissions.length > 0 ? (
            <TextButton onClick={() => savePermissions(data)}>{t(words.save)}</TextButton>
          ) : null
        }
      >
        {data ? <PermissionWords permissions={data.permissions} /> : undefined}
      </Panel>
      {isEditing && data ? <Profile info={data} onClose={() => setIsEditing(false)} /> : null}
    </Stack>
  );
}

/** Where its money is to be transferred. */
const TransferTo = lazy(async () => ({ default: (await import('../../parts/payments/TransferTo.tsx')).TransferTo }));

/** The money of the caller's customer; the platform has no balance. */
function OwnMoney() {
  const t = useText();
  const money = useRead(readOwnMoney);
  if (money.data === null) return null;
  return (
    <>
      <Panel title={t(words.money)} state={money} height={100}>
        {money.data ? <MoneyFacts money={money.data} /> : undefined}
      </Panel>
      {money.data && mayCall(readTransferTo) ? (
        <Panel title={t(readTransferTo.summary)}>
          <Suspense fallback={null}>
            <TransferTo />
          </Suspense>
        </Panel>
      ) : null}
    </>
  );
}

function Myself({ info }: { info: Info }) {
  const roles = info.roles.map((role) => (
    <span key={role.id} title={role.description}>
      {role.name}{' '}
    </span>
  ));
  return (
    <FactsList
      facts={[
        { label: nouns.loginName, value: info.account },
        { label: nouns.personName, value: info.name },
        { label: nouns.phone, value: info.phone && <Contact value={info.phone} verifiedAt={info.phoneVerifiedAt} /> },
        { label: nouns.email, value: info.email && <Contact value={info.email} verifiedAt={info.emailVerifiedAt} /> },
        { label: nouns.roles, value: roles.length > 0 ? roles : null },
        { label: words.passwordSet, value: <TimeText at={info.passwordChangedAt} /> },
      ]}
    />
  );
}

function MyCustomer({ info }: { info: Info }) {
  const t = useText();
  const { customer } = info;
  return (
    <FactsList
      facts={[
        { label: nouns.customer, value: customer.name },
        { label: words.code, value: <Identifier value={customer.code} groupOf={64} /> },
        { label: nouns.kind, value: t(CustomerKind.labelOf(customer.kind)) },
        {
          label: nouns.editions,
          value: customer.editions.map((edition) => t(Edition.labelOf(edition))).join(' · '),
        },
        ...(customer.path.length > 1
          ? [{ label: words.way, value: customer.path.map((step) => step.name).join(' / ') }]
          : []),
      ]}
    />
  );
}

function Profile(props: { info: Info; onClose: () => void }) {
  const t = useText();
  const { info } = props;
  const contacts = contactForm(info);
  return (
    <FormDrawer
      endpoint={editMyProfile}
      title={t(words.edit)}
      initial={{ name: info.name, ...contacts.initial }}
      fields={[{ name: 'name', kind: 'text', label: nouns.personName, maxLength: 30 }, ...contacts.fields]}
      toBody={(values: Values) => ({ name: values['name'] ?? '', ...contacts.changed(values) })}
      done={t(words.saved)}
      onDone={() => void rebuildRoutes()}
      onClose={props.onClose}
    />
  );
}
