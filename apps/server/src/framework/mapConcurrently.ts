/**
 * Works on items several at a time, taken in their order, while `goesOn`. What one of them throws ends it for all, once
 * those that have begun are through.
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
