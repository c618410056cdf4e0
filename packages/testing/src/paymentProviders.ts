import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { control } from './carriers.ts';

export { certify, type KeyPair, newKeyPair, signedBy } from '@cardinal/simulator/payments/keys.ts';

/** The address of each simulated provider, below the simulator's. */
const PATHS = {
  wechat: '/wechat',
  alipay: '/alipay/gateway.do',
  stripe: '/stripe',
  paypal: '/paypal',
  payssion: '/payssion',
  lianlian: '/lianlian',
} as const;

export type SimulatedProvider = keyof typeof PATHS;

/** A merchant opened at a simulated provider, with what is entered in the platform. */
export type SimulatedMerchant = {
  readonly merchantNo: string;
  readonly baseUrl: string;
  readonly credentials: Readonly<Record<string, string>>;
};

/** Opens a merchant with new keys at the simulator. Fields and settings are those of its control. */
export async function openMerchant(
  simulator: { readonly url: string },
  provider: SimulatedProvider,
  fields: Readonly<Record<string, unknown>> = {},
): Promise<SimulatedMerchant> {
  const opened = await control(simulator, 'POST', `/${provider}/merchants`, fields);
  const { merchantNo, credentials } = opened as Omit<SimulatedMerchant, 'baseUrl'>;
  return { merchantNo, credentials, baseUrl: `${simulator.url}${PATHS[provider]}` };
}

const DELIVERED_WITHIN_MS = 10_000;

/** Waits until a simulated provider has no notice left to send, so that the next one received is the next one made. */
export async function allNoticesSent(simulator: { readonly url: string }, provider: SimulatedProvider): Promise<void> {
  const deadline = Date.now() + DELIVERED_WITHIN_MS;
  for (;;) {
    const { notices } = (await control(simulator, 'GET', `/${provider}/notices`)) as { notices: { state: string }[] };
    const waiting = notices.filter(({ state }) => state === 'waiting').length;
    if (waiting === 0) return;
    if (Date.now() > deadline) throw new Error(`${provider} still has ${waiting} notices to send`);
    await pause(50);
  }
}

/** A notice as it came in, raw. */
export type ReceivedNotice = { readonly headers: Readonly<Record<string, string>>; readonly body: string };

/** Receives notices like a platform would; `answer` decides what is said to each. */
export async function noticeReceiver(
  answer: (notice: ReceivedNotice) => {
    readonly status: number;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body: string;
  },
): Promise<{
  readonly url: string;
  readonly notices: readonly ReceivedNotice[];
  readonly stop: () => Promise<void>;
}> {
  const notices: ReceivedNotice[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (part: string) => {
      body += part;
    });
    request.on('end', () => {
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
      const notice = { headers, body };
      notices.push(notice);
      const said = answer(notice);
      response.writeHead(said.status, said.headers).end(said.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const stop = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${port}/notices`, notices, stop };
}
