import type { App } from '@cardinal/server/framework/app.ts';
import type { NewDevices } from '@cardinal/simulator/cardWorld/cardCarrier.ts';
import { type Simulator, type SimulatorOptions, startSimulator } from '@cardinal/simulator/simulator.ts';

export const JASPER_USER = 'cardinal-test';
export const JASPER_KEY = 'test-api-key-4711';

type OfEach<D> = D extends unknown ? Omit<D, 'account'> : never;

/** The real simulator in this process, with one Jasper account in it. */
export type SimulatedJasper = {
  readonly simulator: Simulator;
  readonly url: string;
  readonly username: string;
  readonly apiKey: string;
  readonly addDevices: (devices: OfEach<NewDevices>) => void;
  /** The control interface of the simulator: faults, clock, held confirmations. */
  readonly control: (method: string, path: string, body?: unknown) => Promise<unknown>;
  readonly stop: () => Promise<void>;
};

export async function simulatedJasper(
  options: SimulatorOptions & { callsPerSecond?: number | null; callsInFlight?: number | null } = {},
): Promise<SimulatedJasper> {
  const simulator = await startSimulator(options);
  simulator.jasper.openAccount({
    username: JASPER_USER,
    secret: JASPER_KEY,
    callsPerSecond: options.callsPerSecond ?? null,
    callsInFlight: options.callsInFlight ?? null,
  });
  return {
    simulator,
    url: simulator.url,
    username: JASPER_USER,
    apiKey: JASPER_KEY,
    addDevices: (devices) => {
      simulator.jasper.addDevices({ account: JASPER_USER, ...devices } as NewDevices);
    },
    control: (method, path, body) => control(simulator, method, path, body),
    stop: () => simulator.close(),
  };
}

/** A call of a simulator's control interface; throws if refused. */
export async function control(
  simulator: { readonly url: string },
  method: string,
  path: string,
  body?: unknown,
): Promise<unknown> {
  const answer = await fetch(`${simulator.url}/_control${path}`, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

type Settings = {
  callsPerSecond?: number;
  inFlight?: number;
  timeoutMs?: number;
  quietSeconds?: number;
  name?: string;
};

/** Creates a carrier account for the simulator as the system. Returns its id. */
export async function connectJasper(
  app: App,
  jasper: { url: string; username: string; apiKey: string },
  settings: Settings = {},
): Promise<string> {
  const credentials = { username: jasper.username, apiKey: jasper.apiKey };
  return connectCarrier(app, { adapter: 'jasper', baseUrl: jasper.url, credentials }, settings);
}

/** Creates an account of any adapter as the system. Returns its id. */
export async function connectCarrier(
  app: App,
  account: { adapter: string; baseUrl: string; credentials: Record<string, string> },
  settings: Settings = {},
): Promise<string> {
  const { openCarrierAccount } = await import('@cardinal/server/domains/carriers/accounts/openAccount.ts');
  return app.asSystem('test', (ctx) =>
    openCarrierAccount(ctx, {
      customerId: '1',
      name: settings.name ?? `${account.adapter} ${ctx.ids.next()}`,
      adapter: account.adapter,
      baseUrl: account.baseUrl,
      credentials: account.credentials,
      limits: {
        callsPerSecond: settings.callsPerSecond ?? 1_000,
        inFlight: settings.inFlight ?? 20,
        timeoutMs: settings.timeoutMs ?? 2_000,
        quietSeconds: settings.quietSeconds ?? 0,
      },
    }),
  );
}
