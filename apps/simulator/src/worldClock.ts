import type { Clock } from '@cardinal/primitives/clock.ts';

/** How a world's time differs from its base: frozen at `frozenAtMs`, or running with an offset. */
export type ClockSetting = { readonly shiftMs: number; readonly frozenAtMs: number | null };

/** A world's own time. It may be set forwards and backwards; recorded events keep their dates. */
export class WorldClock {
  readonly #base: Clock;
  #setting: ClockSetting = { shiftMs: 0, frozenAtMs: null };

  constructor(base: Clock) {
    this.#base = base;
  }

  nowMs(): number {
    return this.#setting.frozenAtMs ?? this.baseMs() + this.#setting.shiftMs;
  }

  /** The machine's time, independent of settings; rates are measured by it, as by the callers. */
  baseMs(): number {
    return this.#base.now().getTime();
  }

  setting(): ClockSetting {
    return this.#setting;
  }

  restore(setting: ClockSetting): void {
    this.#setting = setting;
  }

  /** The setting for the world to show this moment now, running or frozen. */
  settingFor(moment: number, frozen: boolean): ClockSetting {
    return frozen
      ? { shiftMs: this.#setting.shiftMs, frozenAtMs: moment }
      : { shiftMs: moment - this.baseMs(), frozenAtMs: null };
  }
}
