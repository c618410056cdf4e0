import { cardFields } from '@cardinal/contract/api/cards/cardFields.ts';
import { readCardPlaces } from '@cardinal/contract/api/carrierSync/sessions.ts';
import { ReadingKind } from '@cardinal/contract/api/carriers/carrierMonitor.ts';
import { PRODUCT_TERMS } from '@cardinal/contract/api/catalogue/products.ts';
import { readPoolOfCard } from '@cardinal/contract/api/pools/poolCards.ts';
import { CardSize } from '@cardinal/contract/enumerations/card.ts';
import { ImeiLock } from '@cardinal/contract/enumerations/product.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { daysLong } from '@cardinal/primitives/dayWords.ts';
import { text } from '@cardinal/primitives/text.ts';
import { DEFAULT_ZONE } from '@cardinal/primitives/zone.ts';
import { Identifier } from '@cardinal/ui/Identifier.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { Grid } from '@cardinal/ui/layout/Grid.tsx';
import { Inline, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Span } from '@cardinal/ui/layout/Text.tsx';
import { wallTime } from '@cardinal/ui/moments.ts';
import { Volume, VolumeBar } from '@cardinal/ui/Quantity.tsx';
import { StatusTag } from '@cardinal/ui/StatusTag.tsx';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import { lazy, type ReactNode, Suspense } from 'react';
import { Panel } from '../../kit/Panel.tsx';
import { Nothing } from '../../kit/table/cells.tsx';
import { mayCall } from '../../shell/permissions.ts';
import { hasUnlimitedData } from '../cards/unlimitedData.ts';
import { Facts } from './Facts.tsx';
import { Ring } from './Ring.tsx';
import { UsageChart } from './UsageChart.tsx';
import { type CardView, statusAsOf } from './useCard.ts';

const PoolOfCard = lazy(() => import('./PoolOfCard.tsx'));
const PlaceOfCard = lazy(async () => ({ default: (await import('./CardPlaces.tsx')).PlaceOfCard }));

const words = {
  allowance: text('本周期用量', 'Usage this cycle'),
  noPackage: text('没有套餐记录', 'No package records'),
  unread: text('尚无用量读数', 'No usage readings yet'),
  over: text('超出', 'Over'),
  cycle: text('计费周期', 'Billing cycle'),
  cycleDay: text('每月 {day} 日', 'Day {day} of the month'),
  daysLeft: text('{from} 至 {to}，还有{left}', '{from} to {to}, {left} left'),
  numbers: text('号码', 'Numbers'),
  inPlace: text('一致', 'In place'),
  separated: text('机卡不一致', 'In another device'),
  testEnds: text('测试期至', 'Test until'),
  silentEnds: text('静默期至', 'Silent until'),
  facts: text('卡资料', 'Card'),
  asOf: text('{kind}更新于', '{kind} as of'),
  lateMinutes: text('运营商通常延迟 {n} 分钟', 'typically {n} min late'),
  throughYesterday: text('截至昨日', 'up to yesterday'),
  throughDay: text('截至 {day}', 'up to {day}'),
  carrierField: text('运营商字段：{name}', 'Field of the carrier: {name}'),
  sharedPool: text('共享流量池', 'Shared pool'),
  nearOverage: text('临近超量', 'near overage'),
  volumeUnknown: text('运营商未告知用量', 'The carrier does not report usage'),
  lateHours: text('运营商通常延迟 {n} 小时', 'typically {n} h late'),
};

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

const numberOf = (value: string | null): ReactNode => (value ? <Identifier value={value} /> : null);

/** A value that says on hover what the carrier calls its field. */
function Named(props: { by: string | null; children: ReactNode }) {
  const t = useText();
  return <span title={props.by ? t(words.carrierField, { name: props.by }) : undefined}>{props.children}</span>;
}

/** When the carrier last reported it, and its usual delay. */
function ReadingAge({ reading }: { reading: CardView['carrier']['readings'][number] }) {
  const t = useText();
  const late = reading.usualDelayMinutes;
  return (
    <>
      {reading.readAt ? <TimeText at={reading.readAt} /> : t(nouns.notReadYet)}
      {late ? (
        <Span as="small" isMono>
          {' '}
          {late < 120 ? t(words.lateMinutes, { n: late }) : t(words.lateHours, { n: Math.round(late / 60) })}
        </Span>
      ) : null}
    </>
  );
}

/** The shared volume the card draws on, by how much of it is used. */
function PoolAtCarrier({ pool }: { pool: NonNullable<CardView['carrier']['pool']> }) {
  const { name, usedBytes, totalBytes, readAt, isNear } = pool;
  const t = useText();
  return (
    <Stack as="span" gap="none" below="xs">
      <span>
        {name}
        {isNear ? <small> · {t(words.nearOverage)}</small> : null}
      </span>
      {usedBytes === null || totalBytes === null ? (
        <small>{t(words.volumeUnknown)}</small>
      ) : (
        <>
          <span>
            <Volume bytes={usedBytes} {...(readAt ? { readAt } : {})} /> / <Volume bytes={totalBytes} />
          </span>
          <VolumeBar used={usedBytes} total={totalBytes} label={name} isNear={isNear} />
        </>
      )}
    </Stack>
  );
}

/** The device a card is bound to, and whether it is in that device. */
/** The device a card is bound to, since when, and whether it is in another one. */
export function BoundDevice({ lock }: { lock: CardView['imeiLock'] }) {
  const t = useText();
  if (!lock) return <Nothing />;
  return (
    <Inline as="span" isWithin>
      <Identifier value={lock.imei} />
      <StatusTag
        shape={lock.isSeparated ? 'square' : 'disc'}
        tone={lock.isSeparated ? 'bad' : 'good'}
        word={t(lock.isSeparated ? words.separated : words.inPlace)}
      />
    </Inline>
  );
}

/** The last day with known usage, where the carrier reports each day's usage the next day. */
function useThrough({ card, carrier }: CardView): string | undefined {
  const t = useText();
  const delay = carrier.readings.find(({ kind }) => kind === 'usage')?.usualDelayMinutes ?? 0;
  if (card.usageAt === null || delay * MINUTE_MS < DAY_MS) return undefined;
  const dayOf = (at: number) => wallTime(at, DEFAULT_ZONE).slice(5, 10);
  const day = dayOf(new Date(card.usageAt).getTime() - DAY_MS);
  return day === dayOf(Date.now() - DAY_MS) ? t(words.throughYesterday) : t(words.throughDay, { day });
}

/** How much of the running allowance is used, until when it lasts. */
function Allowance(props: { view: CardView }) {
  const { card, carrier } = props.view;
  const t = useText();
  const { flowUsed, flowTotal } = card;
  const used = flowUsed === null ? undefined : BigInt(flowUsed);
  const total = flowTotal === null ? undefined : BigInt(flowTotal);
  const rest = used !== undefined && total !== undefined ? total - used : undefined;
  const left = daysLong(Math.ceil((new Date(carrier.cycle.end).getTime() - Date.now()) / DAY_MS));
  // The cycle's last day is the day before its exclusive end.
  const lastDay = wallTime(new Date(carrier.cycle.end).getTime() - 1, DEFAULT_ZONE).slice(5, 10);
  const firstDay = wallTime(carrier.cycle.start, DEFAULT_ZONE).slice(5, 10);
  const over = rest !== undefined && rest < 0n;
  const through = useThrough(props.view);
  return (
    <Panel title={t(words.allowance)} asOf={card.usageAt ?? undefined}>
      <Inline gap="xl" below="m">
        {used !== undefined && total !== undefined && total > 0n ? <Ring used={used} total={total} /> : null}
        <Stack as="dl" gap="s">
          <div>
            <Span as="dt" size="s">
              {t(nouns.used)}
              {through ? (
                <Span as="small" isMono>
                  {' '}
                  {through}
                </Span>
              ) : null}
            </Span>
            <Span as="dd" size="l">
              {used === undefined ? t(words.unread) : <Volume bytes={used} />}
            </Span>
          </div>
          {hasUnlimitedData(card) ? (
            <div>
              <Span as="dt" size="s">
                {t(nouns.left)}
              </Span>
              <Span as="dd" size="l">
                {t(nouns.unlimited)}
              </Span>
            </div>
          ) : null}
          {rest === undefined ? null : (
            <div>
              <Span as="dt" size="s">
                {t(over ? words.over : nouns.left)}
              </Span>
              <Span as="dd" size="l">
                <Volume bytes={over ? -rest : rest} />
              </Span>
            </div>
          )}
          {card.usedToday === null ? null : (
            <div>
              <Span as="dt" size="s">
                {t(cardFields.usedToday.label)}
              </Span>
              <Span as="dd" size="l">
                <Volume bytes={card.usedToday} />
              </Span>
            </div>
          )}
        </Stack>
      </Inline>
      <Facts
        facts={[
          { label: cardFields.packageName.label, value: card.packageName ?? t(words.noPackage) },
          ...(card.packageEndsAt
            ? [{ label: cardFields.packageEndsAt.label, value: <TimeText at={card.packageEndsAt} /> }]
            : []),
          { label: words.cycle, value: t(words.daysLeft, { from: firstDay, to: lastDay, left }) },
        ]}
      />
    </Panel>
  );
}

/** The terms of its product; periods only where the card has any. */
function termFacts(terms: CardView['terms']) {
  if (!terms) return [];
  return [
    ...(terms.testEnds ? [{ label: words.testEnds, value: <TimeText at={terms.testEnds} /> }] : []),
    ...(terms.silentEnds ? [{ label: words.silentEnds, value: <TimeText at={terms.silentEnds} /> }] : []),
    ...(terms.imeiLock === 'none'
      ? []
      : [{ label: PRODUCT_TERMS.imeiLock, value: <LockWords lock={terms.imeiLock} /> }]),
  ];
}

function LockWords({ lock }: { lock: ImeiLock }) {
  return useText()(ImeiLock.labelOf(lock));
}

/** The facts of a card, in four boxes. */
export function OverviewTab(props: { view: CardView; isPoolAbove?: boolean }) {
  const { view, isPoolAbove } = props;
  const { card, carrier } = view;
  const t = useText();
  return (
    <Grid columns={3}>
      <Allowance view={view} />
      {view.hides.includes('daily') ? null : <UsageChart cardId={card.id} className="wide" />}
      <Panel title={t(nouns.atTheCarrier)} asOf={statusAsOf(view) ?? undefined}>
        <Facts
          facts={[
            { label: nouns.channel, value: carrier.channel },
            ...(carrier.accountName ? [{ label: nouns.carrierAccount, value: carrier.accountName }] : []),
            {
              label: nouns.carrierStatus,
              value: (
                <Named by={carrier.statusField}>
                  {view.shownStatus.text} · {card.carrierStatus}
                </Named>
              ),
            },
            { label: words.cycle, value: t(words.cycleDay, { day: carrier.cycleDay }) },
            ...carrier.extras,
            ...(carrier.pool ? [{ label: words.sharedPool, value: <PoolAtCarrier pool={carrier.pool} /> }] : []),
            ...carrier.readings.map((reading) => ({
              label: t(words.asOf, { kind: t(ReadingKind.labelOf(reading.kind)) }),
              value: <ReadingAge reading={reading} />,
            })),
            {
              label: cardFields.lastSessionAt.label,
              value: card.lastSessionAt ? <TimeText at={card.lastSessionAt} /> : null,
            },
          ]}
        />
      </Panel>
      {mayCall(readCardPlaces) && !view.hides.includes('location') ? (
        <Suspense>
          <PlaceOfCard cardId={card.id} />
        </Suspense>
      ) : null}
      {mayCall(readPoolOfCard) && !isPoolAbove ? (
        <Suspense>
          <PoolOfCard cardId={card.id} />
        </Suspense>
      ) : null}
      <Panel title={t(words.numbers)}>
        <Facts
          facts={[
            { label: cardFields.iccid.label, value: numberOf(card.iccid) },
            {
              label: cardFields.businessNumber.label,
              value: card.businessNumber ? (
                <Named by={carrier.numberField}>{numberOf(card.businessNumber)}</Named>
              ) : null,
            },
            { label: cardFields.mappingNumber.label, value: numberOf(card.mappingNumber) },
            { label: cardFields.imsi.label, value: numberOf(card.imsi) },
            // Hidden is not the same as unknown.
            ...(view.hides.includes('imei')
              ? []
              : [
                  { label: cardFields.imei.label, value: numberOf(card.imei) },
                  { label: cardFields.boundImei.label, value: <BoundDevice lock={view.imeiLock} /> },
                ]),
            { label: cardFields.eid.label, value: numberOf(card.eid) },
          ]}
        />
      </Panel>
      <Panel title={t(words.facts)}>
        <Facts
          facts={[
            { label: cardFields.size.label, value: card.size === null ? null : t(CardSize.labelOf(card.size)) },
            { label: cardFields.productCode.label, value: card.productCode },
            ...termFacts(view.terms),
            { label: cardFields.poolCode.label, value: card.poolCode },
            {
              label: cardFields.activatedAt.label,
              value: card.activatedAt ? <TimeText at={card.activatedAt} /> : null,
            },
            {
              label: cardFields.servicePeriodEnd.label,
              value: card.servicePeriodEnd ? <TimeText at={card.servicePeriodEnd} /> : null,
            },
            { label: cardFields.createdAt.label, value: <TimeText at={card.createdAt} /> },
            { label: cardFields.remark.label, value: card.remark },
          ]}
        />
      </Panel>
    </Grid>
  );
}
