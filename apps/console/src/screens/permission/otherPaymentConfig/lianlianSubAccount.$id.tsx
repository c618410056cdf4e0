import {
  addSubAccount,
  closeSubAccount,
  confirmSubAccount,
  listSubAccounts,
  querySubAccount,
  readSubAccountChannel,
  resendSubAccountCode,
  setSplitRule,
} from '@cardinal/contract/api/subAccounts/subAccounts.ts';
import { SplitRule, SubAccountState } from '@cardinal/contract/enumerations/subAccount.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Box } from '@cardinal/ui/layout/Box.tsx';
import { Inline, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Badge, Note, Span } from '@cardinal/ui/layout/Text.tsx';
import { lazy, Suspense, useState } from 'react';
import { CallButton } from '../../../kit/CallButton.tsx';
import { useChange } from '../../../kit/change.ts';
import { customerFilter } from '../../../kit/filters/customerFilter.tsx';
import { ListScreen } from '../../../kit/list/ListScreen.tsx';
import { NotLoaded } from '../../../kit/NotLoaded.tsx';
import type { RowAction } from '../../../kit/table/RowActions.tsx';
import { useRead } from '../../../kit/useRead.ts';
import { useParameters, usePlace } from '../../../shell/screenContext.ts';
import { merchantWords } from '../_merchants/merchantWords.ts';
import { SUB_ACCOUNT_LOOKS, type SubAccount, subAccountWords } from '../_subAccounts/subAccountWords.ts';

const forms = () => import('../_subAccounts/SubAccountForms.tsx');
const AddSubAccount = lazy(async () => ({ default: (await forms()).AddSubAccount }));
const VerifySubAccount = lazy(async () => ({ default: (await forms()).VerifySubAccount }));
const SplitForm = lazy(async () => ({ default: (await forms()).SplitForm }));
const CloseSubAccount = lazy(async () => ({ default: (await forms()).CloseSubAccount }));

const words = {
  resend: text('重发验证码', 'Send the code again'),
  resent: text('已重发，之前的验证码失效', 'Sent; the one before counts no more'),
  query: text('查询连连', 'Ask Lianlian'),
  says: text('连连：{state}', 'Lianlian: {state}'),
  none: text('还没有子账户', 'No sub-accounts yet'),
  noneHint: text(
    '为下级客户开户并设为按分润分账后，公众号付款在源头分账。',
    'Open one for a customer and split by its margin; then package payments are split at the source.',
  ),
  notRouted: text(
    '此商户没有「公众号订购」路由，目前没有付款经它分账。请在「支付配置」中启用。',
    'No route for package orders leads to this merchant, so nothing is split now. Add one under Payment routing.',
  ),
  notPlatforms: text(
    '仅平台自己的连连商户可以分账；此商户只能查看。',
    'Only merchants of the platform itself split payments; this one can only be looked at.',
  ),
};
type Opened = { readonly what: 'verify' | 'split' | 'close'; readonly account: SubAccount };

/** The accounts that payments of a Lianlian merchant are split to. */
export default function LianlianSubAccounts() {
  const t = useText();
  const { id: channelId = '' } = useParameters();
  const { match } = usePlace();
  const [isAdding, setIsAdding] = useState(false);
  const [opened, setOpened] = useState<Opened>();
  const channel = useRead(readSubAccountChannel, { channelId });
  const resending = useChange(resendSubAccountCode, { done: t(words.resent) });
  const asking = useChange(querySubAccount, {
    done: ({ state }) => t(words.says, { state: t(SubAccountState.labelOf(state)) }),
  });
  const { data } = channel;
  if (!data) {
    return (
      <>
        <h1>{t(match.route.title)}</h1>
        <NotLoaded failed={merchantWords.failed} error={channel.error} onRetry={channel.refetch} />
      </>
    );
  }
  const close = () => setOpened(undefined);
  const stepsOf = (account: SubAccount): readonly RowAction[] => {
    const named = { body: { channelId, id: account.id } };
    const open = (what: Opened['what']) => () => setOpened({ what, account });
    const awaits = account.state === 'waitsForCode' || account.state === 'pending';
    return [
      ...(awaits
        ? [
            { key: 'verify', label: t(subAccountWords.verify), call: confirmSubAccount, onPick: open('verify') },
            {
              key: 'resend',
              label: t(words.resend),
              call: resendSubAccountCode,
              onPick: () => void resending.run(named),
            },
          ]
        : []),
      { key: 'query', label: t(words.query), call: querySubAccount, onPick: () => void asking.run(named) },
      ...(account.state === 'open' || account.splitRule !== 'none'
        ? [{ key: 'split', label: t(SplitRule.title), call: setSplitRule, onPick: open('split') }]
        : []),
      ...(account.state === 'closed'
        ? []
        : [
            {
              key: 'close',
              label: t(subAccountWords.close),
              call: closeSubAccount,
              isDanger: true,
              onPick: open('close'),
            },
          ]),
    ];
  };
  const add = data.isPlatforms ? (
    <CallButton call={addSubAccount} type="primary" onClick={() => setIsAdding(true)}>
      {t(subAccountWords.add)}
    </CallButton>
  ) : null;
  return (
    <>
      <ListScreen
        list={listSubAccounts}
        fixed={{ channelId }}
        lead={
          <Box>
            <Stack gap="s">
              <Inline>
                <Span weight="strong">{data.name}</Span>
                <Span isMono ink="secondary">
                  {data.merchantNo}
                </Span>
                {data.isEnabled ? null : <Badge>{t(nouns.off)}</Badge>}
              </Inline>
              {data.isPlatforms ? null : <Note>{t(words.notPlatforms)}</Note>}
              {data.isPlatforms && !data.isRouted ? <Note>{t(words.notRouted)}</Note> : null}
            </Stack>
          </Box>
        }
        columns={[
          { field: 'customerName', pinned: 'left', width: 170 },
          { field: 'state', width: 140 },
          { field: 'splitRule', width: 110 },
          { field: 'balance', width: 130 },
          { field: 'received', width: 120 },
          { field: 'takenBack', width: 120 },
          { field: 'holder', width: 140 },
          { field: 'kind', width: 80 },
          { field: 'boundPhone', width: 130 },
          { field: 'bankCard', width: 190 },
          { field: 'userNo', width: 110 },
          'askedAt',
          { field: 'failure', width: 200 },
          'createdAt',
          { field: 'said', isOff: true },
          { field: 'currency', isOff: true },
        ]}
        filters={[
          customerFilter('customerId', listSubAccounts.fields.customerName.label),
          'state',
          'splitRule',
          'kind',
        ]}
        looks={SUB_ACCOUNT_LOOKS}
        rowName={(row) => row.customerName}
        rowActions={(row) => (data.isPlatforms ? stepsOf(row) : [])}
        actions={add}
        empty={{ title: words.none, hint: words.noneHint, ...(add ? { action: add } : {}) }}
      />
      <Suspense fallback={null}>
        {isAdding ? <AddSubAccount channelId={channelId} onClose={() => setIsAdding(false)} /> : null}
        {opened?.what === 'verify' ? (
          <VerifySubAccount channelId={channelId} account={opened.account} onClose={close} />
        ) : null}
        {opened?.what === 'split' ? <SplitForm channelId={channelId} account={opened.account} onClose={close} /> : null}
        {opened?.what === 'close' ? (
          <CloseSubAccount channelId={channelId} account={opened.account} onClose={close} />
        ) : null}
      </Suspense>
    </>
  );
}
