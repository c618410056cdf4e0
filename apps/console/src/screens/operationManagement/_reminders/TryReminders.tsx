import { listReminders } from '@cardinal/contract/api/usageReminders/messages.ts';
import { tryReminders } from '@cardinal/contract/api/usageReminders/rules.ts';
import { RemindKind, RemindVerdict } from '@cardinal/contract/enumerations/reminder.ts';
import { nouns, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Note, Paragraph, Span } from '@cardinal/ui/layout/Text.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { StatusTag } from '@cardinal/ui/StatusTag.tsx';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import { Button, Input } from 'antd';
import { useId, useState } from 'react';
import { FactsList } from '../../../kit/FactsList.tsx';
import { Field } from '../../../kit/Field.tsx';
import { LinesTable } from '../../../kit/LinesTable.tsx';
import { NotLoaded } from '../../../kit/NotLoaded.tsx';
import { useRead } from '../../../kit/useRead.ts';

const words = {
  withRule: text('试算提醒：视「{name}」为已启用', 'Try reminders, as if “{name}” were on'),
  note: text('按当前读数判断，不发送任何内容。', 'Judged by what is known now. Nothing is sent.'),
  used: text('已用', 'Used'),
  ends: text('套餐到期', 'Package ends'),
  none: text('没有启用的规则涉及此卡', 'No rule that is on is about this card'),
  above: text('上级规则', 'Rule of a parent customer'),
  failed: text('试算失败', 'It could not be tried'),
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
  const id = useId();
  const [typed, setTyped] = useState('');
  const [iccid, ask] = useState<string>();
  const answer = useRead(tryReminders, iccid !== undefined && { iccid, ...(rule ? { id: rule.id } : {}) });
  const { data } = answer;
  return (
    <Sheet
      isOpen
      title={rule ? t(words.withRule, { name: rule.name }) : t(tryReminders.summary)}
      width={760}
      onClose={onClose}
    >
      <Stack
        as="form"
        gap="l"
        onSubmit={(event) => {
          event.preventDefault();
          ask(typed.trim());
        }}
      >
        <Paragraph ink="secondary">{t(words.note)}</Paragraph>
        <Field id={id} label="ICCID" isRequired>
          <Input id={id} maxLength={64} value={typed} onChange={(event) => setTyped(event.target.value)} />
        </Field>
        <div>
          <Button type="primary" htmlType="submit" disabled={typed.trim() === ''} loading={answer.isFetching}>
            {t(verbs.try)}
          </Button>
        </div>
      </Stack>
      {iccid !== undefined && answer.error ? (
        <NotLoaded failed={words.failed} error={answer.error} onRetry={answer.refetch} />
      ) : null}
      {data ? (
        <Stack gap="m" above="l" aria-label={t(nouns.outcome)}>
          <FactsList
            facts={[
              { label: nouns.customer, value: data.customerName },
              { label: nouns.package, value: data.packageName },
              { label: words.used, value: data.usedPercent === null ? null : `${data.usedPercent}%` },
              { label: words.ends, value: data.endsAt === null ? null : <TimeText at={data.endsAt} /> },
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
        </Stack>
      ) : null}
    </Sheet>
  );
}
