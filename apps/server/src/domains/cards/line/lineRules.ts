import type { CardAction } from '@cardinal/contract/api/cards/selection.ts';
import type { Platform } from '@cardinal/contract/enumerations/card.ts';
import { lifecycleOf } from '@cardinal/contract/statuses/cardStatus.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import type { Capabilities, OperationName } from '../../carriers/face.ts';
import type { CardRow } from '../commands/commandStore.ts';
import type { FactGroup } from '../selection/selectionVerdicts.ts';

/** What of a line is changed: a service, or how fast data may be. */
export type Aspect = 'data' | 'voice' | 'sms' | 'speed';

export const ON = 'on';
export const OFF = 'off';
/** No limit of speed. */
export const FREE = 'free';

/** What each action changes, and to what; a limit's figure stands in its parameters. */
export const LINE_ACTIONS = {
  open_gprs: { aspect: 'data', to: ON },
  close_gprs: { aspect: 'data', to: OFF },
  open_voice: { aspect: 'voice', to: ON },
  close_voice: { aspect: 'voice', to: OFF },
  open_sms: { aspect: 'sms', to: ON },
  close_sms: { aspect: 'sms', to: OFF },
  limit_speed: { aspect: 'speed', to: null },
  cancel_limit_speed: { aspect: 'speed', to: FREE },
} as const satisfies Partial<Record<CardAction, { aspect: Aspect; to: string | null }>>;
export type LineAction = keyof typeof LINE_ACTIONS;

export const isLineAction = (action: string): action is LineAction => Object.hasOwn(LINE_ACTIONS, action);

/** What a carrier's interface must offer for an action. */
export const operationOf = (action: LineAction): OperationName =>
  LINE_ACTIONS[action].aspect === 'speed' ? 'setSpeed' : 'setService';

/** What an action leads to; `kbps` is its parameter. */
export const targetOf = (action: LineAction, kbps: number | undefined): string =>
  LINE_ACTIONS[action].to ?? String(kbps ?? '');

const switched = (isOn: boolean | null): string | null => (isOn === null ? null : isOn ? ON : OFF);

/** How a card stands, as its carrier last said; null where it has not said. */
export function standing(
  card: Pick<CardRow, 'data_on' | 'voice_on' | 'sms_on' | 'speed_kbps'>,
  aspect: Aspect,
): string | null {
  switch (aspect) {
    case 'data':
      return switched(card.data_on);
    case 'voice':
      return switched(card.voice_on);
    case 'sms':
      return switched(card.sms_on);
    case 'speed':
      return card.speed_kbps === null ? null : String(card.speed_kbps);
  }
}

/** What the card keeps once the carrier has confirmed it. */
export function kept(aspect: Aspect, value: string): Partial<CardRow> {
  switch (aspect) {
    case 'data':
      return { data_on: value === ON };
    case 'voice':
      return { voice_on: value === ON };
    case 'sms':
      return { sms_on: value === ON };
    case 'speed':
      return { speed_kbps: value === FREE ? null : Number(value) };
  }
}

/** A value as the history shows it. */
export const valueText = (aspect: Aspect, value: string | null): Text | null => {
  if (value === null) return null;
  if (aspect === 'speed') {
    return value === FREE ? text('不限速', 'No limit') : text(`${value} kbps`, `${value} kbps`);
  }
  return value === ON ? text('开通', 'On') : text('关闭', 'Off');
};

type Verdict = { readonly key: string; readonly words: Text };

const ALREADY: Verdict = { key: 'already', words: text('已是该状态', 'As asked already') };
const CANCELLED: Verdict = { key: 'cancelled', words: text('已销户', 'Cancelled') };

/** Why a card is not asked for: `about` is how it stands, empty where its carrier has not said. */
export function lineVerdict(
  group: Pick<FactGroup, 'platform' | 'carrierStatus' | 'about'>,
  action: LineAction,
  target: string,
  can: Pick<Capabilities, 'speeds' | 'services'> | undefined,
): Verdict | undefined {
  const { aspect } = LINE_ACTIONS[action];
  if (lifecycleOf(group.platform, group.carrierStatus) === 'cancelled') return CANCELLED;
  if (aspect !== 'speed' && can?.services && !can.services.includes(aspect)) {
    return { key: 'serviceNotThere', words: text('该通道不能开关此功能', 'Their carrier account does not switch it') };
  }
  if (action === 'limit_speed' && !can?.speeds?.includes(Number(target))) {
    const grid = (can?.speeds ?? []).join(' / ');
    return {
      key: `speedNotThere:${grid}`,
      words: text(`该通道只支持 ${grid} kbps`, `Their carrier account offers ${grid} kbps only`),
    };
  }
  return group.about === target ? ALREADY : undefined;
}

/** The same for one card; a limit is not judged by its figure, which is not given yet. */
export function lineHindrance(
  card: CardRow,
  action: LineAction,
  can: Pick<Capabilities, 'speeds' | 'services'> | undefined,
): Verdict | undefined {
  const group = {
    platform: card.platform as Platform,
    carrierStatus: card.carrier_status,
    about: standing(card, LINE_ACTIONS[action].aspect) ?? '',
  };
  const anySpeed = can?.speeds?.find((kbps) => String(kbps) !== group.about);
  return lineVerdict(group, action, targetOf(action, anySpeed), can);
}
