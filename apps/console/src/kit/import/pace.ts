/** A progress sample: how far, and when. */
export type Sample = { readonly at: number; readonly done: number };
export type Pace = { readonly perSecond: number; readonly secondsLeft: number };

/** Speed is measured over the last seconds; older samples say nothing about now. */
const WINDOW_MS = 10_000;

/** Adds a sample; a count that went back (another run, a restart) starts a new series. */
export function withSample(samples: readonly Sample[], sample: Sample): readonly Sample[] {
  const last = samples.at(-1);
  if (last && sample.done < last.done) return [sample];
  if (last && sample.done === last.done && samples.length > 1) return samples;
  const recent = samples.filter((each, at) => sample.at - each.at <= WINDOW_MS || at === samples.length - 1);
  return [...recent, sample];
}

/** Rows a second and seconds left; undefined until there are two samples. `now` reveals a standstill. */
export function paceOf(samples: readonly Sample[], total: number, now: number): Pace | undefined {
  const first = samples[0];
  const last = samples.at(-1);
  if (!first || !last || last.done <= first.done) return undefined;
  const seconds = (Math.max(last.at, now - WINDOW_MS / 2) - first.at) / 1000;
  if (seconds <= 0) return undefined;
  const perSecond = (last.done - first.done) / seconds;
  return { perSecond, secondsLeft: Math.max(0, total - last.done) / perSecond };
}
