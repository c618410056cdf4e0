import type { FastifyInstance } from 'fastify';
import type { OpenCalls } from './connection.ts';
import type { Faults } from './faults.ts';
import type { WorldClock } from './worldClock.ts';

/** What all carriers of one simulator share. */
export type Surroundings = { readonly faults: Faults; readonly clock: WorldClock; readonly calls: OpenCalls };

/**
 * A carrier the simulator plays: one folder beside this file. It keeps a world that only events change, serves the
 * carrier's own wire protocol, and lets tests and the demo steer it under `/_control/<name>`.
 */
export type SimulatedCarrier = {
  readonly name: string;
  /** Brings back an event the journal kept. */
  readonly replay: (event: unknown) => void;
  /** The shortest list of events that leads to the present world. */
  readonly events: () => Iterable<unknown>;
  readonly registerApi: (app: FastifyInstance) => void;
  readonly registerControl: (app: FastifyInstance) => void;
  /** For a carrier that calls the platform by itself: from the moment the simulator listens until it closes. */
  readonly begin?: () => void;
  readonly end?: () => void;
};
