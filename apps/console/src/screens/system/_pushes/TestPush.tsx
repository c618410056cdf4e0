import { TOLD_EVENTS } from '@cardinal/contract/api/openApi/eventInterfaces.ts';
import { type listPushSubscriptions, testPush } from '@cardinal/contract/api/pushes/subscriptions.ts';
import { PushEvent } from '@cardinal/contract/enumerations/push.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { units } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Paragraph } from '@cardinal/ui/layout/Text.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { StatusTag } from '@cardinal/ui/StatusTag.tsx';
import { Select } from 'antd';
import { useState } from 'react';
import { CallButton } from '../../../kit/CallButton.tsx';
import { useChange } from '../../../kit/change.ts';
import { Field } from '../../../kit/Field.tsx';
import { Exchange } from '../../../parts/pushes/Exchange.tsx';

const words = {
  title: text('测试推送到「{name}」', 'Test push to “{name}”'),
  note: text(
    '发送一条带 "test": true 的示例事件，签名与正式推送相同；不重试，不计入成功率。',
    'Sends a sample event marked "test": true, signed like any other. It is not repeated and does not count.',
  ),
  event: text('事件', 'Event'),
  send: text('发送测试', 'Send a test'),
};

type Told = (typeof TOLD_EVENTS)[number];

/** One sample event on demand, with our request and their answer. */
export default function TestPush(props: { subscription: RowOf<typeof listPushSubscriptions>; onClose: () => void }) {
  const t = useText();
  const { id, name, events } = props.subscription;
  const [event, setEvent] = useState<Told>(TOLD_EVENTS.find((each) => events.includes(each)) ?? TOLD_EVENTS[0]);
  const [answer, setAnswer] = useState<AnswerOf<typeof testPush>>();
  const sending = useChange(testPush);
  const send = async () => {
    const told = await sending.run({ body: { id, event } });
    if (told) setAnswer(told);
  };
  return (
    <Sheet isOpen title={t(words.title, { name })} width={640} onClose={props.onClose}>
      <Stack gap="l">
        <Paragraph ink="secondary">{t(words.note)}</Paragraph>
        <Field id="push-test-event" label={t(words.event)}>
          <Select
            id="push-test-event"
            value={event}
            options={TOLD_EVENTS.map((each) => ({ value: each, label: t(PushEvent.labelOf(each)) }))}
            onChange={setEvent}
          />
        </Field>
        <div>
          <CallButton call={testPush} type="primary" loading={sending.isRunning} onClick={() => void send()}>
            {t(words.send)}
          </CallButton>
        </div>
        {answer ? (
          <Stack gap="m" aria-live="polite">
            <StatusTag
              shape={answer.isDelivered ? 'disc' : 'cross'}
              tone={answer.isDelivered ? 'good' : 'bad'}
              word={answer.words}
              origin={`${countAmount(answer.durationMs)} ${t(units.milliseconds)}`}
            />
            <Exchange url={answer.url} headers={answer.headers} body={answer.body} answer={answer.answer} />
          </Stack>
        ) : null}
      </Stack>
    </Sheet>
  );
}
