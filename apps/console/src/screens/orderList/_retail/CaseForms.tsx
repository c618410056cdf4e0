import {
  assignCases,
  readDeskRules,
  readDeskStaff,
  readReplacements,
  replaceCase,
  setDeskRule,
} from '@cardinal/contract/api/retailOrders/deskCases.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Note } from '@cardinal/ui/layout/Text.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { useState } from 'react';
import { FormDrawer } from '../../../kit/form/FormDrawer.tsx';
import { readAgain } from '../../../kit/form/readAgain.ts';
import { NotLoaded } from '../../../kit/NotLoaded.tsx';
import { useRead } from '../../../kit/useRead.ts';
import { AccountRules } from '../../../parts/publicAccounts/AccountRules.tsx';
import { retailWords } from './retailWords.ts';

const words = {
  replaceTitle: text('更换套餐 {name}', 'Replace the package of {name}'),
  replace: text('更换', 'Replace'),
  replaceNote: text(
    '只列出同价、已上架且适用于此卡的套餐。更换后立即开通，价格与开通条件按当前计算。',
    'Only packages on sale at the same price that fit the card. It is set up at once, at the terms of now.',
  ),
  noReplacement: text('没有同价且适用于此卡的套餐', 'No package of equal price fits this card'),
  replaced: text('已更换，正在开通', 'Replaced; being set up'),
  assignTitle: text('分派 {n} 笔', 'Assign {n} {n|order|orders}'),
  handler: text('处理人', 'Handled by'),
  nobody: text('无人', 'Nobody'),
  assigned: text('已分派', 'Assigned'),
  rulesNote: text(
    '开通失败的订单自动重试，超过时限仍未处理的自动原路退款。商户余额不足的每分钟检查一次，不计入次数。',
    'Failed orders are tried again by themselves and refunded when their time is up. A short balance is looked at every minute and counts as no attempt.',
  ),
  rule: text('重试 {n} 次，{hours} 小时后退款', '{n} {n|retry|retries}, refunded after {hours} h'),
  ruleNever: text('重试 {n} 次，不自动退款', '{n} {n|retry|retries}, never refunded by itself'),
  ofHouse: text('默认', 'Default'),
  ruleTitle: text('自动规则 {name}', 'Automatic rule of {name}'),
  retries: text('自动重试次数', 'Retries'),
  hours: text('自动退款时限（小时）', 'Refunded after (hours)'),
  hoursHelp: text('留空则不自动退款', 'Empty: nothing is refunded by itself'),
  saved: text('规则已保存', 'Rule saved'),
};

type Closing = { onClose: () => void };

export function ReplaceForm({ id, name, onClose }: { id: string; name: string } & Closing) {
  const t = useText();
  const { data, error, refetch } = useRead(readReplacements, { id });
  const title = t(words.replaceTitle, { name });
  if (!data || data.packages.length === 0)
    return (
      <Sheet isOpen title={title} width={520} onClose={onClose}>
        {data ? <Note>{t(words.noReplacement)}</Note> : <NotLoaded error={error} onRetry={refetch} />}
      </Sheet>
    );
  return (
    <FormDrawer
      endpoint={replaceCase}
      title={title}
      submit={words.replace}
      intro={<p>{t(words.replaceNote)}</p>}
      initial={{ id }}
      fields={[
        {
          name: 'listingId',
          kind: 'select',
          label: nouns.package,
          options: data.packages.map((each) => ({ value: each.id, label: text(each.title, each.title) })),
        },
      ]}
      done={t(words.replaced)}
      onClose={onClose}
    />
  );
}

export function AssignForm({ ids, onDone, onClose }: { ids: readonly string[]; onDone?: () => void } & Closing) {
  const t = useText();
  const { data, error, refetch } = useRead(readDeskStaff, {});
  const title = t(words.assignTitle, { n: ids.length });
  if (!data)
    return (
      <Sheet isOpen title={title} width={520} onClose={onClose}>
        <NotLoaded error={error} onRetry={refetch} />
      </Sheet>
    );
  return (
    <FormDrawer
      endpoint={assignCases}
      title={title}
      submit={retailWords.assign}
      initial={{ ids: [...ids], ownerId: '' }}
      fields={[
        {
          name: 'ownerId',
          kind: 'select',
          label: words.handler,
          isRequired: false,
          options: [
            { value: '', label: words.nobody },
            ...data.accounts.map(({ id, account }) => ({ value: id, label: text(account, account) })),
          ],
        },
      ]}
      done={t(words.assigned)}
      {...(onDone ? { onDone } : {})}
      onClose={onClose}
    />
  );
}

type Rule = AnswerOf<typeof readDeskRules>['rules'][number];
const asTyped = ({ accountId, version, retries, refundHours }: Rule) => ({
  accountId,
  version,
  retries: String(retries),
  refundHours: refundHours === null ? '' : String(refundHours),
});

/** What each account does about its cases by itself. */
export function RulesSheet({ onClose }: Closing) {
  const t = useText();
  const state = useRead(readDeskRules, {});
  const [editedId, setEdited] = useState<string>();
  const edited = state.data?.rules.find(({ accountId }) => accountId === editedId);
  const said = ({ refundHours, retries, version }: Rule) => {
    const rule = t(refundHours === null ? words.ruleNever : words.rule, { n: retries, hours: refundHours ?? 0 });
    return version === 0 ? `${rule} · ${t(words.ofHouse)}` : rule;
  };
  return (
    <AccountRules
      title={retailWords.rules}
      note={words.rulesNote}
      state={state}
      said={said}
      call={setDeskRule}
      onEdit={setEdited}
      onClose={onClose}
    >
      {edited ? (
        <FormDrawer
          endpoint={setDeskRule}
          title={t(words.ruleTitle, { name: edited.accountName })}
          initial={asTyped(edited)}
          anew={async () => {
            const { rules } = await readAgain(readDeskRules);
            const now = rules.find(({ accountId }) => accountId === edited.accountId);
            return now && asTyped(now);
          }}
          fields={[
            { name: 'retries', kind: 'integer', label: words.retries },
            { name: 'refundHours', kind: 'integer', label: words.hours, help: words.hoursHelp, isRequired: false },
          ]}
          done={t(words.saved)}
          onClose={() => setEdited(undefined)}
        />
      ) : null}
    </AccountRules>
  );
}
