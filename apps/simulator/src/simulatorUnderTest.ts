import { TurnableClock } from '@cardinal/primitives/clock.ts';
import { type Simulator, type SimulatorOptions, startSimulator } from './simulator.ts';

/** A running simulator with a frozen clock and one account, used only by HTTP. */
export type SimulatorUnderTest = {
  readonly simulator: Simulator;
  readonly clock: TurnableClock;
  readonly call: (path: string, options?: CallOptions) => Promise<Heard>;
  readonly control: (method: string, path: string, body?: unknown) => Promise<Heard>;
  readonly put: (iccid: string, body: unknown) => Promise<Heard>;
};

export type CallOptions = {
  readonly method?: string;
  readonly body?: unknown;
  /** `null` sends no Authorization header. */
  readonly authorization?: string | null;
  readonly signal?: AbortSignal;
};

/** A raw answer: `json` is undefined if the body is not JSON. */
export type Heard = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: Record<string, unknown>;
};

export const USER = 'cardinal-demo';
export const KEY = 'key-of-the-demo';
export const MORNING = '2026-11-21T02:00:00.000Z';

export function basic(username: string, key: string): string {
  return `Basic ${Buffer.from(`${username}:${key}`).toString('base64')}`;
}

/** The n-th ICCID of the inventory tests use. */
export function iccid(n: number): string {
  return `898606${String(n).padStart(14, '0')}`;
}

/** Starts a simulator with an account; tests add the inventory they need. */
export async function startUnderTest(options: SimulatorOptions = {}): Promise<SimulatorUnderTest> {
  const clock = new TurnableClock(MORNING);
  const simulator = await startSimulator({ clock, ...options });
  const call = async (
    path: string,
    { method = 'GET', body, authorization, signal }: CallOptions = {},
  ): Promise<Heard> => {
    const headers: Record<string, string> = {};
    if (authorization !== null) headers['authorization'] = authorization ?? basic(USER, KEY);
    if (body !== undefined) headers['content-type'] = 'application/json';
    return heard(
      await fetch(`${simulator.url}/rws/api/v1${path}`, {
        method,
        headers,
        ...(signal ? { signal } : {}),
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      }),
    );
  };
  const control = async (method: string, path: string, body?: unknown): Promise<Heard> =>
    heard(
      await fetch(`${simulator.url}/_control${path}`, {
        method,
        ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      }),
    );
  const put = (card: string, body: unknown) => call(`/devices/${card}`, { method: 'PUT', body });
  if (!simulator.jasper.world.account(USER)) await control('POST', '/jasper/accounts', { username: USER, secret: KEY });
  return { simulator, clock, call, control, put };
}

async function heard(response: Response): Promise<Heard> {
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: parsed(text) };
}

function parsed(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}
