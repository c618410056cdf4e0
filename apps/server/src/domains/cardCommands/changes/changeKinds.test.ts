import { CardKind, Platform } from '@cardinal/contract/enumerations/card.ts';
import { text } from '@cardinal/primitives/text.ts';
import { expect, test } from 'vitest';
import type { CardRow } from '../../cards/cardStore.ts';
import type { CarrierDevice } from '../../carriers/face.ts';
import {
  type Aspect,
  changeVerdict,
  FREE,
  kindOf,
  OFF,
  ON,
  requestedChangeOf,
  standing,
  UNCAPPED,
} from './changeKinds.ts';
import { readInDevice, readInServices, withOrder } from './findings.ts';

test('a value that is kept is the value that stands', () => {
  const nothing = { data_on: null, voice_on: null, sms_on: null, speed_kbps: null, communication_plan: null };
  const card = { ...nothing, usage_cap_mb: null, apn: null, white_list: null, white_list_count: null } as CardRow;
  const stands = (aspect: Aspect, to: string) =>
    standing({ ...card, ...kindOf(aspect).keeps(to, card) } as CardRow, aspect);
  for (const aspect of ['data', 'voice', 'sms'] as const) {
    expect([stands(aspect, ON), stands(aspect, OFF)]).toEqual([ON, OFF]);
  }
  expect([stands('speed', '128'), stands('speed', FREE), stands('plan', 'DATA')]).toEqual(['128', null, 'DATA']);
  expect([stands('cap', '500'), stands('cap', UNCAPPED), stands('apn', 'cmiot')]).toEqual(['500', null, 'cmiot']);
  expect([standing(card, 'plan'), standing(card, 'network')]).toEqual([null, null]);
});

test('an action leads to its own value, or to the one its parameter names', () => {
  expect(requestedChangeOf('close_sms', { speedKbps: 9 })).toMatchObject({ aspect: 'sms', to: OFF });
  expect(requestedChangeOf('limit_speed', { speedKbps: 512 })).toEqual({ aspect: 'speed', to: '512' });
  expect(requestedChangeOf('set_usage_cap', { usageCapMb: null })).toEqual({ aspect: 'cap', to: UNCAPPED });
  expect(requestedChangeOf('change_communication_plan', { plan: 'DATA' })).toEqual({ aspect: 'plan', to: 'DATA' });
});

test('a card is passed over when it is cancelled, its account cannot do it, or it stands so already', () => {
  const why = (
    action: Parameters<typeof requestedChangeOf>[0],
    about: string,
    terms = {},
    parameters = {},
    status = 'ACTIVATED',
  ) =>
    changeVerdict(
      { platform: Platform.values.Lt, kind: CardKind.values.flow, carrierStatus: status, about },
      requestedChangeOf(action, parameters),
      terms,
    )?.key;
  expect(why('open_gprs', '', {}, {}, 'RETIRED')).toBe('cancelled');
  expect(why('open_gprs', ON)).toBe('already');
  expect(why('open_gprs', OFF)).toBeUndefined();
  expect(why('open_voice', '', { services: ['data'] })).toBe('serviceNotThere');
  expect(why('limit_speed', '', { speeds: [128, 512] }, { speedKbps: 777 })).toBe('speedNotThere:128 / 512');
  expect(why('limit_speed', '512', { speeds: [128, 512] }, { speedKbps: 512 })).toBe('already');
  expect(why('cancel_limit_speed', '', { speeds: [128] })).toBeUndefined();
  expect(why('set_white_list', '', {}, { whiteList: { add: [], remove: ['13800000001'] } })).toBe('notVoice');
  expect(why('change_communication_plan', '', {}, { plan: 'DATA' })).toBe('planNotThere');
  expect(why('change_communication_plan', 'DATA', { hasPlan: true }, { plan: 'DATA' })).toBe('already');
});

test('a reading shows the change, shows the old value, or does not tell', () => {
  const device = (communicationPlan: string | null) => ({ communicationPlan }) as CarrierDevice;
  expect(readInDevice(device('DATA'), 'DATA')).toBe('asWanted');
  expect(readInDevice(device('OLD'), 'DATA')).toBe('asBefore');
  expect(readInDevice(device(null), 'DATA')).toBe('unreadable');
  expect(readInDevice(undefined, 'DATA')).toBe('waiting');
  const line = (isOn: boolean) => ({ service: 'data' as const, isOn, apn: null });
  const wish = { aspect: 'data', to: ON } as const;
  expect(readInServices({ services: [line(true), line(true)] }, wish)).toBe('asWanted');
  expect(readInServices({ services: [line(true), line(false)] }, wish)).toBe('asBefore');
  expect(readInServices({ services: [] }, wish)).toBe('unreadable');
});

test('an order counts where no reading contradicts it', () => {
  const words = text('号码不存在', 'No such number');
  const order = (state: 'waiting' | 'done' | 'failed' | 'unknown') => ({ state, words });
  expect(withOrder('unreadable', order('done'))).toBe('asWanted');
  expect(withOrder('asBefore', order('done'))).toBe('asBefore');
  expect(withOrder('asBefore', order('failed'))).toEqual({ refused: words });
  expect(withOrder('unreadable', order('waiting'))).toBe('waiting');
  expect(withOrder('asBefore', order('unknown'))).toBe('asBefore');
});
