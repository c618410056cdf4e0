import type { FastifyInstance } from 'fastify';
import type { SimulatedCarrier, Surroundings } from '../carrier.ts';
import { CardCarrier, type CarrierNature } from './cardCarrier.ts';
import { registerCardControl } from './cardControl.ts';
import type { AccountSettings, CardEvent } from './cardEvents.ts';
import type { ControlWords } from './controlBodies.ts';

/** What a world of cards is made with: the seed, and where its events are written down. */
export type WorldTools = Surroundings & {
  readonly seed: number;
  readonly journal: (carrier: string, event: unknown) => void;
};

/** A carrier of cards: its world, and the carrier the simulator serves. `serve` is its wire. */
export function simulatedCards<Settings extends AccountSettings>(
  nature: CarrierNature<Settings>,
  control: Omit<ControlWords, 'statuses'>,
  serve: (app: FastifyInstance, carrier: CardCarrier<Settings>, surroundings: Surroundings) => void,
  tools: WorldTools,
): { readonly carrier: CardCarrier<Settings>; readonly simulated: SimulatedCarrier } {
  const { name } = nature;
  const journal = (event: CardEvent<Settings>) => tools.journal(name, event);
  const carrier = new CardCarrier(nature, { clock: tools.clock, seed: tools.seed, journal });
  const simulated: SimulatedCarrier = {
    name,
    replay: (event) => carrier.world.apply(event as CardEvent<Settings>),
    events: () => carrier.world.events(),
    registerApi: (app) => serve(app, carrier, tools),
    registerControl: (app) => registerCardControl(app, carrier, control),
  };
  return { carrier, simulated };
}
