import {
  addPublicAccount,
  editPublicAccount,
  listPublicAccounts,
  switchPublicAccount,
} from '@cardinal/contract/api/publicAccounts/publicAccounts.ts';
import { verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { lazy, Suspense, useState } from 'react';
import { CallButton } from '../../kit/CallButton.tsx';
import { useChange } from '../../kit/change.ts';
import { ListScreen } from '../../kit/list/ListScreen.tsx';
import { useCopyStep } from '../../kit/table/useCopyStep.ts';
import { toast } from '../../shell/toasts.ts';
import type { PublicAccount } from './_publicAccounts/PublicAccountForm.tsx';
import { publicAccountWords } from './_publicAccounts/publicAccountWords.ts';

const PublicAccountForm = lazy(() => import('./_publicAccounts/PublicAccountForm.tsx'));

const words = {
  none: text('还没有公众号', 'No public accounts yet'),
  noneHint: text(
    '接入公众号并上架套餐后，终端用户可以在微信里查用量、买套餐。',
    'Connect one and list packages; then end users check usage and buy in WeChat.',
  ),
  question: text('停用公众号 {name}？', 'Disable public account {name}?'),
  note: text(
    '用户立即退出，页面不能打开。已支付的订单和退款照常进行。',
    'Its users are signed out at once and its page closes. Paid orders and refunds go on.',
  ),
  enabled: text('{name} 已启用', '{name} enabled'),
  disabled: text('{name} 已停用，用户已退出', '{name} disabled, its users signed out'),
  address: text('复制 H5 地址', 'Copy page address'),
};

/** Public accounts of the caller's customer and those below: who owns them, how many people and cards they have. */
export default function GzhManagement() {
  const t = useText();
  const copyStep = useCopyStep();
  const switching = useChange(switchPublicAccount);
  const [opened, setOpened] = useState<PublicAccount | 'new'>();
  const enable = async ({ id, name }: PublicAccount) => {
    if (await switching.run({ body: { id, isEnabled: true } })) toast.success(t(words.enabled, { name }));
  };
  const disable = async ({ id, name }: PublicAccount) => {
    const done = await switching.confirm({
      title: t(words.question, { name }),
      body: <p>{t(words.note)}</p>,
      confirm: t(verbs.disable),
      isDanger: true,
      sends: { body: { id, isEnabled: false } },
    });
    if (done) toast.success(t(words.disabled, { name }));
  };
  return (
    <>
      <ListScreen
        list={listPublicAccounts}
        columns={[
          { field: 'name', pinned: 'left', width: 200 },
          { field: 'appid', width: 190 },
          { field: 'isEnabled', width: 90 },
          { field: 'users', width: 90 },
          { field: 'cards', width: 110 },
          { field: 'hotline', width: 140 },
          { field: 'customerName', width: 160 },
          { field: 'h5Path', width: 160 },
          'createdAt',
          { field: 'apiBaseUrl', isOff: true },
        ]}
        filters={['name', 'appid', 'isEnabled']}
        rowName={(row) => row.name}
        rowActions={(row) => [
          ...copyStep(words.address, window.location.origin + row.h5Path),
          ...(row.isOwn
            ? [
                { key: 'edit', label: t(verbs.edit), call: editPublicAccount, onPick: () => setOpened(row) },
                row.isEnabled
                  ? {
                      key: 'disable',
                      label: t(verbs.disable),
                      call: switchPublicAccount,
                      isDanger: true,
                      onPick: () => void disable(row),
                    }
                  : {
                      key: 'enable',
                      label: t(verbs.enable),
                      call: switchPublicAccount,
                      onPick: () => void enable(row),
                    },
              ]
            : []),
        ]}
        actions={
          <CallButton call={addPublicAccount} type="primary" onClick={() => setOpened('new')}>
            {t(publicAccountWords.add)}
          </CallButton>
        }
        empty={{ title: words.none, hint: words.noneHint }}
      />
      <Suspense fallback={null}>
        {opened ? (
          <PublicAccountForm account={opened === 'new' ? undefined : opened} onClose={() => setOpened(undefined)} />
        ) : null}
      </Suspense>
    </>
  );
}
