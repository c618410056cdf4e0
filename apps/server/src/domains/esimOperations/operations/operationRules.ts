import { EsimEnableState } from '@cardinal/contract/enumerations/card.ts';
import type { EsimArchitecture, EsimOperationKind, EsimOperationState } from '@cardinal/contract/enumerations/esim.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { NONE_RUNS } from './askedWords.ts';

const { enabled, notEnabled } = EsimEnableState.values;

export const OPEN_STATES = ['queued', 'ordered', 'released', 'waitingDevice'] as const satisfies EsimOperationState[];
export const isOpen = (state: EsimOperationState): boolean => (OPEN_STATES as readonly string[]).includes(state);

/** A number on, or bound to, the chip of an operation. */
export type NumberOnChip = {
  readonly id: string;
  readonly enableState: EsimEnableState;
  readonly isFallback: boolean;
};
export type ChipFacts = {
  readonly architecture: EsimArchitecture;
  readonly isClosed: boolean;
  readonly numbers: readonly NumberOnChip[];
};

export type Verdict =
  | { readonly kind: 'go' }
  /** The state is reached already: nothing is requested. */
  | { readonly kind: 'already'; readonly words: Text }
  | { readonly kind: 'refused'; readonly code: string; readonly words: Text };

const GO: Verdict = { kind: 'go' };
const refused = (code: string, zh: string, en: string): Verdict => ({ kind: 'refused', code, words: text(zh, en) });
const already = (zh: string, en: string): Verdict => ({ kind: 'already', words: text(zh, en) });

const CLOSED = refused('chipClosed', '该 eSIM 卡已注销', 'eSIM card closed');
const NOT_FROM_SERVER = refused(
  'architecture',
  '消费级 eSIM 不能由服务器切换，只能提供二维码',
  'Consumer eSIMs cannot be switched by a server; only a QR code can be provided',
);
const NO_CHANNEL = refused('architecture', '尚未接入 M2M（SGP.02）通道', 'No M2M (SGP.02) account connected yet');
const NOT_ON_CHIP = refused('notOnChip', '码号不在该 eSIM 卡上', 'Number not on this eSIM card');
const RUNS = refused('numberRuns', '已启用的码号不能删除', 'An enabled number cannot be deleted');
const LAST_WORDS = text('不能删除唯一可用码号', 'The only usable number cannot be deleted');
const LAST: Verdict = { kind: 'refused', code: 'onlyNumber', words: LAST_WORDS };
const IS_FALLBACK = refused('fallback', '后备码号不能删除', 'The fallback number cannot be deleted');

/** Whether an operation may be requested of a chip in its present state. A download's number is judged where it is bound. */
export function mayOperate(kind: EsimOperationKind, chip: ChipFacts, numberId: string | null): Verdict {
  if (chip.isClosed) return CLOSED;
  if (chip.architecture === 'm2m') return NO_CHANNEL;
  if (kind === 'download') return GO;
  if (chip.architecture === 'consumer') return NOT_FROM_SERVER;
  if (kind === 'audit') return GO;
  const number = chip.numbers.find(({ id }) => id === numberId);
  const isOnChip = number?.enableState === enabled || number?.enableState === notEnabled;
  if (!number || !isOnChip) return NOT_ON_CHIP;
  const runs = number.enableState === enabled;
  switch (kind) {
    case 'enable':
      return runs ? already('已是当前码号', 'Already the active number') : GO;
    case 'disable':
      return runs ? GO : already('码号未启用', 'Number not enabled');
    case 'setFallback':
      return number.isFallback ? already('已是后备码号', 'Already the fallback number') : GO;
    case 'delete': {
      if (runs) return RUNS;
      const usable = chip.numbers.filter(({ enableState }) => enableState === enabled || enableState === notEnabled);
      if (usable.length === 1) return LAST;
      return number.isFallback ? IS_FALLBACK : GO;
    }
  }
}

/** Whether this kind of operation is possible for a chip at all, whichever number is meant. */
export const mayAskChip = (kind: EsimOperationKind, chip: ChipFacts): Verdict =>
  mayOperate(kind === 'download' ? 'download' : 'audit', chip, null);

const NO_OTHER = text('芯片上没有可切换的另一个码号', 'No other number on the chip to switch to');
const NONE_TO_DELETE = text('芯片上没有可删除的码号', 'No number on the chip can be deleted');
const KINDS = ['download', 'enable', 'disable', 'delete', 'audit'] as const satisfies EsimOperationKind[];

/** The operations a chip does not support with any of its numbers, each with the most helpful reason. */
export function refusedKinds(chip: ChipFacts): { readonly kind: EsimOperationKind; readonly words: Text }[] {
  return KINDS.flatMap((kind) => {
    const ofChip = mayAskChip(kind, chip);
    if (ofChip.kind === 'refused') return [{ kind, words: ofChip.words }];
    if (kind === 'download' || kind === 'audit') return [];
    const verdicts = chip.numbers.map(({ id }) => mayOperate(kind, chip, id));
    if (verdicts.some((verdict) => verdict.kind === 'go')) return [];
    const isLast =
      chip.numbers.filter(({ enableState }) => enableState === enabled || enableState === notEnabled).length === 1;
    const words = { enable: NO_OTHER, disable: NONE_RUNS, delete: isLast ? LAST_WORDS : NONE_TO_DELETE }[kind];
    return [{ kind, words }];
  });
}

/** Progress of a download in per cent by state; notification points add to it (assumed). */
const STATE_PROGRESS: Readonly<Record<EsimOperationState, number>> = {
  queued: 0,
  ordered: 20,
  released: 40,
  waitingDevice: 50,
  done: 100,
  failed: 100,
  expired: 100,
};
const POINT_PROGRESS: Readonly<Record<string, number>> = { 1: 60, 3: 80, 4: 100 };

/** Progress of an open operation, by its state and notification points; null once it has ended. */
export function progressOf(state: EsimOperationState, points: readonly string[]): number | null {
  if (!isOpen(state)) return null;
  return Math.max(STATE_PROGRESS[state], ...points.map((point) => POINT_PROGRESS[point] ?? 0));
}

const HOUR_MS = 3_600_000;
/** How long a device may take to come online: for a download, and for operations on the chip (assumed). */
const WAIT_LIMIT_MS: Readonly<Record<EsimOperationKind, number>> = {
  download: 72 * HOUR_MS,
  enable: 24 * HOUR_MS,
  disable: 24 * HOUR_MS,
  delete: 24 * HOUR_MS,
  setFallback: 24 * HOUR_MS,
  audit: 24 * HOUR_MS,
};
export const expiryOf = (kind: EsimOperationKind, askedAt: Date): Date =>
  new Date(askedAt.getTime() + WAIT_LIMIT_MS[kind]);

const FIRST_LOOK_MS = 1_000;
const LONGEST_LOOK_MS = 300_000;
const MOST_DOUBLINGS = 10;

/** When to check again after so many checks; never later than its expiry. */
export function nextLook(checks: number, now: Date, expiresAt: Date | null): Date {
  const waitMs = Math.min(FIRST_LOOK_MS * 2 ** Math.min(checks, MOST_DOUBLINGS), LONGEST_LOOK_MS);
  const at = now.getTime() + waitMs;
  return new Date(expiresAt && now < expiresAt ? Math.min(at, expiresAt.getTime()) : at);
}

/** The identifier of one call of an operation: constant over retries, different for each step. */
export const callIdOf = (
  functionCallIdentifier: string,
  step: 'order' | 'confirm' | 'cancel' | 'chip' | 'look',
): string => `${functionCallIdentifier}-${step}`;
