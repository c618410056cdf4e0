import { startSimulator } from '@cardinal/simulator/simulator.ts';
import type { Figure } from './figure.ts';
import { ACCOUNT, oneLinkCards, passOver } from './sync.ts';
import { openWorld } from './world.ts';

/** A limit of a real carrier, so that the budget and not the machine is the bottleneck. */
const LIMITS = { callsPerSecond: 10, inFlight: 8, timeoutMs: 2_000 };
/** The faults of usage calls: half answer late, some never, some with an error, some are truncated. */
const FAULTS = [
  { id: '1', kind: 'slow', probability: 0.5, options: { delayMs: 400 } },
  { id: '2', kind: 'timeout', probability: 0.03, options: {} },
  { id: '3', kind: 'httpError', probability: 0.05, options: {} },
  { id: '4', kind: 'garbled', probability: 0.02, options: {} },
] as const;
/** At least 95 % of the budget is used while there is something to ask. */
const GOAL = 1.05;

/**
 * Reads the usage of a OneLink account's cards while its carrier is slow, silent and failing. Compares the time from the first
 * to the last call with the minimum that the limit allows. Fails if the limit was ever exceeded.
 */
export async function* budgetFigure(cards: number): AsyncGenerator<Figure> {
  const simulator = await startSimulator();
  const world = await openWorld();
  try {
    const accountId = await oneLinkCards(simulator, world, cards, LIMITS);
    for (const fault of FAULTS) simulator.faults.set({ ...fault, carrier: 'onelink', seed: 7 });
    await passOver(world, accountId, cards);
    const { peakPerSecond, calls, ...at } = simulator.onelink.gate(ACCOUNT.username).figures();
    const seconds = ((at.lastCallAtMs ?? 0) - (at.firstCallAtMs ?? 0)) / 1_000;
    if (peakPerSecond > LIMITS.callsPerSecond) throw new Error(`the budget was exceeded: ${peakPerSecond} a second`);
    const named = `${calls} calls under faults, allowed ${LIMITS.callsPerSecond} a second, at most ${peakPerSecond} made`;
    yield { name: named, ours: seconds, bare: calls / LIMITS.callsPerSecond, unit: 's', goal: GOAL };
  } finally {
    await world.stop();
    await simulator.close();
  }
}
