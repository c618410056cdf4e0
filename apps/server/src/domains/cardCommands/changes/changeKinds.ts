import type { CardAction } from '@cardinal/contract/api/cardBatches/cardActions.ts';
import { CardKind, type Platform } from '@cardinal/contract/enumerations/card.ts';
import { lifecycleOf } from '@cardinal/contract/statuses/cardStatus.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import type { CardChange, CardRow, EventValue } from '../../cards/face.ts';
import type { ArgsOf, Capabilities, CardAddress } from '../../carriers/face.ts';
import { isAsAsked, listAfter, readWhiteListChange, whiteListWords } from './whiteList.ts';

/** Values are those of the card's column, as text. */
export const ON = 'true';
export const OFF = 'false';
/** No speed limit; the card's column is null. */
export const FREE = 'free';
/** No usage cap; the card's column is null. */
export const UNCAPPED = 'none';
const RESET = 'reset';

/** What a carrier account offers for a change: its interface's capabilities, and whether it has the requested plan. */
export type Terms = Pick<Capabilities, 'speeds' | 'services'> & { readonly hasPlan?: boolean };
export type Verdict = { readonly key: string; readonly words: Text };

type Operation = 'setService' | 'setSpeed' | 'setPlan' | 'setUsageCap' | 'setApn' | 'resetNetwork' | 'setWhiteList';

/** What distinguishes one kind of change from another. */
type KindBy<O extends Operation> = {
  /** The card column that holds it; null if it is stored nowhere or is more than one value. */
  readonly column:
    | 'data_on'
    | 'voice_on'
    | 'sms_on'
    | 'speed_kbps'
    | 'communication_plan'
    | 'usage_cap_mb'
    | 'apn'
    | null;
  /** The carrier operation to call. */
  readonly operation: O;
  readonly what: (to: string, from: string | null) => Omit<ArgsOf<O>, keyof CardAddress>;
  /** The card's columns once the carrier has confirmed it. */
  readonly keeps: (to: string, card: CardRow) => CardChange;
  /** A value as shown in the history. */
  readonly shown: (value: string) => EventValue;
  /** Why an account cannot be asked for this value. */
  readonly lacks: (to: string, terms: Terms | undefined) => Verdict | undefined;
  /** The query that tells the present value, besides the state of an order; null: none. */
  readonly readBy: 'getServices' | 'getDevice' | 'getWhiteList' | null;
};
type Kind = { [O in Operation]: KindBy<O> }[Operation];

const NO_SERVICE: Verdict = {
  key: 'serviceNotThere',
  words: text('该通道不能开关此功能', 'The carrier account cannot switch this feature'),
};
const NO_PLAN: Verdict = {
  key: 'planNotThere',
  words: text('该通道没有此通信计划', 'The carrier account does not have this communication plan'),
};
const noSpeed = (grid: string): Verdict => ({
  key: `speedNotThere:${grid}`,
  words: text(`该通道只支持 ${grid} kbps`, `Their carrier account offers ${grid} kbps only`),
});

const switched = (service: 'data' | 'voice' | 'sms', keeps: (isOn: boolean) => CardChange): Kind => ({
  column: `${service}_on`,
  operation: 'setService',
  what: (to) => ({ service, isOn: to === ON }),
  keeps: (to) => keeps(to === ON),
  shown: (value) => (value === ON ? text('开通', 'On') : text('关闭', 'Off')),
  lacks: (_, terms) => (terms?.services && !terms.services.includes(service) ? NO_SERVICE : undefined),
  readBy: 'getServices',
});

/** The changes a carrier can be asked for: a service of the line, its speed limit, its communication plan and others. */
export const KINDS = {
  data: switched('data', (data_on) => ({ data_on })),
  voice: switched('voice', (voice_on) => ({ voice_on })),
  sms: switched('sms', (sms_on) => ({ sms_on })),
  speed: {
    column: 'speed_kbps',
    operation: 'setSpeed',
    what: (to) => ({ kbps: to === FREE ? null : Number(to) }),
    keeps: (to) => ({ speed_kbps: to === FREE ? null : Number(to) }),
    shown: (value) => (value === FREE ? text('不限速', 'No limit') : text(`${value} kbps`, `${value} kbps`)),
    lacks: (to, terms) =>
      to === FREE || terms?.speeds?.includes(Number(to)) ? undefined : noSpeed((terms?.speeds ?? []).join(' / ')),
    readBy: null,
  },
  plan: {
    column: 'communication_plan',
    operation: 'setPlan',
    what: (to) => ({ kind: 'communication', name: to }),
    keeps: (to) => ({ communication_plan: to }),
    shown: (value) => value,
    lacks: (_, terms) => (terms?.hasPlan ? undefined : NO_PLAN),
    readBy: 'getDevice',
  },
  cap: {
    column: 'usage_cap_mb',
    operation: 'setUsageCap',
    what: (to, from) => ({ megabytes: to === UNCAPPED ? null : Number(to), isChange: from !== null }),
    keeps: (to) => ({ usage_cap_mb: to === UNCAPPED ? null : Number(to) }),
    shown: (value) => (value === UNCAPPED ? text('不断网', 'No cap') : `${value} MB`),
    lacks: () => undefined,
    readBy: null,
  },
  apn: {
    column: 'apn',
    operation: 'setApn',
    what: (to) => ({ apn: to }),
    keeps: (to) => ({ apn: to }),
    shown: (value) => value,
    lacks: () => undefined,
    readBy: 'getServices',
  },
  network: {
    column: null,
    operation: 'resetNetwork',
    what: () => ({}),
    keeps: () => ({}),
    shown: () => text('重置', 'Reset'),
    lacks: () => undefined,
    readBy: null,
  },
  whiteList: {
    column: null,
    operation: 'setWhiteList',
    what: (to) => {
      const { add, remove } = readWhiteListChange(to);
      return { added: add.map(({ number }) => number), removed: remove };
    },
    keeps: (to, card) => listAfter(card, readWhiteListChange(to)),
    shown: whiteListWords,
    lacks: () => undefined,
    readBy: 'getWhiteList',
  },
} as const satisfies Record<string, Kind>;
export type Aspect = keyof typeof KINDS;

export const kindOf = (aspect: Aspect): Kind => KINDS[aspect];

/** What each action changes, and to what; a limit or plan comes from a parameter. */
export const CHANGE_ACTIONS = {
  open_gprs: { aspect: 'data', to: ON },
  close_gprs: { aspect: 'data', to: OFF },
  open_voice: { aspect: 'voice', to: ON },
  close_voice: { aspect: 'voice', to: OFF },
  open_sms: { aspect: 'sms', to: ON },
  close_sms: { aspect: 'sms', to: OFF },
  limit_speed: { aspect: 'speed', parameter: 'speedKbps' },
  cancel_limit_speed: { aspect: 'speed', to: FREE },
  change_communication_plan: { aspect: 'plan', parameter: 'plan' },
  set_usage_cap: { aspect: 'cap', parameter: 'usageCapMb' },
  change_apn: { aspect: 'apn', parameter: 'apn' },
  reset_network: { aspect: 'network', to: RESET },
  set_white_list: { aspect: 'whiteList', parameter: 'whiteList' },
} as const satisfies Partial<Record<CardAction, { aspect: Aspect } & ({ to: string } | { parameter: string })>>;
export type ChangeAction = keyof typeof CHANGE_ACTIONS;

export const isChangeAction = (action: string): action is ChangeAction => Object.hasOwn(CHANGE_ACTIONS, action);

export type RequestedChange = { readonly aspect: Aspect; readonly to: string };

export function requestedChangeOf(
  action: ChangeAction,
  parameters: Readonly<Record<string, unknown>>,
): RequestedChange {
  const asked = CHANGE_ACTIONS[action];
  return 'to' in asked ? asked : { aspect: asked.aspect, to: written(parameters[asked.parameter]) };
}

/** A parameter in the text form in which it is stored and requested. */
function written(value: unknown): string {
  if (value === null) return UNCAPPED;
  return typeof value === 'object' ? JSON.stringify(value) : String(value ?? '');
}

/** A card's present value as its carrier last reported it; null if never reported. */
export function standing(card: Pick<CardRow, NonNullable<Kind['column']>>, aspect: Aspect): string | null {
  const { column } = kindOf(aspect);
  const value = column === null ? null : card[column];
  return value === null ? null : String(value);
}

/** Whether a card already has the requested value. */
export function matchesRequest(card: CardRow, { aspect, to }: RequestedChange): boolean {
  if (aspect !== 'whiteList') return standing(card, aspect) === to;
  return isAsAsked(
    (card.white_list ?? []).map(({ number }) => number),
    readWhiteListChange(to),
  );
}

const ALREADY: Verdict = { key: 'already', words: text('已是该状态', 'Already in this state') };
const CANCELLED: Verdict = { key: 'cancelled', words: text('已销户', 'Cancelled') };

const NOT_VOICE: Verdict = { key: 'notVoice', words: text('不是语音卡', 'Not a voice card') };

/** The facts of a card, or of a group of equal cards, that decide about a change. */
export type Judged = {
  readonly platform: Platform;
  readonly kind: CardKind;
  readonly carrierStatus: string;
  /** The present value of what is changed, as text. */
  readonly about: string;
};

const isCancelled = ({ platform, carrierStatus }: Judged) => lifecycleOf(platform, carrierStatus) === 'cancelled';

/** Why no request is made for a card: `about` is its present value, empty if its carrier never reported one. */
export function changeVerdict(
  card: Judged,
  { aspect, to }: RequestedChange,
  terms: Terms | undefined,
): Verdict | undefined {
  if (isCancelled(card)) return CANCELLED;
  if (aspect === 'whiteList' && card.kind !== CardKind.values.voice) return NOT_VOICE;
  return kindOf(aspect).lacks(to, terms) ?? (card.about === to ? ALREADY : undefined);
}

const judgedOf = (card: CardRow, about: string): Judged => ({
  platform: card.platform as Platform,
  kind: card.kind as CardKind,
  carrierStatus: card.carrier_status,
  about,
});

export const judgedCard = (card: CardRow, wish: RequestedChange): Judged =>
  judgedOf(card, matchesRequest(card, wish) ? wish.to : (standing(card, wish.aspect) ?? ''));

/** The same for one card, before a limit or a plan is named. */
export function changeUnavailableReason(
  card: CardRow,
  action: ChangeAction,
  terms: Terms | undefined,
): Verdict | undefined {
  const asked = CHANGE_ACTIONS[action];
  if ('to' in asked) return changeVerdict(judgedCard(card, asked), asked, terms);
  return isCancelled(judgedOf(card, '')) ? CANCELLED : undefined;
}
