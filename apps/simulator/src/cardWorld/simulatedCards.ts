import type { FastifyInstance } from 'fastify';
import type { SimulatedCarrier, Surroundings } from '../carrier.ts';
import { CardCarrier, type CarrierNature } from './cardCarrier.ts';
import { registerCardControl } from './cardControl.ts';
import type { AccountSettings, CardEvent } from './cardEvents.ts';
import type { ControlWords } from './controlBodies.ts';

/** The input of a card world: the seed, and the journal of its events. */
export type WorldTools = Surroundings & {
  readonly seed: number;
  readonly journal: (carrier: string, event: unknown) => void;
};

/** A simulated card carrier with its world. `serve` is its wire protocol. */
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
