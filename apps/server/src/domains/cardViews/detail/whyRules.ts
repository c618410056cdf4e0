import { StopReason } from '@cardinal/contract/enumerations/card.ts';
import { TaskKind } from '@cardinal/contract/enumerations/task.ts';
import { actionsOfKind } from '@cardinal/contract/tasks/taskCatalogue.ts';
import type { CardState, StateLine } from '../../cards/face.ts';

/** A line that can answer for a reason. */
export type WhyLine = StateLine & { readonly commandId: string | null; readonly source: string };

/** What may set a reason or a status; any other line only shows that it stood already. */
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
 * The line (of those up to a moment, oldest first) with which something began that holds at their end. A command that came
 * to nothing is passed over, so that a restart that was refused does not make an old stop a new one. Undefined where it
 * stood already when the first line was kept.
 */
function begunWith<L extends WhyLine>(lines: readonly L[], holds: (state: CardState) => boolean): L | undefined {
  const failed = new Set(lines.flatMap((line) => (FAILED.includes(line.result) ? [line.commandId] : [])));
  const told = lines.filter((line) => line.state && (line.commandId === null || !failed.has(line.commandId)));
  const before = told.findLastIndex((line) => line.state && !holds(line.state));
  const first = told[before + 1];
  return first && SETTING.has(first.action) ? first : undefined;
}

/** Who answers for a reason of ours; from before states were kept, the latest stop of its sort. */
export function setterOf<L extends WhyLine>(lines: readonly L[], reason: number): L | undefined {
  const found = begunWith(lines, (state) => state.reasons.includes(reason));
  if (found || lines.some((line) => line.state)) return found;
  const action = reason === manual ? 'stop_card' : 'forced_stop_card';
  return lines.findLast((line) => line.action === action && BEGUN.includes(line.result) && line.source !== 'carrier');
}

/** Who answers for the carrier's status, where no reason of ours does. */
export function moverOf<L extends WhyLine>(lines: readonly L[], status: string): L | undefined {
  const found = begunWith(lines, (state) => state.status === status);
  if (found || lines.some((line) => line.state)) return found;
  return lines.findLast((line) => line.toWord === status && !FAILED.includes(line.result));
}

/** What came of the command that a line is about: its last word among these lines. */
export const answerTo = <L extends WhyLine>(lines: readonly L[], commandId: string): L | undefined =>
  lines.findLast((line) => line.commandId === commandId && line.result !== 'asked');
