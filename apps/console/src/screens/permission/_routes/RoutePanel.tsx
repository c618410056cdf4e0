import {
  addCollectingAccount,
  addMerchantToRoute,
  editCollectingAccount,
  editMerchantOfRoute,
  enableCollectingAccount,
  raiseCollectingAccount,
  switchRoute,
  viewAccountNumber,
} from '@cardinal/contract/api/payments/collectingAccounts.ts';
import { readPaymentRoute } from '@cardinal/contract/api/payments/paymentRoutes.ts';
import {
  PassedOver,
  PaymentProvider,
  RouteChangeKind,
  RouteCoverage,
} from '@cardinal/contract/enumerations/paymentRoute.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { nouns, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { Identifier } from '@cardinal/ui/Identifier.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { Inline, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Badge, Note, Paragraph, Span } from '@cardinal/ui/layout/Text.tsx';
import { Money } from '@cardinal/ui/Quantity.tsx';
import { EmptyState } from '@cardinal/ui/States.tsx';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import { lazy, Suspense, useState } from 'react';
import { useChange } from '../../../kit/change.ts';
import { DetailSheet } from '../../../kit/DetailSheet.tsx';
import { FactsList } from '../../../kit/FactsList.tsx';
import { Panel } from '../../../kit/Panel.tsx';
import { type RowAction, RowActions } from '../../../kit/table/RowActions.tsx';
import { useRead } from '../../../kit/useRead.ts';
import { collectingWords } from '../../../parts/payments/collectingWords.ts';
import { type Account, nameOf, routeKeyOf } from './routeLimits.ts';
import { routeWords } from './routeWords.ts';

const AccountForm = lazy(() => import('./AccountForm.tsx'));
const MerchantForm = lazy(() => import('./MerchantForm.tsx'));
const MerchantLimits = lazy(async () => ({ default: (await import('./MerchantForm.tsx')).MerchantLimits }));
const ReasonForm = lazy(() => import('./ReasonForm.tsx'));

const words = {
  title: text('支付路由', 'Payment route'),
  failed: text('支付路由加载失败', 'Failed to load the route'),
  accounts: text('收款账户', 'Collecting accounts'),
  log: text('路由日志', 'Route log'),
  payers: text('{n} 个下级付款', '{n} {n|child pays|children pay}'),
  inherited: text(
    '本方没有启用的账户，下级转到上级的 {account}。',
    'No account of its own is enabled; children pay into {account} of the level above.',
  ),
  hole: text(
    '本方与上级都没有启用的账户：{n} 个下级不知道转到哪里。',
    'No account here or above is enabled: {n} {n|child has|children have} nowhere to pay.',
  ),
  own: text('下级转到 {account}。', 'Children pay into {account}.'),
  none: text('还没有收款账户', 'No collecting accounts yet'),
  noneHint: text('由该客户自己的账号新增。', 'Its own accounts add them.'),
  used: text('现用', 'In use'),
  merchantNo: text('商户号', 'Merchant number'),
  takesNone: text('商户已停用，不接收新支付', 'The merchant is disabled and takes no new payments'),
  backup: text('备用 {n}', 'Backup {n}'),
  today: text('今日已收', 'Collected today'),
  merchantToday: text('商户日限额', 'Daily limit of the merchant'),
  showNumber: text('查看账号', 'Show number'),
  switch: text('切换为现用', 'Switch to this'),
  raised: text('已上移', 'Moved up'),
  enabled: text('已启用，排在最后', 'Enabled, as the last backup'),
  code: text('{prefix}客户编码', '{prefix}customer code'),
  noLog: text('还没有变更', 'No changes yet'),
};

type Route = AnswerOf<typeof readPaymentRoute>;
type Asked = { readonly account: Account; readonly step: 'edit' | 'switch' | 'disable' };

function Covered({ route }: { route: Route }) {
  const t = useText();
  const { coverage, payers } = route;
  const account = route.account ?? '';
  if (coverage === 'hole') return <Note tone="danger">{t(words.hole, { n: countAmount(payers) })}</Note>;
  return (
    <Paragraph ink="secondary">
      {t(RouteCoverage.labelOf(coverage))} · {t(words.payers, { n: countAmount(payers) })}
      {` · ${t(PaymentProvider.labelOf(route.provider))}`}
      {coverage === 'inherited' ? ` · ${t(words.inherited, { account })}` : ''}
      {coverage === 'own' ? ` · ${t(words.own, { account })}` : ''}
    </Paragraph>
  );
}

function AccountBox(props: { route: Route; account: Account; place: number; ask: (asked: Asked) => void }) {
  const { route, account, place, ask } = props;
  const t = useText();
  const [number, setNumber] = useState<string>();
  const viewing = useChange(viewAccountNumber, { onDone: (answer) => setNumber(answer.accountNumber) });
  const raising = useChange(raiseCollectingAccount, { done: t(words.raised) });
  const enabling = useChange(enableCollectingAccount, { done: t(words.enabled) });
  const { offered } = route;
  const used = route.accounts.find((each) => each.isInUse);
  const above = route.accounts[place - 1];
  const { id, isEnabled, isInUse } = account;
  const isBank = account.merchantName === null;
  const amount = (minor: string | null) =>
    minor === null ? null : <Money minor={minor} currency={route.currency} showCurrency />;
  const actions: RowAction[] = [
    ...(offered.switch && isEnabled && used && !isInUse
      ? [{ key: 'switch', label: t(words.switch), call: switchRoute, onPick: () => ask({ account, step: 'switch' }) }]
      : []),
    ...(offered.edit
      ? [
          {
            key: 'edit',
            label: t(verbs.edit),
            call: isBank ? editCollectingAccount : editMerchantOfRoute,
            onPick: () => ask({ account, step: 'edit' }),
          },
          ...(isBank
            ? [
                {
                  key: 'number',
                  label: t(words.showNumber),
                  call: viewAccountNumber,
                  onPick: () => void viewing.run({ body: { id } }),
                },
              ]
            : []),
        ]
      : []),
    ...(offered.edit && isEnabled && above?.isEnabled && !above.isInUse
      ? [
          {
            key: 'raise',
            label: t(verbs.up),
            call: raiseCollectingAccount,
            onPick: () => void raising.run({ body: { id, above: above.id } }),
          },
        ]
      : []),
    ...(offered.enable
      ? [
          isEnabled
            ? {
                key: 'disable',
                label: t(verbs.disable),
                call: enableCollectingAccount,
                isDanger: true,
                onPick: () => ask({ account, step: 'disable' }),
              }
            : {
                key: 'enable',
                label: t(verbs.enable),
                call: enableCollectingAccount,
                onPick: () => void enabling.run({ body: { id, isEnabled: true } }),
              },
        ]
      : []),
  ];
  const state = isInUse ? t(words.used) : isEnabled ? t(words.backup, { n: place }) : t(PassedOver.labelOf('disabled'));
  return (
    <Panel
      title={nameOf(account)}
      aside={
        <Inline>
          <Badge ink={isInUse ? 'success' : 'secondary'}>{state}</Badge>
          <RowActions actions={actions} shown={1} />
        </Inline>
      }
    >
      <FactsList
        facts={[
          ...(isBank ? [{ label: collectingWords.holder, value: account.holder }] : []),
          ...(account.merchantIsEnabled === false
            ? [{ label: nouns.merchant, value: <Span ink="warning">{t(words.takesNone)}</Span> }]
            : []),
          ...(account.branch ? [{ label: collectingWords.branch, value: account.branch }] : []),
          {
            label: isBank ? collectingWords.number : words.merchantNo,
            value: number ? <Identifier value={number} /> : <Span isMono>{account.maskedNumber}</Span>,
          },
          ...(isBank
            ? [{ label: collectingWords.remark, value: t(words.code, { prefix: account.remarkPrefix ?? '' }) }]
            : []),
          ...(account.least ? [{ label: collectingWords.least, value: amount(account.least) }] : []),
          ...(account.most ? [{ label: collectingWords.most, value: amount(account.most) }] : []),
          ...(account.dayMost ? [{ label: collectingWords.dayMost, value: amount(account.dayMost) }] : []),
          { label: words.today, value: amount(account.collectedToday) },
          ...(account.merchantDayMost
            ? [
                {
                  label: words.merchantToday,
                  value: (
                    <>
                      {amount(account.merchantToday)} / {amount(account.merchantDayMost)}
                    </>
                  ),
                },
              ]
            : []),
          ...(account.note ? [{ label: collectingWords.note, value: account.note }] : []),
        ]}
      />
    </Panel>
  );
}

function Log({ route }: { route: Route }) {
  const t = useText();
  if (route.log.length === 0) return <EmptyState title={t(words.noLog)} />;
  return (
    <Stack gap="l">
      {route.log.map((each) => (
        <Stack key={each.id} gap="xs">
          <Span weight="strong">
            {t(RouteChangeKind.labelOf(each.kind))} · {each.account}
          </Span>
          {each.from === each.to ? null : (
            <Span>
              {each.from ?? t(nouns.none)} → {each.to ?? t(nouns.none)}
            </Span>
          )}
          {each.reason ? <Span>{each.reason}</Span> : null}
          <Span ink="secondary" size="s">
            <TimeText at={each.at} /> · {each.by}
          </Span>
        </Stack>
      ))}
    </Stack>
  );
}

/** A route: whose account is used, the accounts in their order, and what changed it. */
export default function RoutePanel({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useText();
  const [asked, setAsked] = useState<Asked | 'add'>();
  const close = () => setAsked(undefined);
  const key = routeKeyOf(id);
  const isBank = key.provider === PaymentProvider.values.bankTransfer;
  const state = useRead(readPaymentRoute, key);
  const { data } = state;
  const used = data?.accounts.find((each) => each.isInUse);
  return (
    <>
      <DetailSheet
        isOpen
        state={state}
        title={words.title}
        failed={words.failed}
        width={640}
        steps={(route) =>
          route.offered.edit
            ? [
                isBank
                  ? { key: 'add', label: t(routeWords.add), call: addCollectingAccount, onPick: () => setAsked('add') }
                  : {
                      key: 'add',
                      label: t(routeWords.addMerchant),
                      call: addMerchantToRoute,
                      onPick: () => setAsked('add'),
                    },
              ]
            : []
        }
        tabs={(route) => [
          {
            key: 'accounts',
            title: t(words.accounts),
            content: () => (
              <Stack gap="l">
                <Covered route={route} />
                {route.accounts.map((account, place) => (
                  <AccountBox key={account.id} route={route} account={account} place={place} ask={setAsked} />
                ))}
                {route.accounts.length === 0 ? <EmptyState title={t(words.none)} hint={t(words.noneHint)} /> : null}
              </Stack>
            ),
          },
          { key: 'log', title: t(words.log), content: () => <Log route={route} /> },
        ]}
        onClose={onClose}
      />
      <Suspense fallback={null}>
        {asked === 'add' && isBank ? <AccountForm currency={data?.currency} onClose={close} /> : null}
        {asked === 'add' && !isBank ? <MerchantForm route={key} onClose={close} /> : null}
        {asked && asked !== 'add' && asked.step === 'edit' && !isBank ? (
          <MerchantLimits route={key} account={asked.account} onClose={close} />
        ) : null}
        {asked && asked !== 'add' && asked.step === 'edit' && isBank ? (
          <AccountForm account={asked.account} currency={data?.currency} onClose={close} />
        ) : null}
        {asked && asked !== 'add' && asked.step !== 'edit' ? (
          <ReasonForm step={asked.step} account={asked.account} used={used} onClose={close} />
        ) : null}
      </Suspense>
    </>
  );
}
