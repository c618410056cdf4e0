import { tryRenewal } from '@cardinal/contract/api/renewals/rules.ts';
import { SalesChannel } from '@cardinal/contract/enumerations/package.ts';
import { nouns, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Note, Paragraph, Span } from '@cardinal/ui/layout/Text.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { StatusTag } from '@cardinal/ui/StatusTag.tsx';
import { Button, Input, Select } from 'antd';
import { useId, useState } from 'react';
import { FactsList } from '../../../kit/FactsList.tsx';
import { Field } from '../../../kit/Field.tsx';
import { LinesTable } from '../../../kit/LinesTable.tsx';
import { NotLoaded } from '../../../kit/NotLoaded.tsx';
import { useRead } from '../../../kit/useRead.ts';

const words = {
  withRule: text('试算续费：视「{name}」为已启用', 'Try a renewal, as if “{name}” were on'),
  note: text(
    '按当前事实判断，不会下单，也不记为拦截。',
    'Judged by what is known now. Nothing is ordered or recorded.',
  ),
  has: text('现有套餐', 'Package it has'),
  lastDay: text('最后有效日', 'Last day of service'),
  first: text(
    '从未有过主套餐：首次订购不受续费规则限制。',
    'It never had a main package: a first order is no renewal.',
  ),
  none: text('没有可为此卡订购的套餐', 'There is no package for this card'),
  allowed: text('可续', 'Allowed'),
  refused: text('不可续', 'Refused'),
  notSold: text('不可订', 'Not for sale'),
  why: text('原因', 'Why'),
  shadow: text('（试运行）', ' (in shadow)'),
  above: text('（上级）', ' (from above)'),
  says: text('「{name}」{marks}：{message}', '“{name}”{marks}: {message}'),
  failed: text('试算失败', 'It could not be tried'),
};
const LOOKS = {
  allowed: { shape: 'disc', tone: 'good' },
  refused: { shape: 'cross', tone: 'bad' },
  notSold: { shape: 'ring', tone: 'neutral' },
} as const;

type Props = { readonly rule?: { readonly id: string; readonly name: string }; readonly onClose: () => void };
type Asked = { readonly iccid: string; readonly channel: SalesChannel };

/** Which packages a card can be renewed with now, and which rules say no. */
export default function TryRenewal({ rule, onClose }: Props) {
  const t = useText();
  const [id, channelId] = [useId(), useId()];
  const [typed, setTyped] = useState('');
  const [channel, setChannel] = useState<SalesChannel>('platform');
  const [asked, setAsked] = useState<Asked>();
  const answer = useRead(tryRenewal, asked !== undefined && { ...asked, ...(rule ? { id: rule.id } : {}) });
  const { data } = answer;
  return (
    <Sheet
      isOpen
      title={rule ? t(words.withRule, { name: rule.name }) : t(tryRenewal.summary)}
      width={720}
      onClose={onClose}
    >
      <Stack
        as="form"
        gap="l"
        onSubmit={(event) => {
          event.preventDefault();
          setAsked({ iccid: typed.trim(), channel });
        }}
      >
        <Paragraph ink="secondary">{t(words.note)}</Paragraph>
        <Field id={id} label="ICCID" isRequired>
          <Input id={id} maxLength={64} value={typed} onChange={(event) => setTyped(event.target.value)} />
        </Field>
        <Field id={channelId} label={t(SalesChannel.title)}>
          <Select
            id={channelId}
            value={channel}
            options={SalesChannel.options.map(({ value, label }) => ({ value, label: t(label) }))}
            onChange={setChannel}
          />
        </Field>
        <div>
          <Button type="primary" htmlType="submit" disabled={typed.trim() === ''} loading={answer.isFetching}>
            {t(verbs.try)}
          </Button>
        </div>
      </Stack>
      {asked !== undefined && answer.error ? (
        <NotLoaded failed={words.failed} error={answer.error} onRetry={answer.refetch} />
      ) : null}
      {data ? (
        <Stack gap="m" above="l" aria-label={t(nouns.outcome)}>
          <FactsList
            facts={[
              { label: nouns.customer, value: data.customerName },
              { label: words.has, value: data.packageName },
              { label: words.lastDay, value: data.lastDay },
            ]}
          />
          {data.packageName === null ? <Note tone="plain">{t(words.first)}</Note> : null}
          {data.packages.length === 0 ? (
            <Note tone="plain">{t(words.none)}</Note>
          ) : (
            <LinesTable heads={[nouns.package, nouns.outcome, words.why]}>
              {data.packages.map(({ id: packageId, name, whyNot, isAllowed, rules }) => {
                const verdict = whyNot !== null ? 'notSold' : isAllowed ? 'allowed' : 'refused';
                return (
                  <tr key={packageId}>
                    <td>{name}</td>
                    <td>
                      <StatusTag word={t(words[verdict])} {...LOOKS[verdict]} />
                    </td>
                    <td>
                      <Stack gap="none" size="s">
                        {whyNot === null ? null : <Span>{whyNot}</Span>}
                        {rules.map((each) => (
                          <Span key={each.name} {...(each.isShadow ? { ink: 'secondary' as const } : {})}>
                            {t(words.says, {
                              name: each.name,
                              marks: `${each.isFromAbove ? t(words.above) : ''}${each.isShadow ? t(words.shadow) : ''}`,
                              message: each.message,
                            })}
                          </Span>
                        ))}
                      </Stack>
                    </td>
                  </tr>
                );
              })}
            </LinesTable>
          )}
        </Stack>
      ) : null}
    </Sheet>
  );
}
