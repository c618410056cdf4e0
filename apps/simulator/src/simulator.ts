import { join } from 'node:path';
import type { Clock } from '@cardinal/primitives/clock.ts';
import { systemClock } from '@cardinal/primitives/clock.ts';
import fastify from 'fastify';
import { simulatedCards } from './cardWorld/simulatedCards.ts';
import type { SimulatedCarrier } from './carrier.ts';
import { cmpControl, cmpNature } from './cmp/cmpCarrier.ts';
import { registerCmpApi } from './cmp/cmpWire.ts';
import { OpenCalls } from './connection.ts';
import { registerControl } from './control.ts';
import { simulatedEsim } from './es2plus/simulatedEsim.ts';
import { type Fault, Faults } from './faults.ts';
import { genericControl, genericNature } from './generic/genericCarrier.ts';
import { registerGenericApi } from './generic/genericWire.ts';
import { guangdongControl, guangdongNature } from './guangdong/guangdongCarrier.ts';
import { serveGuangdong } from './guangdong/guangdongWire.ts';
import { type JasperCarrier, jasperControl, jasperNature } from './jasper/jasperCarrier.ts';
import { registerJasperApi } from './jasper/wire.ts';
import { forgetfulJournal, type Journal, openJournal } from './journal.ts';
import { type OneLinkCarrier, onelinkControl, onelinkNature } from './onelink/onelinkCarrier.ts';
import { serveOneLink } from './onelink/onelinkWire.ts';
import { simulatedPayments } from './payments/simulatedPayments.ts';
import { pushReceiver } from './pushReceiver.ts';
import { simulatedSource } from './source/simulatedSource.ts';
import { simulatedTelecom5g } from './telecom5g/ctwingWire.ts';
import { simulatedTelecomCmp } from './telecomCmp/cmpWire.ts';
import { simulatedWechatOpen } from './wechatOpen/wechatOpen.ts';
import { type ClockSetting, WorldClock } from './worldClock.ts';

export type SimulatorOptions = {
  /** 0 picks a free port. */
  readonly port?: number;
  readonly host?: string;
  /** Where the world is stored; without it, it ends with the process. */
  readonly dataDir?: string | undefined;
  readonly clock?: Clock;
  readonly seed?: number;
  /** Required of every control call in the header `x-simulator-token`; without it, control is open to loopback only. */
  readonly controlToken?: string | undefined;
};

export type Simulator = {
  readonly url: string;
  readonly close: () => Promise<void>;
  readonly jasper: JasperCarrier;
  readonly onelink: OneLinkCarrier;
  readonly faults: Faults;
  readonly clock: WorldClock;
};

/** The journal's entries: events of the carriers, and shared settings. */
type WorldEvent =
  | { readonly carrier: string; readonly event: unknown }
  | { readonly clock: ClockSetting }
  | { readonly fault: Fault }
  | { readonly faultRemoved: string }
  | { readonly faultsCleared: true }
  | { readonly faultStruck: string };

const DEFAULT_SEED = 20260727;
/** A journal this long is compacted at the start if most of it is obsolete. */
const LONG_JOURNAL_BYTES = 32 * 1024 * 1024;
/** A world of 20,000 cards listed one by one arrives in one body. */
const CONTROL_BODY_BYTES = 256 * 1024 * 1024;

/** Starts the carriers' simulator; resolves once it listens. */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const clock = new WorldClock(options.clock ?? systemClock);
  const append = (event: WorldEvent) => journal.append(event);
  const faults = new Faults((id) => append({ faultStruck: id }));
  const seed = options.seed ?? DEFAULT_SEED;
  const surroundings = { faults, clock, calls: new OpenCalls() };

  const tools = { ...surroundings, seed, journal: (carrier: string, event: unknown) => append({ carrier, event }) };

  const jasper = simulatedCards(jasperNature, jasperControl, registerJasperApi, tools);
  const onelink = simulatedCards(onelinkNature('onelink'), onelinkControl, serveOneLink('/v5'), tools);
  // Nothing is known of these two: they use OneLink's protocol under their own paths.
  const shanxi = simulatedCards(onelinkNature('shanxi'), onelinkControl, serveOneLink('/shanxi/v5'), tools);
  const ydOther = simulatedCards(onelinkNature('ydOther'), onelinkControl, serveOneLink('/yd-other/v5'), tools);
  const cmp = simulatedCards(cmpNature, cmpControl, registerCmpApi, tools);
  const generic = simulatedCards(genericNature, genericControl, registerGenericApi, tools);
  const guangdong = simulatedCards(guangdongNature, guangdongControl, serveGuangdong, tools);
  const esim = simulatedEsim(tools);
  const carriers: SimulatedCarrier[] = [
    jasper.simulated,
    onelink.simulated,
    shanxi.simulated,
    ydOther.simulated,
    guangdong.simulated,
    simulatedTelecomCmp(tools),
    simulatedTelecom5g(tools),
    esim.simulated,
    cmp.simulated,
    generic.simulated,
    ...simulatedPayments(tools),
    simulatedWechatOpen(tools),
    simulatedSource(tools),
    pushReceiver(),
  ];

  const journal = openWorld(options.dataDir, carriers, faults, clock);
  const app = fastify({ bodyLimit: CONTROL_BODY_BYTES, logger: false });
  app.addHook('onRequest', async (_request, reply) => surroundings.calls.note(reply));
  registerControl(app, {
    faults,
    clock,
    carriers,
    token: options.controlToken,
    journalSize: () => journal.size(),
    note: {
      clock: (setting) => append({ clock: setting }),
      fault: (fault) => append({ fault }),
      faultRemoved: (id) => append({ faultRemoved: id }),
      faultsCleared: () => append({ faultsCleared: true }),
    },
  });
  for (const carrier of carriers) carrier.registerApi(app);
  const url = await app.listen({ port: options.port ?? 0, host: options.host ?? '127.0.0.1' });
  for (const carrier of carriers) carrier.begin?.();
  const close = async () => {
    for (const carrier of carriers) carrier.end?.();
    const closing = app.close();
    await surroundings.calls.end();
    // Clients keep idle connections open, which would delay the shutdown.
    app.server.closeAllConnections();
    await closing;
    journal.close();
  };
  return { url, close, jasper: jasper.carrier, onelink: onelink.carrier, faults, clock };
}

/** Reads the world from the journal, and compacts the journal if most of it is obsolete. */
function openWorld(
  dataDir: string | undefined,
  carriers: readonly SimulatedCarrier[],
  faults: Faults,
  clock: WorldClock,
): Journal<WorldEvent> {
  if (dataDir === undefined) return forgetfulJournal();
  const byName = new Map(carriers.map((carrier) => [carrier.name, carrier]));
  const journal = openJournal<WorldEvent>(join(dataDir, 'world.jsonl'), (line) => {
    if ('carrier' in line) byName.get(line.carrier)?.replay(line.event);
    else if ('clock' in line) clock.restore(line.clock);
    else if ('fault' in line) faults.set(line.fault);
    else if ('faultRemoved' in line) faults.remove(line.faultRemoved);
    else if ('faultsCleared' in line) faults.clear();
    else if ('faultStruck' in line) faults.spend(line.faultStruck);
  });
  const { bytes, lines } = journal.size();
  if (bytes > LONG_JOURNAL_BYTES) {
    let needed = 0;
    for (const _ of worldEvents(carriers, faults, clock)) needed += 1;
    if (needed * 2 < lines) journal.rewrite(worldEvents(carriers, faults, clock));
  }
  return journal;
}

function* worldEvents(carriers: readonly SimulatedCarrier[], faults: Faults, clock: WorldClock): Generator<WorldEvent> {
  yield { clock: clock.setting() };
  for (const { fault, strikes } of faults.list()) {
    yield { fault };
    if (fault.count !== undefined) for (let i = 0; i < strikes; i++) yield { faultStruck: fault.id };
  }
  for (const { name, events } of carriers) for (const event of events()) yield { carrier: name, event };
}
