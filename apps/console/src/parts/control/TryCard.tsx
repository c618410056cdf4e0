import type { AnswerOf, Endpoint } from '@cardinal/contract/framework/endpoint.ts';
import { nouns, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Paragraph } from '@cardinal/ui/layout/Text.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { Button, Input } from 'antd';
import { type ReactNode, useId, useState } from 'react';
import { Field } from '../../kit/Field.tsx';
import { NotLoaded } from '../../kit/NotLoaded.tsx';
import { type AskedOf, useRead } from '../../kit/useRead.ts';

export const TRY_ICCID = text('试算 ICCID', 'Try an ICCID');
const FAILED = text('试算失败', 'It could not be tried');

/** What rules say of one card now: its number, what else is asked, and the answer. */
export function TryCard<E extends Endpoint>(props: {
  readonly title: string;
  /** Of what it goes by, and that nothing is done. */
  readonly note: string;
  readonly width: number;
  readonly endpoint: E;
  readonly asks: (iccid: string) => AskedOf<E>;
  /** Further fields below the number. */
  readonly fields?: ReactNode;
  readonly children: (answer: AnswerOf<E>) => ReactNode;
  readonly onClose: () => void;
}) {
  const t = useText();
  const id = useId();
  const [typed, setTyped] = useState('');
  const [asked, ask] = useState<AskedOf<E> | false>(false);
  const answer = useRead(props.endpoint, asked);
  const { data } = answer;
  return (
    <Sheet isOpen title={props.title} width={props.width} onClose={props.onClose}>
      <Stack
        as="form"
        gap="l"
        onSubmit={(event) => {
          event.preventDefault();
          ask(props.asks(typed.trim()));
        }}
      >
        <Paragraph ink="secondary">{props.note}</Paragraph>
        <Field id={id} label="ICCID" isRequired>
          <Input id={id} maxLength={64} value={typed} onChange={(event) => setTyped(event.target.value)} />
        </Field>
        {props.fields}
        <div>
          <Button type="primary" htmlType="submit" disabled={typed.trim() === ''} loading={answer.isFetching}>
            {t(verbs.try)}
          </Button>
        </div>
      </Stack>
      {asked !== false && answer.error ? (
        <NotLoaded failed={FAILED} error={answer.error} onRetry={answer.refetch} />
      ) : null}
      {data === undefined ? null : (
        <Stack gap="m" above="l" aria-label={t(nouns.outcome)}>
          {props.children(data)}
        </Stack>
      )}
    </Sheet>
  );
}
