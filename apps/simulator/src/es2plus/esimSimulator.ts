import type { Surroundings } from '../carrier.ts';
import { ChipLife } from './chipLife.ts';
import type { EsimEvent } from './esimEvents.ts';
import { EsimWorld } from './esimWorld.ts';
import { Notifier } from './notifier.ts';

/** An SM-DP+, an eIM and the chips they serve, over one world that only events change. */
export class EsimSimulator {
  readonly world = new EsimWorld();
  readonly life: ChipLife;
  readonly notifier: Notifier;
  /** Writes an event to the journal, then applies it. */
  readonly record: (event: EsimEvent) => void;
  readonly #calls = new Map<string, Record<string, number>>();

  constructor(surroundings: Surroundings, journal: (event: EsimEvent) => void) {
    this.record = (event) => {
      journal(event);
      this.world.apply(event);
    };
    this.life = new ChipLife(this.world, surroundings.clock, this.record);
    const settle = () => this.settle();
    this.notifier = new Notifier({ world: this.world, surroundings, record: this.record, settle });
  }

  /** Applies everything that is due. */
  settle(): void {
    this.life.settle();
  }

  countCall(requesterId: string, operation: string): void {
    const own = this.#calls.get(requesterId) ?? {};
    own[operation] = (own[operation] ?? 0) + 1;
    this.#calls.set(requesterId, own);
  }

  calls(): Record<string, Record<string, number>> {
    return Object.fromEntries(this.#calls);
  }

  forgetCalls(): void {
    this.#calls.clear();
  }
}
