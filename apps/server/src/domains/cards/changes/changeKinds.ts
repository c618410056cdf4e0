import type { CardAction } from '@cardinal/contract/api/cards/selection.ts';
import type { Platform } from '@cardinal/contract/enumerations/card.ts';
import { lifecycleOf } from '@cardinal/contract/statuses/cardStatus.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import type { ArgsOf, Capabilities, CardAddress } from '../../carriers/face.ts';
import type { EventValue } from '../cardEvents.ts';
import type { CardRow } from '../commands/commandStore.ts';
import type { FactGroup } from '../selection/selectionVerdicts.ts';

/** Values are those of the card's column as a text. */
export const ON = 'true';
export const OFF = 'false';
/** No limit of speed, for which a card keeps nothing. */
export const FREE = 'free';

/** What an account has to say about a change: what its interface can do, and whether it has the plan that is asked for. */
export type Terms = Pick<Capabilities, 'speeds' | 'services'> & { readonly hasPlan?: boolean };
export type Verdict = { readonly key: string; readonly words: Text };

type Operation = 'setService' | 'setSpeed' | 'setPlan';

/** All that tells one kind of change from another. */
type KindBy<O extends Operation> = {
  /** The column in which the card keeps it. */
  readonly column: 'data_on' | 'voice_on' | 'sms_on' | 'speed_kbps' | 'communication_plan';
  /** What the carrier is asked to do. */
  readonly operation: O;
  readonly what: (to: string) => Omit<ArgsOf<O>, keyof CardAddress>;
  /** What the card keeps once the carrier has done it. */
  readonly keeps: (to: string) => Partial<CardRow>;
  /** A value as the history shows it. */
  readonly shown: (value: string) => EventValue;
  /** Why an account cannot be asked for this value. */
  readonly lacks: (to: string, terms: Terms | undefined) => Verdict | undefined;
  /** Where the carrier tells how it stands, beside the number of an order; null: nowhere. */
  readonly readBy: 'getServices' | 'getDevice' | null;
};
type Kind = { [O in Operation]: KindBy<O> }[Operation];

const NO_SERVICE: Verdict = {
  key: 'serviceNotThere',
  words: text('该通道不能开关此功能', 'Their carrier account does not switch it'),
};
const NO_PLAN: Verdict = {
  key: 'planNotThere',
  words: text('该通道没有此通信计划', 'Their carrier account has no such plan'),
};
const noSpeed = (grid: string): Verdict => ({
  key: `speedNotThere:${grid}`,
  words: text(`该通道只支持 ${grid} kbps`, `Their carrier account offers ${grid} kbps only`),
});

const switched = (service: 'data' | 'voice' | 'sms', keeps: (isOn: boolean) => Partial<CardRow>): Kind => ({
  column: `${service}_on`,
  operation: 'setService',
  what: (to) => ({ service, isOn: to === ON }),
  keeps: (to) => keeps(to === ON),
  shown: (value) => (value === ON ? text('开通', 'On') : text('关闭', 'Off')),
  lacks: (_, terms) => (terms?.services && !terms.services.includes(service) ? NO_SERVICE : undefined),
  readBy: 'getServices',
});

/** What of a card a carrier is asked to change: a service of its line, how fast its data may be, its communication plan. */
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
} as const satisfies Record<string, Kind>;
export type Aspect = keyof typeof KINDS;

export const kindOf = (aspect: Aspect): Kind => KINDS[aspect];

/** What each action changes, and to what; a limit and a plan are named by a parameter. */
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
} as const satisfies Partial<Record<CardAction, { aspect: Aspect } & ({ to: string } | { parameter: string })>>;
export type ChangeAction = keyof typeof CHANGE_ACTIONS;

export const isChangeAction = (action: string): action is ChangeAction => Object.hasOwn(CHANGE_ACTIONS, action);

export type Wish = { readonly aspect: Aspect; readonly to: string };

export function wishOf(action: ChangeAction, parameters: Readonly<Record<string, unknown>>): Wish {
  const asked = CHANGE_ACTIONS[action];
  return 'to' in asked ? asked : { aspect: asked.aspect, to: String(parameters[asked.parameter] ?? '') };
}

/** How a card stands, as its carrier last said; null where it has not said. */
export function standing(card: Pick<CardRow, Kind['column']>, aspect: Aspect): string | null {
  const value = card[kindOf(aspect).column];
  return value === null ? null : String(value);
}

const ALREADY: Verdict = { key: 'already', words: text('已是该状态', 'As asked already') };
const CANCELLED: Verdict = { key: 'cancelled', words: text('已销户', 'Cancelled') };

type Judged = Pick<FactGroup, 'platform' | 'carrierStatus' | 'about'>;

const isCancelled = ({ platform, carrierStatus }: Judged) => lifecycleOf(platform, carrierStatus) === 'cancelled';

/** Why a card is not asked for: `about` is how it stands, empty where its carrier has not said. */
export function changeVerdict(card: Judged, { aspect, to }: Wish, terms: Terms | undefined): Verdict | undefined {
  if (isCancelled(card)) return CANCELLED;
  return kindOf(aspect).lacks(to, terms) ?? (card.about === to ? ALREADY : undefined);
}

export const judgedCard = (card: CardRow, aspect: Aspect): Judged => ({
  platform: card.platform as Platform,
  carrierStatus: card.carrier_status,
  about: standing(card, aspect) ?? '',
});

/** The same for one card, before a limit or a plan is named. */
export function changeHindrance(card: CardRow, action: ChangeAction, terms: Terms | undefined): Verdict | undefined {
  const asked = CHANGE_ACTIONS[action];
  const judged = judgedCard(card, asked.aspect);
  if ('to' in asked) return changeVerdict(judged, asked, terms);
  return isCancelled(judged) ? CANCELLED : undefined;
}
