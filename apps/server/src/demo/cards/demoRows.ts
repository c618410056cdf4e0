import { CardKind, Platform } from '@cardinal/contract/enumerations/card.ts';
import { firstIdOf } from '@cardinal/primitives/ids.ts';
import { type Language, say, type Text, text } from '@cardinal/primitives/text.ts';
import { STATUS_FAMILY } from '../../domains/cardCommands/commands/commandStore.ts';
import { operationOf } from '../../domains/cards/cardEvents.ts';
import type { PastCall } from '../../domains/carriers/face.ts';
import type { DemoCard } from './demoCards.ts';
import type { Chance } from './demoChance.ts';
import type { DemoCommand } from './demoHistory.ts';
import type { ToldLine } from './demoStory.ts';

type Row = Readonly<Record<string, unknown>>;

/** The interface the demo simulates. */
const CONNECTED = 'jasper';

export function* claimRows(cards: readonly DemoCard[]): Generator<Row> {
  for (const card of cards) {
    const claim = (kind: number, value: string) => ({ kind, value, card_id: card.id });
    yield claim(1, card.iccid);
    if (card.line.platform === Platform.values.Lt) yield claim(1, card.iccid.slice(0, 19));
    if (card.businessNumber) yield claim(2, card.businessNumber);
    if (card.imsi) yield claim(5, card.imsi);
    if (card.eid) yield claim(6, card.eid);
  }
}

const written = (value: bigint | null): string | null => (value === null ? null : String(value));

/** Voice and NB facts have their own random source, so that they do not change the other draws. */
export function* cardRows(cards: readonly DemoCard[], chance: Chance, language: Language): Generator<Row> {
  for (const card of cards) yield { ...cardRow(card), ...voiceFacts(card, chance, language), ...nbFacts(card, chance) };
}

const MINUTES = [100, 200, 300, 500];
const { Lt, Yd, Dx } = Platform.values;

const NO_VOICE = {
  voice_total: null,
  voice_used: null,
  sms_total: null,
  sms_used: null,
  voice_on: null,
  sms_on: null,
  white_list_count: null,
  white_list: null,
};

const WHO = [
  text('妈妈', 'Mother'),
  text('爸爸', 'Father'),
  text('社区服务站', 'Community centre'),
  text('值班室', 'Duty room'),
  null,
];

const whoIs = (who: Text | null, language: Language) => who && say(who, language);

/** A white list of `count` numbers; the first ones have a remark. */
function whiteListOf(count: number | null, { between }: Chance, language: Language): Row {
  if (count === null) return { white_list_count: null, white_list: null };
  const numbers = Array.from({ length: count }, (_, n) => ({
    number: `138${String(between(10_000_000, 99_999_999))}`,
    remark: whoIs(WHO[n] ?? null, language),
  }));
  return { white_list_count: count, white_list: numbers };
}

/** Minutes, messages and functions of a voice card; a few have almost used up their minutes. */
function voiceFacts(card: DemoCard, chance: Chance, language: Language): Row {
  const { between, perMille, pick } = chance;
  if (card.kind !== CardKind.values.voice) return NO_VOICE;
  const isActive = card.lifecycle === 'activated';
  const total = card.packageName === null ? null : pick(MINUTES) * 60;
  const share = perMille(60) ? between(970, 1_000) : between(20, 900);
  return {
    voice_total: total,
    voice_used: total === null ? null : Math.floor((total * share) / 1_000),
    sms_total: total === null ? null : 50,
    sms_used: total === null ? null : between(0, 40),
    voice_on: isActive && !perMille(50),
    sms_on: isActive && !perMille(120),
    ...whiteListOf(card.line.platform === Yd ? between(0, 12) : null, chance, language),
  };
}

const APNS: Readonly<Record<number, readonly string[]>> = {
  [Lt]: ['unim2m.njm2mapn', '3gnet'],
  [Yd]: ['cmnbiot', 'cmiot'],
  [Dx]: ['ctnb', 'psm0.eDRX0.ctnb'],
};

/** An NB card's APN, and the meter it is locked to, if any. */
function nbFacts(card: DemoCard, { perMille, pick }: Chance): Row {
  const isNb = card.kind === CardKind.values.nb;
  const apns = APNS[card.line.platform];
  const isLocked = isNb && card.imei !== null && perMille(420);
  return {
    apn: isNb && card.activatedAt && apns ? pick(apns) : null,
    bound_imei: isLocked ? card.imei : null,
    bound_imei_at: isLocked ? card.activatedAt : null,
  };
}

const PRODUCT_SUFFIX: Readonly<Record<number, string>> = {
  [CardKind.values.voice]: '-VOICE',
  [CardKind.values.nb]: '-NB',
};

const cardRow = (card: DemoCard) => ({
  id: card.id,
  iccid: card.iccid,
  platform: card.line.platform,
  sub_type: card.line.accounts[0]?.subType ?? null,
  carrier_account_id: card.accountId,
  kind: card.kind,
  size: card.size,
  business_number: card.businessNumber,
  mapping_number: card.mappingNumber,
  imsi: card.imsi,
  imei: card.imei,
  eid: card.eid,
  carrier_status: card.status,
  lifecycle: card.lifecycle,
  stop_reasons: card.stopReasons,
  sleep_status: card.isAsleep ? 'asleep' : 'awake',
  real_name_status: card.realNamed ? 1 : 0,
  customer_id: card.customerId,
  product_code: `${card.line.product}${PRODUCT_SUFFIX[card.kind] ?? ''}`,
  product_version: 1,
  package_name: card.packageName,
  package_ends_at: card.packageEndsAt,
  import_batch_id: null,
  activated_at: card.activatedAt,
  service_period_end: card.servicePeriodEnd,
  flow_total: written(card.flowTotal),
  flow_used: written(card.flowUsed),
  used_today: written(card.usedToday),
  usage_at: card.flowUsed === null ? null : card.lastSyncAt,
  online_state: card.onlineState,
  last_session_at: card.lastSessionAt,
  last_sync_at: card.lastSyncAt,
  rate_plan: card.line.adapter === 'jasper' ? `DEMO-${card.packageName?.split(' ')[0] ?? '100MB'}` : null,
  communication_plan:
    card.line.adapter === 'jasper' ? (/[05]$/.test(card.iccid.slice(0, 19)) ? 'DEMO-DATA-SMS' : 'DEMO-DATA') : null,
  created_at: card.createdAt,
  updated_at: card.since,
  version: 1,
});
/** A card with its history records in order of time. */
export type ToldCard = { readonly card: DemoCard; readonly lines: readonly ToldLine[] };
/** The ids of the commands that are kept; of older ones only the history records remain. */
export type CommandIds = ReadonlyMap<DemoCommand, string>;

/** Ids follow the time of their records, as if each had been written at that time. */
export function* eventRows(told: readonly ToldCard[], commands: CommandIds): Generator<Row> {
  let count = 0n;
  for (const { card, lines } of told) {
    for (const line of lines) {
      count += 1n;
      const command = line.command ? (commands.get(line.command) ?? null) : null;
      yield { ...eventRow(String(BigInt(firstIdOf(line.at)) + (count % 4_000_000n)), card, line), command_id: command };
    }
  }
}

/** Each kept command with its card and the line that asked for it. */
function* askedWith(told: readonly ToldCard[], commands: CommandIds) {
  for (const { card, lines } of told) {
    for (const line of lines) {
      const id = line.command && line.result === 'asked' ? commands.get(line.command) : undefined;
      if (line.command && id) yield { id, card, line, command: line.command };
    }
  }
}

export function* commandRows(told: readonly ToldCard[], commands: CommandIds): Generator<Row> {
  for (const { id, card, line, command } of askedWith(told, commands)) {
    yield {
      id,
      card_id: card.id,
      iccid: card.iccid,
      customer_id: line.customerId,
      carrier_account_id: card.accountId,
      family: STATUS_FAMILY,
      action: line.action,
      from_status: command.from,
      to_status: command.to,
      carrier_ref: command.reference,
      state: 'confirmed',
      asked_account_id: line.actor.accountId,
      asked_name: line.actor.accountName,
      asked_customer_id: line.actor.customerId,
      source: line.source,
      asked_at: command.askedAt,
      sent_at: command.askedAt,
      checks: 1,
      tries: 1,
      is_unclear: false,
      closed_at: command.confirmedAt,
      note: line.reason ?? null,
    };
  }
}

/** The carrier calls for the commands of connected accounts: the request, and the query that confirmed it. */
export function* callsOf(told: readonly ToldCard[], commands: CommandIds, chance: Chance): Generator<PastCall> {
  for (const { card, command } of askedWith(told, commands)) {
    if (card.line.adapter !== CONNECTED) continue;
    const call = {
      accountId: card.accountId,
      subject: card.iccid,
      attempt: 1,
      outcome: 'ok',
      httpStatus: 200,
    } as const;
    const rest = { carrierCode: null, carrierWords: null, taskId: null };
    const [took, looked] = [chance.between(90, 900), chance.between(60, 400)];
    const { askedAt, confirmedAt, reference } = command;
    const at = new Date(askedAt.getTime() + took);
    yield { ...call, ...rest, at, operation: 'setStatus', durationMs: took, reference };
    yield { ...call, ...rest, at: confirmedAt, operation: 'getDevice', durationMs: looked, reference: null };
  }
}

const eventRow = (id: string, card: DemoCard, line: ToldLine) => ({
  id,
  card_id: card.id,
  at: line.at,
  iccid: card.iccid,
  customer_id: line.customerId,
  operation_type: operationOf(line.action),
  action: line.action,
  from_value: line.from ?? null,
  to_value: line.to ?? null,
  result: line.result,
  source: line.source,
  actor_account_id: line.actor.accountId,
  actor_customer_id: line.actor.customerId,
  actor_name: line.actor.accountName || null,
  carrier_ref: line.carrierRef ?? null,
  reason: line.reason ?? null,
  address: line.source === 'console' ? '10.20.4.16' : null,
  state: line.state,
});
