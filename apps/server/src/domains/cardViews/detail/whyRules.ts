import { StopReason } from '@cardinal/contract/enumerations/card.ts';
import { TaskKind } from '@cardinal/contract/enumerations/task.ts';
import { actionsOfKind } from '@cardinal/contract/tasks/taskCatalogue.ts';
import type { CardState, StateLine } from '../../cards/face.ts';

/** A history record that can explain a stop reason. */
export type WhyLine = StateLine & { readonly commandId: string | null; readonly source: string };

/** Actions that may set a reason or a status; any other record only shows that it was set before. */
const SETTING: ReadonlySet<string> = new Set<string>([
  ...actionsOfKind(TaskKind.values.status),
  'bind_imei',
  'unbind_imei',
  'import_card',
  'sync_card',
]);
const FAILED: readonly string[] = ['refused', 'timedOut', 'expired'];
const BEGUN: readonly string[] = ['asked', 'done'];
const { manual } = StopReason.values;

/**
 * Finds the record, among those up to a given time (oldest first), with which a state began that still holds at their end.
 * What a failed command moved is skipped and its failure put it back, so that a refused restart does not turn an old stop into a
 * new one, nor a refused stop an old reason into one that stands. Undefined if the state was there when the first record was written.
 */
function begunWith<L extends WhyLine>(lines: readonly L[], holds: (state: CardState) => boolean): L | undefined {
  const failed = new Set(lines.flatMap((line) => (FAILED.includes(line.result) ? [line.commandId] : [])));
  const told = lines.filter((line) => line.state && !(line.result === 'asked' && failed.has(line.commandId)));
  const stood = (line: L) => line.state !== null && holds(line.state);
  const before = told.findLastIndex((line) => !stood(line));
  const first = told[before + 1];
  // Put back by a failure: it began where it stood before.
  if (first && FAILED.includes(first.result))
    return begunWith(told.slice(0, told.slice(0, before).findLastIndex(stood) + 1), holds);
  return first && SETTING.has(first.action) ? first : undefined;
}

/** The record that set one of the platform's stop reasons; from before states were recorded, the latest stop of that kind. */
export function setterOf<L extends WhyLine>(lines: readonly L[], reason: number): L | undefined {
  const found = begunWith(lines, (state) => state.reasons.includes(reason));
  if (found || lines.some((line) => line.state)) return found;
  const action = reason === manual ? 'stop_card' : 'forced_stop_card';
  return lines.findLast((line) => line.action === action && BEGUN.includes(line.result) && line.source !== 'carrier');
}

/** The record that explains the carrier's status if no stop reason does. */
export function moverOf<L extends WhyLine>(lines: readonly L[], status: string): L | undefined {
  const found = begunWith(lines, (state) => state.status === status);
  if (found || lines.some((line) => line.state)) return found;
  return lines.findLast((line) => line.toWord === status && !FAILED.includes(line.result));
}

/** The result of a record's command: its last result among these records. */
export const answerTo = <L extends WhyLine>(lines: readonly L[], commandId: string): L | undefined =>
  lines.findLast((line) => line.commandId === commandId && line.result !== 'asked');
