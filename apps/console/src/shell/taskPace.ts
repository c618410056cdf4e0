type Counts = { readonly total: number; readonly done: number; readonly failed: number; readonly skipped: number };

/** The settled share of a task, successes and failures. Items that wait for a carrier are not settled. */
export function shareOf(task: Counts): { settled: number; share: number } {
  const settled = task.done + task.failed + task.skipped;
  return { settled, share: task.total > 0 ? Math.min(1, settled / task.total) : 0 };
}

/** The pace is measured over recent events only. */
const LOOKS_BACK_MS = 30_000;

/** The pace of tasks, from their events. */
export class Pace {
  private readonly heard = new Map<string, { at: number; settled: number }[]>();

  note(taskId: string, settled: number, at: number): void {
    const points = (this.heard.get(taskId) ?? []).filter((point) => at - point.at <= LOOKS_BACK_MS);
    points.push({ at, settled });
    this.heard.set(taskId, points);
  }

  /** Items a second; undefined until two samples are a second apart, or if nothing moves. */
  perSecond(taskId: string): number | undefined {
    const points = this.heard.get(taskId) ?? [];
    const [first] = points;
    const last = points.at(-1);
    if (!first || !last || last.at - first.at < 1000) return undefined;
    const moved = last.settled - first.settled;
    return moved > 0 ? (moved * 1000) / (last.at - first.at) : undefined;
  }
}
