import { previewReminder } from '@cardinal/contract/api/usageReminders/rules.ts';
import { variablesOf } from '@cardinal/contract/api/usageReminders/template.ts';
import type { RemindKind } from '@cardinal/contract/enumerations/reminder.ts';
import { verbs } from '@cardinal/contract/words.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Inline, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Note, Span } from '@cardinal/ui/layout/Text.tsx';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { isFailure } from '../../../http/failure.ts';
import type { Values } from '../../../kit/form/formFields.ts';
import { useRead } from '../../../kit/useRead.ts';

const words = {
  iccid: text('用这张卡预览（ICCID，可不填）', 'Preview with this card (ICCID, may stay empty)'),
  can: text('可用变量：{list}', 'Variables: {list}'),
};
const MEANING: Readonly<Record<string, Text>> = {
  iccid: text('卡号', 'the card’s number'),
  customer: text('持卡客户', 'its customer'),
  package: text('套餐', 'its package'),
  threshold: text('达到的阈值', 'the threshold reached'),
  percent: text('已用比例', 'share used'),
  used: text('已用量', 'volume used'),
  left: text('剩余量', 'volume left'),
  total: text('总量', 'allowance'),
  days: text('剩余天数', 'days left'),
  endsOn: text('最后有效日', 'last day of service'),
  pool: text('池编号', 'the pool’s code'),
};

/** Why a preview was refused: at which variable, or that there is no such card. */
const whyOf = (error: Error): string =>
  isFailure(error) && error.fields && error.fields.length > 0
    ? error.fields.map(({ message }) => message).join(' ')
    : error.message;

/** What the texts of a form can say, and say of a card. */
export function PreviewText({ id, values }: { id: string; values: Values }) {
  const t = useText();
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState<Parameters<typeof useRead<typeof previewReminder>>[1]>(false);
  const answer = useRead(previewReminder, asked, { retry: false });
  const kind = values['kind'] as RemindKind;
  const ask = () =>
    setAsked({
      kind,
      textZh: String(values['textZh'] ?? ''),
      textEn: String(values['textEn'] ?? ''),
      ...(typed.trim() === '' ? {} : { iccid: typed.trim() }),
    });
  const { data, error } = answer;
  return (
    <Stack gap="s">
      <Span ink="secondary" size="s">
        {t(words.can, {
          list: variablesOf(kind)
            .map((name) => `{${name}} ${t(MEANING[name] ?? text(name, name))}`)
            .join(' · '),
        })}
      </Span>
      <Inline isOneLine>
        <Input
          id={id}
          maxLength={64}
          aria-label={t(words.iccid)}
          placeholder={t(words.iccid)}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button loading={answer.isFetching} onClick={ask}>
          {t(verbs.preview)}
        </Button>
      </Inline>
      {error ? <Note tone="danger">{whyOf(error)}</Note> : null}
      {data && !error ? (
        <Note tone="plain">
          <Span isBlock>{data.textZh}</Span>
          <Span isBlock>{data.textEn}</Span>
        </Note>
      ) : null}
    </Stack>
  );
}
