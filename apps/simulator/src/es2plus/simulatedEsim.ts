import type { SimulatedCarrier, Surroundings } from '../carrier.ts';
import { registerEsimControl } from './esimControl.ts';
import type { EsimEvent } from './esimEvents.ts';
import { EsimSimulator } from './esimSimulator.ts';
import { registerEsimApi } from './esimWire.ts';

/** The SM-DP+ and eIM the simulator serves. `journal` writes an event down before it happens. */
export function simulatedEsim(tools: Surroundings & { readonly journal: (carrier: string, event: unknown) => void }): {
  readonly esim: EsimSimulator;
  readonly simulated: SimulatedCarrier;
} {
  const esim = new EsimSimulator(tools, (event) => tools.journal('es2plus', event));
  const simulated: SimulatedCarrier = {
    name: 'es2plus',
    replay: (event) => esim.world.apply(event as EsimEvent),
    events: () => esim.world.events(),
    registerApi: (app) => registerEsimApi(app, esim, tools),
    registerControl: (app) => registerEsimControl(app, esim),
    begin: () => esim.notifier.start(),
    end: () => esim.notifier.stop(),
  };
  return { esim, simulated };
}
