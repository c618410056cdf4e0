import { BODY_DAYS, listPushDeliveries, readPushDelivery } from '@cardinal/contract/api/pushes/deliveries.ts';
import { DeliveryState, PushEvent } from '@cardinal/contract/enumerations/push.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { nouns, units } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Inline, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Heading, Paragraph, Span } from '@cardinal/ui/layout/Text.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { StatusTag } from '@cardinal/ui/StatusTag.tsx';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import { FactsList } from '../../../kit/FactsList.tsx';
import { NotLoaded } from '../../../kit/NotLoaded.tsx';
import { WholeCode } from '../../../kit/table/cells.tsx';
import { useRead } from '../../../kit/useRead.ts';
import { CardNumber } from '../../../parts/cards/CardNumber.tsx';
import { Exchange } from '../../../parts/pushes/Exchange.tsx';
import { DELIVERY_LOOKS } from '../../../parts/pushes/pushLooks.ts';

const words = {
  failed: text('推送详情加载失败', 'Failed to load the delivery'),
  tries: text('推送记录（{n}）', 'Attempts ({n})'),
  nth: text('第 {n} 次', 'No. {n}'),
  notKept: text('正文只保留 {n} 天，已清除。', 'Bodies are kept for {n} days; this one is gone.'),
  notTried: text('尚未推送。', 'Not tried yet.'),
};

type Delivery = AnswerOf<typeof readPushDelivery>;
const { fields } = listPushDeliveries;

function Facts({ of }: { of: Delivery }) {
  const t = useText();
  return (
    <FactsList
      facts={[
        {
          label: fields.state.label,
          value: <StatusTag {...DELIVERY_LOOKS[of.state]} word={t(DeliveryState.labelOf(of.state))} />,
        },
        {
          label: fields.type.label,
          value: (
            <>
              {t(PushEvent.labelOf(of.type))} <code>{of.type}</code>
            </>
          ),
        },
        { label: fields.eventId.label, value: <WholeCode value={of.eventId} /> },
        ...(of.iccid === null ? [] : [{ label: fields.iccid.label, value: <CardNumber iccid={of.iccid} /> }]),
        ...(of.orderNo === null ? [] : [{ label: fields.orderNo.label, value: <WholeCode value={of.orderNo} /> }]),
        { label: fields.subscriptionName.label, value: of.subscriptionName },
        { label: fields.happenedAt.label, value: <TimeText at={of.happenedAt} /> },
        ...(of.nextAt === null ? [] : [{ label: fields.nextAt.label, value: <TimeText at={of.nextAt} /> }]),
        ...(of.sentAt === null ? [] : [{ label: fields.sentAt.label, value: <TimeText at={of.sentAt} /> }]),
      ]}
    />
  );
}

/** The latest first: it says how things stand. */
function Tries({ of }: { of: Delivery }) {
  const t = useText();
  const latest = of.tries.map((each, at) => ({ ...each, n: at + 1 })).reverse();
  if (latest.length === 0) return <Paragraph ink="secondary">{t(words.notTried)}</Paragraph>;
  return (
    <Stack gap="l">
      {latest.map((each) => {
        const isOk = each.httpStatus !== null && each.httpStatus >= 200 && each.httpStatus < 300;
        return (
          <Stack key={each.n} gap="s">
            <Inline gap="m">
              <Span ink="secondary">{t(words.nth, { n: each.n })}</Span>
              <StatusTag
                shape={isOk ? 'disc' : each.endedAt === null ? 'half' : 'cross'}
                tone={isOk ? 'good' : each.endedAt === null ? 'warning' : 'bad'}
                word={each.words}
                {...(each.durationMs === null
                  ? {}
                  : { origin: `${countAmount(each.durationMs)} ${t(units.milliseconds)}` })}
              />
              <TimeText at={each.startedAt} />
            </Inline>
            {each.n === latest.length ? (
              <Exchange url={of.url} headers={each.headers} answer={each.answer} />
            ) : each.answer ? (
              <Exchange answer={each.answer} />
            ) : null}
          </Stack>
        );
      })}
    </Stack>
  );
}

/** One event for one address: what was sent, and each answer. */
export default function PushPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useText();
  const { data, error, refetch } = useRead(readPushDelivery, { id });
  return (
    <Sheet isOpen title={data ? data.eventId : t(nouns.details)} width={680} onClose={onClose}>
      {data ? (
        <Stack gap="l">
          <Facts of={data} />
          <Heading>{t(words.tries, { n: data.tries.length })}</Heading>
          <Tries of={data} />
          <Stack gap="m">
            {data.body === null ? (
              <Paragraph ink="secondary">{t(words.notKept, { n: BODY_DAYS })}</Paragraph>
            ) : (
              <Exchange body={data.body} />
            )}
          </Stack>
        </Stack>
      ) : (
        <NotLoaded failed={words.failed} error={error} onRetry={refetch} />
      )}
    </Sheet>
  );
}
