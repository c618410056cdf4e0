import { listCashOutChecks } from '@cardinal/contract/api/cashOuts/checks.ts';
import {
  addReceiver,
  deleteReceiver,
  editReceiver,
  MOST_RECEIVERS,
  makeDefaultReceiver,
  readReceivers,
  setCashOutRule,
} from '@cardinal/contract/api/cashOuts/receivers.ts';
import { CashOutMethod } from '@cardinal/contract/enumerations/cashOut.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { nouns, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Inline, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Badge, Heading } from '@cardinal/ui/layout/Text.tsx';
import { Money } from '@cardinal/ui/Quantity.tsx';
import { EmptyState } from '@cardinal/ui/States.tsx';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import { lazy, Suspense, useState } from 'react';
import { CallButton } from '../../kit/CallButton.tsx';
import { useChange } from '../../kit/change.ts';
import { FigureCell, figures, LinesTable } from '../../kit/LinesTable.tsx';
import { NotLoaded } from '../../kit/NotLoaded.tsx';
import { RowActions } from '../../kit/table/RowActions.tsx';
import { useRead } from '../../kit/useRead.ts';
import { usePlace } from '../../shell/screenContext.ts';
import { DaySwitch } from './_dayReturns/DaySwitch.tsx';
import { receiverWords as w } from './_receivers/receiverWords.ts';

const ReceiverForm = lazy(() => import('./_receivers/ReceiverForm.tsx'));
const RuleForm = lazy(() => import('./_receivers/RuleForm.tsx'));

const words = {
  mine: text('我的收款账户', 'My receiving accounts'),
  rules: text('提现规则', 'Cash-out rules'),
  none: text('还没有收款账户', 'No receiving accounts yet'),
  noneHint: text('添加后可在分润概览申请提现。', 'With one, profit can be cashed out on the profit overview.'),
  noRule: text('平台还没有开放提现', 'The platform pays nothing out yet'),
  noRuleHint: text('由平台设置提现规则后开放。', 'It does once it has set a rule.'),
  used: text('累计到账', 'Arrived'),
  last: text('最近到账', 'Last arrival'),
  default: text('默认账户', 'Default account'),
  isNew: text('新收款账户', 'New receiving account'),
  makeDefault: text('设为默认账户', 'Make it the default'),
  question: text('删除收款账户 {account}？', 'Delete the receiving account {account}?'),
  defaulted: text('已设为默认', 'Now the default'),
  addRule: text('新增规则', 'Add rule'),
  unlimited: text('不设限', 'Unlimited'),
};

type All = AnswerOf<typeof readReceivers>;
type Open =
  | { readonly kind: 'receiver'; readonly of?: All['receivers'][number] }
  | { readonly kind: 'rule'; readonly of?: All['rules'][number] };

function Receivers({ all, onOpen }: { all: All; onOpen: (open: Open) => void }) {
  const t = useText();
  const removing = useChange(deleteReceiver);
  const defaulting = useChange(makeDefaultReceiver, { done: t(words.defaulted) });
  if (all.receivers.length === 0)
    return (
      <EmptyState
        title={t(all.rules.length === 0 ? words.noRule : words.none)}
        hint={t(all.rules.length === 0 ? words.noRuleHint : words.noneHint)}
      />
    );
  return (
    <LinesTable heads={[w.method, w.account, w.holder, figures(words.used), words.last, nouns.actions]}>
      {all.receivers.map((each) => (
        <tr key={each.id}>
          <td>{t(CashOutMethod.labelOf(each.method))}</td>
          <td>
            <Inline gap="xs">
              <span>{each.bank === null ? each.account : `${each.bank} ${each.account}`}</span>
              {each.isDefault ? <Badge>{t(words.default)}</Badge> : null}
              {each.newUntil === null ? null : <Badge>{t(words.isNew)}</Badge>}
            </Inline>
          </td>
          <td>{each.holder}</td>
          <FigureCell>
            <Money minor={each.used} currency={all.currency} showCurrency />
          </FigureCell>
          <td>{each.lastUsedAt === null ? null : <TimeText at={each.lastUsedAt} />}</td>
          <td>
            <RowActions
              actions={[
                {
                  key: 'edit',
                  label: t(verbs.edit),
                  call: editReceiver,
                  onPick: () => onOpen({ kind: 'receiver', of: each }),
                },
                ...(each.isDefault
                  ? []
                  : [
                      {
                        key: 'default',
                        label: t(words.makeDefault),
                        call: makeDefaultReceiver,
                        onPick: () => void defaulting.run({ body: { id: each.id } }),
                      },
                    ]),
                {
                  key: 'delete',
                  label: t(verbs.delete),
                  call: deleteReceiver,
                  isDanger: true,
                  onPick: () =>
                    void removing.confirm({
                      title: t(words.question, { account: each.account }),
                      confirm: t(verbs.delete),
                      isDanger: true,
                      sends: { body: { id: each.id } },
                    }),
                },
              ]}
            />
          </td>
        </tr>
      ))}
    </LinesTable>
  );
}

function Rules({ all, onOpen }: { all: All; onOpen: (open: Open) => void }) {
  const t = useText();
  return (
    <LinesTable
      heads={[
        w.method,
        nouns.currency,
        figures(w.least),
        figures(w.most),
        figures(w.dayMost),
        figures(w.reviewFrom),
        figures(w.twoFrom),
        figures(w.fee),
        figures(w.tax),
        ...(all.isPlatform ? [listCashOutChecks.fields.merchantName.label, nouns.actions] : []),
      ]}
    >
      {all.rules.map((rule) => {
        const limit = (minor: string | null) => (
          <FigureCell>
            {minor === null ? t(words.unlimited) : <Money minor={minor} currency={rule.currency} />}
          </FigureCell>
        );
        return (
          <tr key={`${rule.method} ${rule.currency}`}>
            <td>
              <Inline gap="xs">
                <span>{t(CashOutMethod.labelOf(rule.method))}</span>
                {rule.isPaused ? <Badge>{t(w.paused)}</Badge> : null}
              </Inline>
            </td>
            <td>{rule.currency}</td>
            {limit(rule.least)}
            {limit(rule.most)}
            {limit(rule.dayMost)}
            {limit(rule.reviewFrom)}
            {limit(rule.twoFrom)}
            <FigureCell>{rule.feePercent}</FigureCell>
            <FigureCell>{rule.taxPercent}</FigureCell>
            {all.isPlatform ? (
              <>
                <td>{rule.merchantName}</td>
                <td>
                  <RowActions
                    actions={[
                      {
                        key: 'edit',
                        label: t(verbs.edit),
                        call: setCashOutRule,
                        onPick: () => onOpen({ kind: 'rule', of: rule }),
                      },
                    ]}
                  />
                </td>
              </>
            ) : null}
          </tr>
        );
      })}
    </LinesTable>
  );
}

/** Where one's profit goes; for the platform, how it pays. */
export default function ReceivePaymentConfig() {
  const t = useText();
  const { match } = usePlace();
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const { data, error, refetch } = useRead(readReceivers, {});
  return (
    <Stack gap="l">
      <Inline justify="between">
        <h1>{t(match.route.title)}</h1>
        {data?.isPlatform ? (
          <CallButton call={setCashOutRule} type="primary" onClick={() => setOpen({ kind: 'rule' })}>
            {t(words.addRule)}
          </CallButton>
        ) : (
          <CallButton
            call={addReceiver}
            type="primary"
            disabled={!data || data.rules.length === 0 || data.receivers.length >= MOST_RECEIVERS}
            onClick={() => setOpen({ kind: 'receiver' })}
          >
            {t(w.add)}
          </CallButton>
        )}
      </Inline>
      {data ? null : <NotLoaded error={error} onRetry={refetch} />}
      {data && !data.isPlatform ? (
        <div>
          <Heading>{t(words.mine)}</Heading>
          <Receivers all={data} onOpen={setOpen} />
        </div>
      ) : null}
      {data && !data.isPlatform && data.rules.length > 0 ? <DaySwitch /> : null}
      {data && (data.isPlatform || data.rules.length > 0) ? (
        <div>
          <Heading>{t(words.rules)}</Heading>
          {data.rules.length === 0 ? (
            <EmptyState title={t(words.noRule)} hint={t(words.noRuleHint)} />
          ) : (
            <Rules all={data} onOpen={setOpen} />
          )}
        </div>
      ) : null}
      <Suspense fallback={null}>
        {data && open?.kind === 'receiver' ? (
          <ReceiverForm all={data} {...(open.of ? { receiver: open.of } : {})} onClose={close} />
        ) : null}
        {data && open?.kind === 'rule' ? (
          <RuleForm all={data} {...(open.of ? { rule: open.of } : {})} onClose={close} />
        ) : null}
      </Suspense>
    </Stack>
  );
}
