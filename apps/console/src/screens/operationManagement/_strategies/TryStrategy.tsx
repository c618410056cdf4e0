import { tryStrategy } from '@cardinal/contract/api/operationStrategies/strategies.ts';
import { nouns, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Note, Paragraph, Span } from '@cardinal/ui/layout/Text.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { StatusTag } from '@cardinal/ui/StatusTag.tsx';
import { Button, Input } from 'antd';
import { useId, useState } from 'react';
import { Field } from '../../../kit/Field.tsx';
import { Panel } from '../../../kit/Panel.tsx';
import { useRead } from '../../../kit/useRead.ts';
import { CardNumber } from '../../../parts/cards/CardNumber.tsx';

const words = {
  title: text('试算策略「{name}」', 'Try the strategy “{name}”'),
  note: text('按当前事实判断，不会做任何动作。', 'Judged by what is known now. Nothing is done.'),
  numbers: text('ICCID，可粘贴多个', 'ICCIDs, one or a pasted list'),
  fires: text('会触发', 'Fires'),
  not: text('不会触发', 'Does not fire'),
  notFound: text('找不到：{numbers}', 'Not found: {numbers}'),
};
const MOST_LENGTH = 2_200;
const LOOKS = {
  holds: { shape: 'disc', tone: 'good' },
  fails: { shape: 'cross', tone: 'neutral' },
} as const;

type Props = { readonly strategy: { readonly id: string; readonly name: string }; readonly onClose: () => void };

/** Whether a strategy would fire on cards now, and why not. */
export default function TryStrategy({ strategy, onClose }: Props) {
  const t = useText();
  const id = useId();
  const [typed, setTyped] = useState('');
  const [iccids, setAsked] = useState<string>();
  const answer = useRead(tryStrategy, iccids !== undefined && { id: strategy.id, iccids });
  const { data } = answer;
  return (
    <Sheet isOpen title={t(words.title, { name: strategy.name })} width={640} onClose={onClose}>
      <Stack
        as="form"
        gap="l"
        onSubmit={(event) => {
          event.preventDefault();
          setAsked(typed.trim());
        }}
      >
        <Paragraph ink="secondary">{t(words.note)}</Paragraph>
        <Field id={id} label={t(words.numbers)} isRequired>
          <Input.TextArea
            id={id}
            rows={3}
            maxLength={MOST_LENGTH}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </Field>
        <div>
          <Button type="primary" htmlType="submit" disabled={typed.trim() === ''} loading={answer.isFetching}>
            {t(verbs.try)}
          </Button>
        </div>
      </Stack>
      {data ? (
        <Stack gap="m" above="l" aria-label={t(nouns.outcome)}>
          {data.cards.map(({ iccid, fires, reasons }) => (
            <Panel key={iccid} title={t(fires ? words.fires : words.not)} aside={<CardNumber iccid={iccid} />}>
              <Stack as="ul" gap="xs">
                {reasons.map((each) => (
                  <li key={each.words}>
                    <StatusTag word={each.words} {...(each.holds ? LOOKS.holds : LOOKS.fails)} />
                  </li>
                ))}
              </Stack>
            </Panel>
          ))}
          {data.notFound.length > 0 ? (
            <Note tone="plain">
              <Span>{t(words.notFound, { numbers: data.notFound.join(', ') })}</Span>
            </Note>
          ) : null}
        </Stack>
      ) : null}
    </Sheet>
  );
}
