import { PositionSource } from '@cardinal/contract/api/cardLookups/positioning.ts';
import { EventResult } from '@cardinal/contract/api/cards/history.ts';
import { readonlyFields, type readReadonlyCard } from '@cardinal/contract/api/cardViews/readonlyCards.ts';
import { CardKind, OnlineState, RealNameStatus, StopReason } from '@cardinal/contract/enumerations/card.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { nouns, sentences } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { classNames } from '@cardinal/ui/classNames.ts';
import { Identifier } from '@cardinal/ui/Identifier.tsx';
import { AlertIcon, CheckIcon, InfoIcon } from '@cardinal/ui/icons.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { Grid } from '@cardinal/ui/layout/Grid.tsx';
import { Inline, Spacer, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Span } from '@cardinal/ui/layout/Text.tsx';
import { Volume } from '@cardinal/ui/Quantity.tsx';
import { StatusTag } from '@cardinal/ui/StatusTag.tsx';
import { TimeAgo, TimeText } from '@cardinal/ui/TimeText.tsx';
import type { ReactNode } from 'react';
import { Panel } from '../../../kit/Panel.tsx';
import { CarrierName } from '../../../kit/table/CarrierName.tsx';
import { CardStatus } from '../../../parts/cards/CardStatus.tsx';
import { FunctionCell, minutesUsed, SmsCell } from '../../../parts/cards/cardColumns.tsx';
import { hasUnlimitedData } from '../../../parts/cards/unlimitedData.ts';
import { Facts } from '../../../parts/cardViews/Facts.tsx';
import { Ring } from '../../../parts/cardViews/Ring.tsx';
import { UsageChart } from '../../../parts/cardViews/UsageChart.tsx';
import { VoiceChart } from '../../../parts/cardViews/VoiceChart.tsx';

const words = {
  ofMinutes: text('{used} / {total} 分钟', '{used} / {total} min'),
  functions: text('语音与短信功能', 'Voice and SMS'),
  timeline: text('状态记录', 'Status timeline'),
  noTimeline: text('没有状态变更', 'No status changes'),
  location: text('最近位置', 'Last position'),
  place: text('位置', 'Place'),
  noPlace: text('没有可显示的位置', 'No positions to show'),
  accuracy: text('误差', 'Accuracy'),
  metres: text('约 {n} 米', 'about {n} m'),
  source: text('定位方式', 'Source'),
};

/** The district, or the coordinates (WGS-84) of a point. */
const placeOf = ({ district, latitude, longitude }: NonNullable<ReadonlyView['location']>): string | null =>
  district ?? (latitude === null || longitude === null ? null : `${latitude.toFixed(4)}, ${longitude.toFixed(4)}`);

export type ReadonlyView = AnswerOf<typeof readReadonlyCard>;

const FINDING = {
  good: { look: 'is-good', icon: <CheckIcon /> },
  attention: { look: 'is-warning', icon: <InfoIcon /> },
  bad: { look: 'is-bad', icon: <AlertIcon /> },
} as const;

function Head(props: { view: ReadonlyView; tools: ReactNode }) {
  const { card, diagnosis } = props.view;
  const t = useText();
  const finding = FINDING[diagnosis.state];
  return (
    <Stack as="header" gap="s" below="xs">
      <Inline>
        <h1>
          <Identifier value={card.iccid} />
        </h1>
        <Spacer />
        {card.lastSyncAt ? (
          <Span ink="secondary" size="m" isOneLine>
            {t(nouns.synced)} <TimeAgo at={card.lastSyncAt} />
          </Span>
        ) : null}
        {props.tools}
      </Inline>
      <Inline gap="l" ink="secondary">
        {card.businessNumber ? <Identifier value={card.businessNumber} /> : null}
        <span>
          <CarrierName platform={card.platform} />
        </span>
        <span>{t(CardKind.labelOf(card.kind))}</span>
      </Inline>
      <Inline as="ul">
        <li>
          <CardStatus card={{ ...card, stopReasons: [] }} />
        </li>
        {card.stopReasons.map((reason) => (
          <li key={reason}>
            <StatusTag shape="square" tone="bad" word={t(StopReason.labelOf(reason))} />
          </li>
        ))}
        {card.realNameStatus === null ? null : (
          <li>
            <StatusTag
              shape={card.realNameStatus === RealNameStatus.values.realNamed ? 'disc' : 'ring'}
              tone={card.realNameStatus === RealNameStatus.values.realNamed ? 'good' : 'warning'}
              word={t(RealNameStatus.labelOf(card.realNameStatus))}
            />
          </li>
        )}
        {card.onlineState === null ? null : (
          <li>
            <StatusTag
              shape={card.onlineState === OnlineState.values.online ? 'disc' : 'ring'}
              tone={card.onlineState === OnlineState.values.online ? 'good' : 'neutral'}
              word={t(OnlineState.labelOf(card.onlineState))}
            />
          </li>
        )}
      </Inline>
      <p className={classNames('card-diagnosis', finding.look)} role="status" aria-label={t(nouns.diagnosis)}>
        {finding.icon}
        <span>{diagnosis.words}</span>
      </p>
    </Stack>
  );
}

/** The used share of each allowance; minutes first for a voice card. */
function Allowances(props: { view: ReadonlyView }) {
  const { card } = props.view;
  const t = useText();
  const data = card.flowUsed !== null && card.flowTotal !== null && (
    <Stack as="figure" key="data" gap="s" align="center">
      <Ring used={BigInt(card.flowUsed)} total={BigInt(card.flowTotal)} />
      <figcaption>
        {t(nouns.data)} <Volume bytes={card.flowUsed} /> / <Volume bytes={card.flowTotal} />
      </figcaption>
    </Stack>
  );
  const endless = card.flowUsed !== null && hasUnlimitedData(card) && (
    <Stack as="figure" key="data" gap="s" align="center">
      <figcaption>
        {t(nouns.data)} <Volume bytes={card.flowUsed} /> / {t(nouns.unlimited)}
      </figcaption>
    </Stack>
  );
  const voice = card.voiceUsed !== null && card.voiceTotal !== null && (
    <Stack as="figure" key="voice" gap="s" align="center">
      <Ring used={BigInt(card.voiceUsed)} total={BigInt(card.voiceTotal)} />
      <figcaption>
        {t(nouns.voice)}{' '}
        {t(words.ofMinutes, {
          used: countAmount(minutesUsed(card.voiceUsed)),
          total: countAmount(BigInt(card.voiceTotal) / 60n),
        })}
      </figcaption>
    </Stack>
  );
  const sms = card.smsUsed !== null && card.smsTotal !== null && card.smsTotal > 0 && (
    <Stack as="figure" key="sms" gap="s" align="center">
      <Ring used={BigInt(card.smsUsed)} total={BigInt(card.smsTotal)} />
      <figcaption>
        {t(nouns.sms)} <SmsCell row={card} />
      </figcaption>
    </Stack>
  );
  const rings = [voice, sms, data, endless].filter(Boolean);
  return (
    <Panel title={t(nouns.usage)} asOf={card.usageAt ?? undefined}>
      {rings.length > 0 ? (
        <Grid columns="narrow" gap="l">
          {rings}
        </Grid>
      ) : (
        <p>{t(sentences.noReadings)}</p>
      )}
    </Panel>
  );
}

/** Everything the caller's roles see of a card. */
export function ReadonlyFacts(props: { view: ReadonlyView; tools: ReactNode }) {
  const { view } = props;
  const { card, groups, session, location } = view;
  const t = useText();
  const time = (at: string | null) => (at ? <TimeText at={at} /> : null);
  return (
    <>
      <Head view={view} tools={props.tools} />
      <Grid columns={3} gap="m" above="m">
        {groups.includes('usage') ? (
          <>
            <Allowances view={view} />
            {card.kind === CardKind.values.voice ? <VoiceChart cardId={card.id} className="wide" /> : null}
            <UsageChart cardId={card.id} className="wide" />
          </>
        ) : null}
        {groups.includes('package') ? (
          <Panel title={t(nouns.package)}>
            <Facts
              facts={[
                { label: readonlyFields.packageName.label, value: card.packageName },
                { label: readonlyFields.packageEndsAt.label, value: time(card.packageEndsAt) },
                { label: readonlyFields.servicePeriodEnd.label, value: time(card.servicePeriodEnd) },
              ]}
            />
          </Panel>
        ) : null}
        {card.kind === CardKind.values.voice ? (
          <Panel title={t(words.functions)}>
            <Facts
              facts={[
                { label: readonlyFields.voiceOn.label, value: <FunctionCell isOn={card.voiceOn} /> },
                { label: readonlyFields.smsOn.label, value: <FunctionCell isOn={card.smsOn} /> },
                { label: readonlyFields.whiteListCount.label, value: card.whiteListCount },
              ]}
            />
          </Panel>
        ) : null}
        {groups.includes('session') ? (
          <Panel title={t(nouns.latestSession)} asOf={session?.readAt}>
            <Facts
              facts={[
                { label: readonlyFields.lastSessionAt.label, value: time(card.lastSessionAt) },
                { label: nouns.started, value: time(session?.startedAt ?? null) },
                { label: nouns.ended, value: time(session?.endedAt ?? null) },
                { label: 'APN', value: session?.apn },
              ]}
            />
          </Panel>
        ) : null}
        {groups.includes('location') ? (
          <Panel title={t(words.location)}>
            <Facts
              facts={[
                { label: words.place, value: location ? placeOf(location) : t(words.noPlace) },
                { label: nouns.seenAt, value: time(location?.at ?? null) },
                {
                  label: words.accuracy,
                  value: location?.accuracyMetres ? t(words.metres, { n: countAmount(location.accuracyMetres) }) : null,
                },
                { label: words.source, value: location ? t(PositionSource.labelOf(location.source)) : null },
              ]}
            />
          </Panel>
        ) : null}
        {groups.includes('timeline') ? (
          <Panel title={t(words.timeline)}>
            {view.timeline.length === 0 ? (
              <p>{t(words.noTimeline)}</p>
            ) : (
              <Stack as="ol" isDivided size="m">
                {view.timeline.map((line) => (
                  <li key={line.id}>
                    <Inline justify="between">
                      <TimeText at={line.at} />
                      <small>{t(EventResult.labelOf(line.result))}</small>
                    </Inline>
                    {line.words}
                  </li>
                ))}
              </Stack>
            )}
          </Panel>
        ) : null}
      </Grid>
    </>
  );
}
