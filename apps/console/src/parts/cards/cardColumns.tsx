import type { listCards } from '@cardinal/contract/api/cards/cardList.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { detailPathOf } from '@cardinal/contract/routes/cardDetailPath.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { imeiKey } from '@cardinal/primitives/imei.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { Identifier } from '@cardinal/ui/Identifier.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Span } from '@cardinal/ui/layout/Text.tsx';
import { Quantity, Volume, VolumeBar } from '@cardinal/ui/Quantity.tsx';
import { StatusTag } from '@cardinal/ui/StatusTag.tsx';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import type { ColumnSpec } from '../../kit/list/columns.tsx';
import { Nothing } from '../../kit/table/cells.tsx';
import { navigate } from '../../shell/navigation.ts';
import { CardStatus } from './CardStatus.tsx';
import { type DataTotal, hasUnlimitedData } from './unlimitedData.ts';

/** Titles of card list columns that differ from their field's label. */
export const CARD_WORDS = {
  unit: text('张卡', '{n|card|cards}'),
  status: nouns.status,
  usage: text('已用 / 总流量', 'Used / allowance'),
  voice: text('已用 / 总语音', 'Minutes used / allowance'),
  voiceLeft: text('剩余语音', 'Minutes left'),
  minutes: text('分钟', 'min'),
  sms: text('已用 / 总短信', 'SMS used / allowance'),
  on: text('开', 'On'),
  off: text('关', 'Off'),
  endsIn: text('剩 {n} 天', '{n} {n|day|days} left'),
  endsToday: text('不足 1 天', 'less than a day'),
  locked: text('已绑定', 'Bound'),
  other: text('机卡不一致', 'Another device'),
  outOfControl: text('失控：应停未停', 'Out of control'),
};

export type CardRow = RowOf<typeof listCards>;
type Columns = readonly ColumnSpec<typeof listCards>[];
const DAY_MS = 86_400_000;
const SOON_MS = 7 * DAY_MS;
const SILENT_DAYS = 30;

export function EndsCell({ at }: { at: string | null }) {
  const t = useText();
  if (!at) return <Nothing />;
  const left = new Date(at).getTime() - Date.now();
  return (
    <Span ink={left < SOON_MS ? 'warning' : undefined}>
      <TimeText at={at} />
      {left >= 0 && left < SOON_MS ? (
        <small> {t(left < DAY_MS ? CARD_WORDS.endsToday : CARD_WORDS.endsIn, { n: Math.floor(left / DAY_MS) })}</small>
      ) : null}
    </Span>
  );
}

type Used = Pick<CardRow, 'flowUsed' | 'usageAt'> & DataTotal;

export function UsageCell({ row }: { row: Used }) {
  const t = useText();
  if (row.flowUsed === null) return <Nothing />;
  return (
    <Stack as="span" gap="xs" align="end">
      <span>
        <Volume bytes={row.flowUsed} {...(row.usageAt ? { readAt: row.usageAt } : {})} />
        {row.flowTotal ? (
          <>
            {' / '}
            <Volume bytes={row.flowTotal} />
          </>
        ) : hasUnlimitedData(row) ? (
          ` / ${t(nouns.unlimited)}`
        ) : null}
      </span>
      {row.flowTotal ? <VolumeBar used={row.flowUsed} total={row.flowTotal} /> : null}
    </Stack>
  );
}

/** Used time counts started minutes, as packages bill it; remaining time counts whole ones. */
export const minutesUsed = (seconds: string): bigint => (BigInt(seconds) + 59n) / 60n;

function VoiceCell({ row }: { row: Pick<CardRow, 'voiceUsed' | 'voiceTotal'> }) {
  const t = useText();
  const { voiceUsed, voiceTotal } = row;
  if (voiceUsed === null) return <Nothing />;
  return (
    <Stack as="span" gap="xs" align="end">
      <span title={`${countAmount(voiceUsed)} s`}>
        <Quantity
          value={countAmount(minutesUsed(voiceUsed))}
          {...(voiceTotal ? {} : { unit: t(CARD_WORDS.minutes) })}
        />
        {voiceTotal ? (
          <>
            {' / '}
            <Quantity value={countAmount(BigInt(voiceTotal) / 60n)} unit={t(CARD_WORDS.minutes)} />
          </>
        ) : null}
      </span>
      {voiceTotal ? <VolumeBar used={voiceUsed} total={voiceTotal} /> : null}
    </Stack>
  );
}

function VoiceLeftCell({ row }: { row: Pick<CardRow, 'voiceUsed' | 'voiceTotal'> }) {
  const t = useText();
  if (!row.voiceTotal) return <Nothing />;
  const left = BigInt(row.voiceTotal) / 60n - minutesUsed(row.voiceUsed ?? '0');
  return <Quantity value={countAmount(left > 0n ? left : 0n)} unit={t(CARD_WORDS.minutes)} />;
}

export function SmsCell({ row }: { row: Pick<CardRow, 'smsUsed' | 'smsTotal'> }) {
  if (row.smsUsed === null) return <Nothing />;
  return row.smsTotal === null
    ? countAmount(row.smsUsed)
    : `${countAmount(row.smsUsed)} / ${countAmount(row.smsTotal)}`;
}

/** A service of the line at the carrier; null if the carrier has not reported it. */
export function FunctionCell({ isOn }: { isOn: boolean | null }) {
  const t = useText();
  if (isOn === null) return <Nothing />;
  return isOn ? (
    <StatusTag shape="disc" tone="good" word={t(CARD_WORDS.on)} />
  ) : (
    <StatusTag shape="square" tone="neutral" word={t(CARD_WORDS.off)} />
  );
}

/** The device a card is locked to, and whether it is in that device. */
function LockCell({ row }: { row: CardRow }) {
  const t = useText();
  if (row.boundImei === null) return <Nothing />;
  const isOther = row.imei !== null && imeiKey(row.imei) !== imeiKey(row.boundImei);
  return isOther ? (
    <StatusTag shape="square" tone="bad" word={t(CARD_WORDS.other)} />
  ) : (
    <StatusTag shape="disc" tone="good" word={t(CARD_WORDS.locked)} />
  );
}

const FIRST: Columns = [
  {
    field: 'iccid',
    pinned: 'left',
    width: 224,
    cell: (row) => <Identifier value={row.iccid} href={detailPathOf(row)} onOpen={() => navigate(detailPathOf(row))} />,
  },
  { field: 'businessNumber', width: 158 },
  { field: 'platform', width: 90 },
  { field: 'lifecycle', title: CARD_WORDS.status, width: 186, cell: (row) => <CardStatus card={row} /> },
];
/** Data usage columns of every list with cards. */
export const FLOW_PART = {
  field: 'flowUsed',
  title: CARD_WORDS.usage,
  width: 142,
  isNumeric: true,
  cell: (row: Used) => <UsageCell row={row} />,
} as const satisfies Columns[number];

type VoiceFacts = Pick<CardRow, 'voiceUsed' | 'voiceTotal' | 'smsUsed' | 'smsTotal' | 'voiceOn' | 'smsOn'>;

/** Voice usage and service columns of every list with voice cards. */
export const VOICE_PART = [
  {
    field: 'voiceUsed',
    title: CARD_WORDS.voice,
    width: 170,
    isNumeric: true,
    cell: (row: VoiceFacts) => <VoiceCell row={row} />,
  },
  {
    key: 'voiceLeft',
    title: CARD_WORDS.voiceLeft,
    width: 110,
    isNumeric: true,
    cell: (row: VoiceFacts) => <VoiceLeftCell row={row} />,
  },
  {
    field: 'smsUsed',
    title: CARD_WORDS.sms,
    width: 120,
    isNumeric: true,
    cell: (row: VoiceFacts) => <SmsCell row={row} />,
  },
  { field: 'voiceOn', width: 96, cell: (row: VoiceFacts) => <FunctionCell isOn={row.voiceOn} /> },
  { field: 'smsOn', width: 96, cell: (row: VoiceFacts) => <FunctionCell isOn={row.smsOn} /> },
  'whiteListCount',
] as const satisfies Columns;

const PACKAGE: Columns = [
  { field: 'packageName', width: 150 },
  { field: 'packageEndsAt', cell: (row) => <EndsCell at={row.packageEndsAt} /> },
];
const LAST: Columns = [
  'tags',
  'remark',
  'lastSyncAt',
  { field: 'productCode', isOff: true },
  { field: 'servicePeriodEnd', isOff: true },
  { field: 'activatedAt', isOff: true },
  { field: 'usageJumpedAt', isOff: true },
  { field: 'imsi', isOff: true },
];
const REST: Columns = [
  { field: 'carrierAccountName', isOff: true },
  { field: 'communicationPlan', isOff: true },
  { field: 'poolCode', isOff: true },
  { field: 'createdAt', isOff: true },
];

export const FLOW_COLUMNS: Columns = [
  ...FIRST,
  { field: 'customerName', width: 110 },
  FLOW_PART,
  'usedToday',
  ...PACKAGE,
  'onlineState',
  'realNameStatus',
  ...LAST,
  { field: 'imei', isOff: true },
  { field: 'boundImei', isOff: true },
  { field: 'mappingNumber', isOff: true },
  ...REST,
];

export const VOICE_COLUMNS: Columns = [
  ...FIRST,
  ...VOICE_PART,
  'customerName',
  ...PACKAGE,
  'realNameStatus',
  { field: 'mappingNumber', width: 130 },
  { ...FLOW_PART, isOff: true },
  { field: 'usedToday', isOff: true },
  { field: 'onlineState', isOff: true },
  ...LAST,
  { field: 'imei', isOff: true },
  ...REST,
];

export const NB_COLUMNS: Columns = [
  ...FIRST,
  {
    field: 'silentDays',
    cell: (row) =>
      row.silentDays === null ? (
        <Nothing />
      ) : (
        <Span ink={row.silentDays > SILENT_DAYS ? 'warning' : undefined}>{countAmount(row.silentDays)}</Span>
      ),
  },
  'lastSessionAt',
  FLOW_PART,
  'usedToday',
  'imei',
  { field: 'boundImei', width: 120, cell: (row) => <LockCell row={row} /> },
  { field: 'rat', width: 90 },
  { field: 'apn', width: 150 },
  'customerName',
  ...PACKAGE,
  'onlineState',
  { field: 'realNameStatus', isOff: true },
  ...LAST,
  { field: 'mappingNumber', isOff: true },
  ...REST,
];
