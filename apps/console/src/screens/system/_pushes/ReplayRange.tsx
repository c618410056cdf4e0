import { MOST_REPLAYED, replayPushes } from '@cardinal/contract/api/pushes/deliveries.ts';
import type { listPushSubscriptions } from '@cardinal/contract/api/pushes/subscriptions.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Paragraph } from '@cardinal/ui/layout/Text.tsx';
import { useState } from 'react';
import { FormDrawer } from '../../../kit/form/FormDrawer.tsx';

const words = {
  title: text('重放「{name}」的一段时间', 'Replay a period of “{name}”'),
  note: text(
    '按原事件编号重新推送，对方可据此去重；一次最多 {n} 条。',
    'Sent again under the same event ids, so that the receiver can tell. At most {n} at once.',
  ),
  from: text('起始时间', 'Created from'),
  to: text('截止时间', 'Created until'),
  undelivered: text('只重放未送达的', 'Undelivered only'),
  replayed: text('已提交重放，结果见推送日志', 'Replay started; the push log shows the outcome'),
};

const DAY_MS = 86_400_000;

/** Sends again what a subscription was to be sent within a time. */
export default function ReplayRange(props: { subscription: RowOf<typeof listPushSubscriptions>; onClose: () => void }) {
  const t = useText();
  const { id, name } = props.subscription;
  const [initial] = useState(() => ({
    from: new Date(Date.now() - DAY_MS).toISOString(),
    to: new Date().toISOString(),
    isUndeliveredOnly: true,
  }));
  return (
    <FormDrawer
      endpoint={replayPushes}
      title={t(words.title, { name })}
      submit={replayPushes.summary}
      intro={
        <Paragraph ink="secondary" below="l">
          {t(words.note, { n: MOST_REPLAYED })}
        </Paragraph>
      }
      fields={[
        { name: 'from', kind: 'time', label: words.from, isRequired: true },
        { name: 'to', kind: 'time', label: words.to, isRequired: true },
        { name: 'isUndeliveredOnly', kind: 'flag', label: words.undelivered },
      ]}
      initial={initial}
      toBody={({ from, to, isUndeliveredOnly }) => ({
        by: 'range',
        subscriptionId: id,
        from,
        to,
        isUndeliveredOnly: isUndeliveredOnly === true,
      })}
      done={t(words.replayed)}
      onClose={props.onClose}
    />
  );
}
