/**
 * Processes items several at a time, in order, while `goesOn`. An error stops the start of further items and is thrown once the
 * running ones have finished.
 */
export async function mapConcurrently<T extends object>(
  items: readonly T[],
  width: number,
  work: (item: T) => Promise<unknown>,
  goesOn: () => boolean,
): Promise<void> {
  const waiting = [...items];
  const worker = async () => {
    while (goesOn()) {
      const item = waiting.shift();
      if (!item) return;
      await work(item).catch((error: unknown) => {
        waiting.length = 0;
        throw error;
      });
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: width }, worker));
  const failed = ended.find((each) => each.status === 'rejected');
  if (failed) throw failed.reason;
}
