import { tryRenewal } from '@cardinal/contract/api/renewals/rules.ts';
import { SalesChannel } from '@cardinal/contract/enumerations/package.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Note, Span } from '@cardinal/ui/layout/Text.tsx';
import { StatusTag } from '@cardinal/ui/StatusTag.tsx';
import { Select } from 'antd';
import { useId, useState } from 'react';
import { FactsList } from '../../../kit/FactsList.tsx';
import { Field } from '../../../kit/Field.tsx';
import { LinesTable } from '../../../kit/LinesTable.tsx';
import { TryCard } from '../../../parts/control/TryCard.tsx';

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
};
const LOOKS = {
  allowed: { shape: 'disc', tone: 'good' },
  refused: { shape: 'cross', tone: 'bad' },
  notSold: { shape: 'ring', tone: 'neutral' },
} as const;

type Props = { readonly rule?: { readonly id: string; readonly name: string }; readonly onClose: () => void };

/** Which packages a card can be renewed with now, and which rules say no. */
export default function TryRenewal({ rule, onClose }: Props) {
  const t = useText();
  const channelId = useId();
  const [channel, setChannel] = useState<SalesChannel>('platform');
  return (
    <TryCard
      title={rule ? t(words.withRule, { name: rule.name }) : t(tryRenewal.summary)}
      note={t(words.note)}
      width={720}
      endpoint={tryRenewal}
      asks={(iccid) => ({ iccid, channel, ...(rule ? { id: rule.id } : {}) })}
      fields={
        <Field id={channelId} label={t(SalesChannel.title)}>
          <Select
            id={channelId}
            value={channel}
            options={SalesChannel.options.map(({ value, label }) => ({ value, label: t(label) }))}
            onChange={setChannel}
          />
        </Field>
      }
      onClose={onClose}
    >
      {(data) => (
        <>
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
        </>
      )}
    </TryCard>
  );
}
