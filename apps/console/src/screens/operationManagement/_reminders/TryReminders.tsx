import { listCards } from '@cardinal/contract/api/cards/cardList.ts';
import { listReminders } from '@cardinal/contract/api/usageReminders/messages.ts';
import { tryReminders } from '@cardinal/contract/api/usageReminders/rules.ts';
import { RemindKind, RemindVerdict } from '@cardinal/contract/enumerations/reminder.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Note, Span } from '@cardinal/ui/layout/Text.tsx';
import { StatusTag } from '@cardinal/ui/StatusTag.tsx';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import { FactsList } from '../../../kit/FactsList.tsx';
import { LinesTable } from '../../../kit/LinesTable.tsx';
import { TryCard } from '../../../parts/control/TryCard.tsx';

const words = {
  withRule: text('试算提醒：视「{name}」为已启用', 'Try reminders, as if “{name}” were on'),
  note: text('按当前读数判断，不发送任何内容。', 'Judged by what is known now. Nothing is sent.'),
  none: text('没有启用的规则涉及此卡', 'No rule that is on is about this card'),
  above: text('上级规则', 'Rule of a parent customer'),
};
const LOOKS = {
  tells: { shape: 'disc', tone: 'good' },
  told: { shape: 'square', tone: 'neutral' },
  below: { shape: 'ring', tone: 'neutral' },
  inPool: { shape: 'ring', tone: 'neutral' },
  noPackage: { shape: 'ring', tone: 'neutral' },
  unknown: { shape: 'half', tone: 'warning' },
} as const;

type Props = { readonly rule?: { readonly id: string; readonly name: string }; readonly onClose: () => void };

/** Which rules would say what of a card now. */
export default function TryReminders({ rule, onClose }: Props) {
  const t = useText();
  return (
    <TryCard
      title={rule ? t(words.withRule, { name: rule.name }) : t(tryReminders.summary)}
      note={t(words.note)}
      width={760}
      endpoint={tryReminders}
      asks={(iccid) => ({ iccid, ...(rule ? { id: rule.id } : {}) })}
      onClose={onClose}
    >
      {(data) => (
        <>
          <FactsList
            facts={[
              { label: nouns.customer, value: data.customerName },
              { label: nouns.package, value: data.packageName },
              { label: nouns.used, value: data.usedPercent === null ? null : `${data.usedPercent}%` },
              {
                label: listCards.fields.packageEndsAt.label,
                value: data.endsAt === null ? null : <TimeText at={data.endsAt} />,
              },
              { label: listReminders.fields.poolCode.label, value: data.poolCode },
            ]}
          />
          {data.rules.length === 0 ? (
            <Note tone="plain">{t(words.none)}</Note>
          ) : (
            <LinesTable heads={[listReminders.fields.ruleName.label, nouns.outcome, listReminders.fields.text.label]}>
              {data.rules.map((each, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: rules from above have no name; the list never changes
                <tr key={at}>
                  <td>
                    <Stack gap="none">
                      <Span ink={each.isFromAbove ? 'secondary' : 'ink'}>{each.name ?? t(words.above)}</Span>
                      <Span ink="secondary" size="s">
                        {t(RemindKind.labelOf(each.kind))}
                        {each.threshold === null ? '' : ` · ${each.threshold}`}
                      </Span>
                    </Stack>
                  </td>
                  <td>
                    <StatusTag word={t(RemindVerdict.labelOf(each.verdict))} {...LOOKS[each.verdict]} />
                    {each.toldAt === null ? null : (
                      <Span ink="secondary" size="s" isBlock>
                        <TimeText at={each.toldAt} />
                      </Span>
                    )}
                  </td>
                  <td>{each.text ?? '—'}</td>
                </tr>
              ))}
            </LinesTable>
          )}
        </>
      )}
    </TryCard>
  );
}
