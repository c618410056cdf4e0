import type { SimulatedCarrier } from './carrier.ts';

/** A customer's own system that takes every event pushed to it: for the demo, which has nobody else to send to. */
export const pushReceiver = (): SimulatedCarrier => ({
  name: 'pushes',
  replay: () => undefined,
  events: () => [],
  registerApi: (app) => {
    app.post('/pushes', async (_request, reply) => reply.send({ received: true }));
  },
  registerControl: () => undefined,
});
