import { readFreeAmounts, setFreeAmount } from '@cardinal/contract/api/cardRecharges/tiers.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { moneyAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Inline, Spacer, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Note, Paragraph, Span } from '@cardinal/ui/layout/Text.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { useState } from 'react';
import { CallButton } from '../../../kit/CallButton.tsx';
import { typedAmount } from '../../../kit/form/amountText.ts';
import { FormDrawer } from '../../../kit/form/FormDrawer.tsx';
import { readAgain } from '../../../kit/form/readAgain.ts';
import { NotLoaded } from '../../../kit/NotLoaded.tsx';
import { useRead } from '../../../kit/useRead.ts';
import { tierWords } from './tierWords.ts';

const words = {
  note: text(
    '打开后，公众号用户除档位外还可以自己填写金额。自由金额不赠送。',
    'Where it is on, users of the account may also enter an amount of their own. Nothing is added to it.',
  ),
  rule: text('{least} 至 {most}，每档 {step} {currency}', '{least} to {most} in steps of {step} {currency}'),
  off: text('未开放', 'Off'),
  title: text('自由金额 {name}', 'Free amounts of {name}'),
  isOn: text('开放自由金额', 'Take free amounts'),
  least: text('最低金额', 'Least'),
  most: text('最高金额', 'Most'),
  step: text('步长', 'Step'),
  stepHelp: text('金额从最低起按步长递增', 'Amounts go up from the least in these steps'),
  saved: text('自由金额已保存', 'Free amounts saved'),
  none: text('请先在公众号管理接入公众号', 'Connect a public account first'),
};

type Rule = AnswerOf<typeof readFreeAmounts>['rules'][number];
const asTyped = ({ accountId, version, isOn, least, most, step }: Rule) => ({
  accountId,
  version,
  isOn: version === 0 ? true : isOn,
  least: typedAmount(least),
  most: typedAmount(most),
  step: typedAmount(step),
});

/** Which accounts take any amount, within which bounds. */
export default function FreeAmounts({ onClose }: { onClose: () => void }) {
  const t = useText();
  const { data, error, refetch } = useRead(readFreeAmounts, {});
  const [editedId, setEdited] = useState<string>();
  const edited = data?.rules.find(({ accountId }) => accountId === editedId);
  const said = (minor: string, { currency }: Rule) => moneyAmount(minor, currency);
  return (
    <>
      <Sheet isOpen title={t(tierWords.free)} width={560} onClose={onClose}>
        {data ? (
          <Stack>
            <Paragraph ink="secondary">{t(words.note)}</Paragraph>
            {data.rules.length === 0 ? <Note>{t(words.none)}</Note> : null}
            {data.rules.map((rule) => (
              <Inline key={rule.accountId}>
                <Stack gap="none">
                  <span>{rule.accountName}</span>
                  <Span ink="secondary">
                    {rule.isOn
                      ? t(words.rule, {
                          least: said(rule.least, rule),
                          most: said(rule.most, rule),
                          step: said(rule.step, rule),
                          currency: rule.currency,
                        })
                      : t(words.off)}
                  </Span>
                </Stack>
                <Spacer />
                {rule.isOwn ? (
                  <CallButton call={setFreeAmount} onClick={() => setEdited(rule.accountId)}>
                    {t(verbs.edit)}
                  </CallButton>
                ) : null}
              </Inline>
            ))}
          </Stack>
        ) : (
          <NotLoaded error={error} onRetry={refetch} />
        )}
      </Sheet>
      {edited ? (
        <FormDrawer
          endpoint={setFreeAmount}
          title={t(words.title, { name: edited.accountName })}
          initial={asTyped(edited)}
          anew={async () => {
            const { rules } = await readAgain(readFreeAmounts);
            const now = rules.find(({ accountId }) => accountId === edited.accountId);
            return now && asTyped(now);
          }}
          fields={[
            { name: 'isOn', kind: 'flag', label: words.isOn },
            { name: 'least', kind: 'decimal', label: words.least },
            { name: 'most', kind: 'decimal', label: words.most },
            { name: 'step', kind: 'decimal', label: words.step, help: words.stepHelp },
          ]}
          done={t(words.saved)}
          onClose={() => setEdited(undefined)}
        />
      ) : null}
    </>
  );
}
