import type { FastifyInstance } from 'fastify';
import type { OpenCalls } from './connection.ts';
import type { Faults } from './faults.ts';
import type { WorldClock } from './worldClock.ts';

/** What all carriers of one simulator share. */
export type Surroundings = { readonly faults: Faults; readonly clock: WorldClock; readonly calls: OpenCalls };

/**
 * A simulated carrier: one folder beside this file. It keeps a world that only events change, serves the carrier's wire
 * protocol, and is controlled by tests and the demo under `/_control/<name>`.
 */
export type SimulatedCarrier = {
  readonly name: string;
  /** Replays an event of the journal. */
  readonly replay: (event: unknown) => void;
  /** The shortest list of events that produces the current world. */
  readonly events: () => Iterable<unknown>;
  readonly registerApi: (app: FastifyInstance) => void;
  readonly registerControl: (app: FastifyInstance) => void;
  /** For a carrier that calls the platform itself: runs from the start of the simulator until its end. */
  readonly begin?: () => void;
  readonly end?: () => void;
};
