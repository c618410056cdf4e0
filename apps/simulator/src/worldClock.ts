import type { Clock } from '@cardinal/primitives/clock.ts';

/** How a world's time differs from its base: `frozenAtMs` stands still, otherwise the base runs on, shifted. */
export type ClockSetting = { readonly shiftMs: number; readonly frozenAtMs: number | null };

/** A world's own time. It may be set forwards and backwards; what the world already wrote down keeps its dates. */
export class WorldClock {
  readonly #base: Clock;
  #setting: ClockSetting = { shiftMs: 0, frozenAtMs: null };

  constructor(base: Clock) {
    this.#base = base;
  }

  nowMs(): number {
    return this.#setting.frozenAtMs ?? this.baseMs() + this.#setting.shiftMs;
  }

  /** The time of the machine, untouched by settings; rates are measured on it, since callers live in it. */
  baseMs(): number {
    return this.#base.now().getTime();
  }

  setting(): ClockSetting {
    return this.#setting;
  }

  restore(setting: ClockSetting): void {
    this.#setting = setting;
  }

  /** What the setting must be for the world to show this moment now, running or standing. */
  settingFor(moment: number, frozen: boolean): ClockSetting {
    return frozen
      ? { shiftMs: this.#setting.shiftMs, frozenAtMs: moment }
      : { shiftMs: moment - this.baseMs(), frozenAtMs: null };
  }
}
