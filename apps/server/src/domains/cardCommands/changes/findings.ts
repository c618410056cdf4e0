import type { Text } from '@cardinal/primitives/text.ts';
import type { AnswerOf, CarrierDevice } from '../../carriers/face.ts';
import { ON, type RequestedChange } from './changeKinds.ts';
import { isAsAsked, readWhiteListChange } from './whiteList.ts';

/** What a reading says about a requested change. */
export type Read =
  | 'asWanted'
  | 'asBefore'
  /** Nothing was learnt from this reading. */
  | 'waiting'
  /** The carrier's interface does not report it. */
  | 'unreadable';
export type Found = Read | { readonly refused: Text };

export function readInDevice(device: CarrierDevice | undefined, to: string): Read {
  if (!device) return 'waiting';
  if (device.communicationPlan === null) return 'unreadable';
  return device.communicationPlan === to ? 'asWanted' : 'asBefore';
}

/** A service with several access points counts as changed only if all of them are. */
export function readInServices({ services }: AnswerOf<'getServices'>, { aspect, to }: RequestedChange): Read {
  if (aspect === 'apn') {
    const apns = services.flatMap(({ service, apn }) => (service === 'data' && apn ? [apn] : []));
    return apns.length === 0 ? 'unreadable' : apns.includes(to) ? 'asWanted' : 'asBefore';
  }
  const lines = services.filter(({ service }) => service === aspect);
  if (lines.length === 0) return 'unreadable';
  return lines.every(({ isOn }) => isOn === (to === ON)) ? 'asWanted' : 'asBefore';
}

export const readInWhiteList = ({ numbers }: AnswerOf<'getWhiteList'>, to: string): Read =>
  isAsAsked(numbers, readWhiteListChange(to)) ? 'asWanted' : 'asBefore';

/**
 * The order's state decides where the reading does not show the change. A reading with the old value only means waiting,
 * whatever the order says.
 */
export function withOrder(read: Read, order: AnswerOf<'getOrder'>): Found {
  switch (order.state) {
    case 'failed':
      return { refused: order.words };
    case 'waiting':
      return 'waiting';
    case 'done':
      return read === 'asBefore' ? read : 'asWanted';
    case 'unknown':
      return read;
  }
}
