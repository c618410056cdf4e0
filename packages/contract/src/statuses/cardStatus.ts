import { type Text, text } from '@cardinal/primitives/text.ts';
import { Lifecycle, type Platform, type StopReason } from '../enumerations/card.ts';
import { TaskType } from '../tasks/taskCatalogue.ts';
import { STATUS_TABLES } from './carrierStatuses.ts';
import type { CarrierStatus, StatusAction } from './statusTable.ts';

const lookUp = (platform: Platform, carrierStatus: string): CarrierStatus | undefined =>
  Object.hasOwn(STATUS_TABLES[platform].statuses, carrierStatus)
    ? STATUS_TABLES[platform].statuses[carrierStatus]
    : undefined;

/** Undefined for an unknown carrier status: the caller keeps the last known state and raises an event. */
export const lifecycleOf = (platform: Platform, carrierStatus: string): Lifecycle | undefined =>
  lookUp(platform, carrierStatus)?.lifecycle;

/** Whether the card can be used: activated, or in a trial, test or free period. */
export function hasService(platform: Platform, carrierStatus: string): boolean {
  const status = lookUp(platform, carrierStatus);
  return status !== undefined && (status.lifecycle === Lifecycle.values.activated || status.hasService === true);
}

const derivedWord = (platform: Platform): string | undefined =>
  Object.entries(STATUS_TABLES[platform].statuses).find(([, status]) => status.isDerived)?.[0];

/** The carrier's plain «stopped» status, the result of `stop_card`. */
const stoppedWord = (platform: Platform): string | undefined =>
  STATUS_TABLES[platform].asked.find(({ action }) => action === 'stop_card')?.to;

/**
 * The status to show: the carrier's, or «forced stop» if it is stopped and we have reasons of our own. If a carrier's table
 * lacks that status, its own is shown.
 */
export function shownStatusOf(platform: Platform, carrierStatus: string, stopReasons: readonly StopReason[]): string {
  const isForced = stopReasons.length > 0 && carrierStatus === stoppedWord(platform);
  return (isForced ? derivedWord(platform) : undefined) ?? carrierStatus;
}

export function statusTextOf(platform: Platform, carrierStatus: string): Text {
  const status = lookUp(platform, carrierStatus);
  return status ? text(status.zh, status.en) : text(`未知状态 ${carrierStatus}`, `Unknown status ${carrierStatus}`);
}

/** Whether the carrier runs a card that we have reasons to stop: «失控», to be stopped again. */
export const isOutOfControl = (
  platform: Platform,
  carrierStatus: string,
  stopReasons: readonly StopReason[],
): boolean => stopReasons.length > 0 && lifecycleOf(platform, carrierStatus) === Lifecycle.values.activated;

export const TRANSITION_NOT_ALLOWED = text(
  '卡状态为{from}，不能执行{action}（目标 {to}）',
  'Card is {from}; {action} to {to} is not allowed',
);
/** For an action this carrier's table does not have at all. */
export const ACTION_NOT_OFFERED = text('该运营商不支持{action}', 'This carrier does not support {action}');

export type AskedMove =
  | { readonly isAllowed: true; readonly to: string }
  | {
      readonly isAllowed: false;
      /** The message with its facts; `hint` is the remedy, if the table has one. */
      readonly refusal: Text;
      readonly facts: { readonly from: Text; readonly action: Text; readonly to: Text };
      readonly hint?: Text;
    };

/** The result of an action on a card in this status. Check before any call to the carrier. */
export function moveAsked(platform: Platform, carrierStatus: string, action: StatusAction): AskedMove {
  const table = STATUS_TABLES[platform];
  const offered = table.asked.filter((transition) => transition.action === action);
  const found = offered.find(({ from }) => from.includes(carrierStatus));
  if (found) return { isAllowed: true, to: found.to };

  const target = offered[0]?.to;
  const facts = {
    from: statusTextOf(platform, carrierStatus),
    action: TaskType.labelOf(TaskType.values[action]),
    to: target === undefined ? text('无', 'none') : statusTextOf(platform, target),
  };
  const hint = lookUp(platform, carrierStatus)?.hint;
  const refusal = target === undefined ? ACTION_NOT_OFFERED : TRANSITION_NOT_ALLOWED;
  return { isAllowed: false, refusal, facts, ...(hint && { hint }) };
}

export const isTransitionAllowed = (platform: Platform, carrierStatus: string, action: StatusAction): boolean =>
  moveAsked(platform, carrierStatus, action).isAllowed;

/** The statuses of a carrier as choices of a filter, in the table's order. */
export const statusOptionsOf = (platform: Platform): { value: string; label: Text; lifecycle: Lifecycle }[] =>
  Object.entries(STATUS_TABLES[platform].statuses).map(([value, { zh, en, lifecycle }]) => ({
    value,
    label: text(zh, en),
    lifecycle,
  }));
