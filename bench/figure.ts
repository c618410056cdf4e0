/** One figure: what ours costs, what the barest way of doing it costs in the same run, and the goal for their ratio. */
export type Figure = {
  readonly name: string;
  readonly ours: number;
  readonly bare: number;
  readonly unit: string;
  /** Undefined where the figure is only for information. */
  readonly goal: number | undefined;
};

async function milliseconds(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

/** Alternates both and takes the best of each: other load slows both, but never speeds one up. */
export async function bestOf(
  turns: number,
  ours: () => Promise<unknown>,
  bare: () => Promise<unknown>,
): Promise<{ ours: number; bare: number }> {
  const found = { ours: [] as number[], bare: [] as number[] };
  for (let turn = 0; turn < turns; turn += 1) {
    found.ours.push(await milliseconds(ours));
    found.bare.push(await milliseconds(bare));
  }
  return { ours: Math.min(...found.ours), bare: Math.min(...found.bare) };
}

/** Each once: for work that changes its own input. */
export const once = async (ours: () => Promise<unknown>, bare: () => Promise<unknown>) => ({
  ours: (await milliseconds(ours)) / 1_000,
  bare: (await milliseconds(bare)) / 1_000,
});
