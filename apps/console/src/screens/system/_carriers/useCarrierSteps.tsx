import {
  moveCarrierCards,
  reconcileCarrierAccount,
  syncCarrierAccount,
} from '@cardinal/contract/api/carrierSync/carrierCards.ts';
import {
  accountInUse,
  accountNotConnected,
  accountStateRefused,
  CarrierAccountState,
  deleteCarrierAccount,
  editCarrierAccount,
  pauseCarrierAccount,
  resumeCarrierAccount,
  setCarrierSecret,
  testCarrierAccount,
} from '@cardinal/contract/api/carriers/carriers.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { sentences, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { useState } from 'react';
import { useChange } from '../../../kit/change.ts';
import type { RowAction } from '../../../kit/table/RowActions.tsx';
import { confirmFirst } from '../../../shell/questions.ts';
import { toast } from '../../../shell/toasts.ts';
import type { CarrierDetail } from './CarrierForms.tsx';
import { useAdapters } from './useAdapters.ts';

const words = {
  test: text('测试', 'Test'),
  testing: text('测试中…', 'Testing …'),
  secret: text('设置凭据', 'Credentials'),
  profile: text('接口配置', 'Interface'),
  needsProfile: text('请先配置接口', 'Configure the interface first'),
  needsSecret: text('请先设置凭据', 'Set the credentials first'),
  resume: text('恢复', 'Resume'),
  resumed: text('{name} 已恢复，排队的任务继续', '{name} resumed; queued tasks continue'),
  offQuestion: text('停用通道 {name}？', 'Disable carrier account {name}?'),
  offNote: text(
    '停用后不能恢复，凭据随即清除；调用记录保留。',
    'This cannot be undone. Its credentials are deleted; call logs are kept.',
  ),
  sync: text('立即同步', 'Sync now'),
  reconcile: text('对账', 'Reconcile'),
  started: text('{name}：任务 {taskNo} 已开始，共 {n} 张卡', '{name}: task {taskNo} started for {n} {n|card|cards}'),
  move: text('移动卡', 'Move cards'),
  noCards: text('该通道下没有卡', 'This account has no cards'),
  offDone: text('{name} 已停用', '{name} disabled'),
};

export type Tested = AnswerOf<typeof testCarrierAccount> & { readonly id: string };
export type Opened = { readonly what: 'edit' | 'secret' | 'pause' | 'move' | 'profile'; readonly account: Account };
type Account = Pick<
  CarrierDetail,
  'id' | 'name' | 'adapter' | 'platform' | 'state' | 'isConnected' | 'needsProfile' | 'cards' | 'credentialsHint'
>;

/** The actions on a carrier account, and the result of its last test. */
export function useCarrierSteps(open: (opened: Opened) => void): {
  stepsOf: (account: Account) => readonly RowAction[];
  tested: Tested | undefined;
} {
  const t = useText();
  const { data: adapters } = useAdapters();
  const [tested, setTested] = useState<Tested>();
  const [testing, setTesting] = useState<string>();
  const trying = useChange(testCarrierAccount);
  const resuming = useChange(resumeCarrierAccount);
  const removing = useChange(deleteCarrierAccount);
  const syncing = useChange(syncCarrierAccount);
  const reconciling = useChange(reconcileCarrierAccount);

  const stepsOf = (account: Account): readonly RowAction[] => {
    if (account.state === CarrierAccountState.values.off) return [];
    const named = { name: account.name };
    const adapter = adapters?.find((each) => each.key === account.adapter);
    const isConfigured = adapter?.isConfigured ?? false;
    const hasAdapter = isConfigured || (adapter?.isConnected ?? true);
    const test = async () => {
      setTesting(account.id);
      const answer = await trying.run({ body: { accountId: account.id } });
      setTesting(undefined);
      if (!answer) return;
      setTested({ ...answer, id: account.id });
      const said = t(sentences.answeredIn, { ...named, words: answer.words, ms: countAmount(answer.durationMs) });
      if (answer.works) toast.success(said);
      else toast.error(said);
    };
    const resume = async () => {
      if (await resuming.run({ body: { accountId: account.id } })) toast.success(t(words.resumed, named));
    };
    const switchOff = async () => {
      const isSure = await confirmFirst({
        title: t(words.offQuestion, named),
        body: <p>{t(words.offNote)}</p>,
        confirm: t(verbs.switchOff),
        isDanger: true,
      });
      if (!isSure) return;
      if (await removing.run({ body: { accountId: account.id } })) toast.success(t(words.offDone, named));
    };
    const begin = async (which: typeof syncing | typeof reconciling) => {
      const answer = await which.run({ body: { accountId: account.id } });
      if (!answer) return;
      const said = t(words.started, { ...named, taskNo: answer.taskNo, n: countAmount(answer.total) });
      toast.success(said, { label: t(verbs.viewTasks), to: '/taskManagement/systemTask' });
    };
    const cards = account.cards ?? 0;
    const needsSecret = hasAdapter && !account.needsProfile && account.credentialsHint === null;
    const notYet = t(needsSecret ? words.needsSecret : accountNotConnected.text);
    const cannotAsk = !account.isConnected
      ? notYet
      : account.state !== CarrierAccountState.values.on
        ? t(accountStateRefused.text)
        : cards === 0 && t(words.noCards);
    const secret: RowAction = {
      key: 'secret',
      label: t(words.secret),
      call: setCarrierSecret,
      disabled: account.needsProfile ? t(words.needsProfile) : !hasAdapter && t(accountNotConnected.text),
      onPick: () => open({ what: 'secret', account }),
    };
    return [
      // The next step for a new account.
      ...(needsSecret ? [secret] : []),
      {
        key: 'test',
        label: t(testing === account.id ? words.testing : words.test),
        call: testCarrierAccount,
        disabled: account.isConnected ? testing === account.id && t(words.testing) : notYet,
        onPick: () => void test(),
      },
      account.state === CarrierAccountState.values.on
        ? {
            key: 'pause',
            label: t(verbs.pause),
            call: pauseCarrierAccount,
            isDanger: true,
            onPick: () => open({ what: 'pause', account }),
          }
        : {
            key: 'resume',
            label: t(words.resume),
            call: resumeCarrierAccount,
            disabled: !account.isConnected && notYet,
            onPick: () => void resume(),
          },
      {
        key: 'sync',
        label: t(words.sync),
        call: syncCarrierAccount,
        disabled: cannotAsk,
        onPick: () => void begin(syncing),
      },
      {
        key: 'reconcile',
        label: t(words.reconcile),
        call: reconcileCarrierAccount,
        disabled: cannotAsk,
        onPick: () => void begin(reconciling),
      },
      { key: 'edit', label: t(verbs.edit), call: editCarrierAccount, onPick: () => open({ what: 'edit', account }) },
      ...(needsSecret ? [] : [secret]),
      ...(isConfigured
        ? [
            {
              key: 'profile',
              label: t(words.profile),
              call: editCarrierAccount,
              onPick: () => open({ what: 'profile', account }),
            },
          ]
        : []),
      {
        key: 'move',
        label: t(words.move),
        call: moveCarrierCards,
        isDanger: true,
        disabled: cards === 0 && t(words.noCards),
        onPick: () => open({ what: 'move', account }),
      },
      {
        key: 'off',
        label: t(verbs.switchOff),
        call: deleteCarrierAccount,
        isDanger: true,
        disabled: cards > 0 && t(accountInUse.text, { n: countAmount(cards) }),
        onPick: () => void switchOff(),
      },
    ];
  };
  return { stepsOf, tested };
}
