import { say, type Text, text } from '@cardinal/primitives/text.ts';
import { saidIn } from '../../demo/demoWords.ts';
import type { Ctx } from '../../framework/context.ts';
import { openCarrierAccount } from './accounts/openAccount.ts';
import { CONFIGURED_DEMO } from './demoConfigured.ts';
import { MOBILE_DEMO } from './demoMobile.ts';
import { seedNetworks } from './networks/demoNetworks.ts';

/** A demo account that leads to the simulator: its settings here, and its data there. */
export type DemoAccount = {
  readonly id: string;
  readonly name: Text;
  readonly adapter: string;
  /** The path of the carrier's interface at the simulator. */
  readonly path: string;
  readonly credentials: Readonly<Record<string, string>>;
  /** For a configured adapter: the profile of its carrier. */
  readonly profile?: Readonly<Record<string, unknown>>;
  /** The simulator allows more than the real carrier. */
  readonly limits: { readonly callsPerSecond: number; readonly inFlight: number; readonly quietSeconds?: number };
  /** Absent: its adapter's defaults. */
  readonly schedules?: Readonly<Record<string, number>>;
  readonly simulated: SimulatedWorld;
};

/** Usage that takes one call per card would keep a small machine busy long after its first start. */
export const NO_USAGE_BY_ITSELF = { status: 300, usage: 0, session: 0, realName: 0, pools: 0 } as const;

/** A carrier of the simulator, as its control interface knows it. */
export type SimulatedWorld = {
  /** Its name under `/_control`. */
  readonly carrier: string;
  /** The account's data there: user name, secret, and settings of this carrier. */
  readonly account: { readonly username: string; readonly secret: string } & Readonly<Record<string, unknown>>;
  /** The carrier's own word for a status of our table. */
  readonly word: (status: string, iccid: string) => string;
};

const jasperDemo = (id: string, letter: string, apiKey: string, limits: DemoAccount['limits']): DemoAccount => {
  const username = `cardinal-demo-${letter.toLowerCase()}`;
  return {
    id,
    name: text(`联通 Jasper ${letter}`, `Unicom Jasper ${letter}`),
    adapter: 'jasper',
    path: '',
    credentials: { username, apiKey },
    limits,
    schedules: NO_USAGE_BY_ITSELF,
    simulated: { carrier: 'jasper', account: { username, secret: apiKey }, word: (status) => status },
  };
};

/** Main statuses of China Telecom; the last is the simulator's code for a stop for a missing real name. */
const TELECOM_CODES: Readonly<Record<string, string>> = {
  ACTIVATION_READY: '1',
  TEST_READY: '2',
  IN_STANDBY: '3',
  ACTIVATED: '4',
  DEACTIVATED: '5',
  OPERATOR_MANAGEMENT: '6',
  RETIRED: '7',
  UNNAMED_SHUTDOWN: '150001',
};
const telecomWord = (status: string): string => TELECOM_CODES[status] ?? status;

/** The older platform keeps its own limit of calls a minute, the newer one allows more than the real one. */
const TELECOM_DEMO: readonly DemoAccount[] = [
  {
    id: '107',
    name: text('电信 CMP', 'Telecom CMP'),
    adapter: 'telecomCmp',
    path: '',
    credentials: { userId: 'cardinal-demo', password: 'demo-pwd-7d2e90', key: 'dmo4CMP7k' },
    limits: { callsPerSecond: 8, inFlight: 4 },
    schedules: { ...NO_USAGE_BY_ITSELF, status: 86_400, pools: 3_600 },
    simulated: {
      carrier: 'telecomCmp',
      account: { username: 'cardinal-demo', secret: 'dmo4CMP7kdemo-pwd-7d2e90', callsPerMinute: 500 },
      word: telecomWord,
    },
  },
  {
    id: '113',
    name: text('电信 5G CMP', 'Telecom 5G CMP'),
    adapter: 'telecom5g',
    path: '',
    credentials: { appKey: 'cardinal-demo-5g', secretKey: 'demo-secret-51c8ae03f7', custNumber: '3000000001' },
    limits: { callsPerSecond: 100, inFlight: 10, quietSeconds: 0 },
    simulated: {
      carrier: 'telecom5g',
      account: { username: 'cardinal-demo-5g', secret: 'demo-secret-51c8ae03f7', custNumber: '3000000001' },
      word: telecomWord,
    },
  },
];

/** The accounts that lead to the simulator; the second keeps Unicom's real limit as an example. */
export const DEMO_CONNECTED: readonly DemoAccount[] = [
  jasperDemo('101', 'A', 'demo-key-a-3f9c1e7b5d20', { callsPerSecond: 200, inFlight: 20 }),
  jasperDemo('102', 'B', 'demo-key-b-8a46d0c2f917', { callsPerSecond: 5, inFlight: 1 }),
  ...MOBILE_DEMO,
  ...TELECOM_DEMO,
  ...CONFIGURED_DEMO,
];

/** The simulated SM-DP+ and eIM; they push download progress with this token. */
export const DEMO_ESIM = {
  id: '109',
  name: 'eSIM SM-DP+',
  requesterId: '1.3.6.1.4.1.99999.1',
  notifierId: '1.3.6.1.4.1.99999.900',
  notifyToken: 'demo-notify-6b1f9d3c70a24e58',
  eimToken: 'demo-eim-41c8e7a90d5b3f62',
} as const;

/** Carriers whose cards the demo shows, without a connected interface. */
export const DEMO_NOT_CONNECTED = [
  {
    id: '119',
    name: text('待接入通道', 'To be connected'),
    adapter: 'thirdParty',
    baseUrl: 'https://partner.example.com',
  },
  {
    id: '120',
    name: text('移动其他', 'Mobile, other'),
    adapter: 'onelinkOther',
    baseUrl: 'https://yd-other.example.com',
  },
  { id: '121', name: text('电信 5G B', 'Telecom 5G B'), adapter: 'telecom5g', baseUrl: 'https://cmp-b.example.com' },
] as const;

const PLATFORM_ID = '1';
const urlOfSimulator = (port: number, path = '') => `http://127.0.0.1:${port}${path}`;

/** Adds the accounts that lead to the simulator, and a paused one for every carrier without a connected interface. */
export async function seedDemo(ctx: Ctx): Promise<void> {
  for (const { path, simulated: _, ...account } of DEMO_CONNECTED) {
    await openCarrierAccount(ctx, {
      ...account,
      name: say(account.name, ctx.language),
      customerId: PLATFORM_ID,
      baseUrl: urlOfSimulator(ctx.config.simulatorPort, path),
    });
  }
  const { id, name, ...credentials } = DEMO_ESIM;
  await openCarrierAccount(ctx, {
    id,
    name,
    customerId: PLATFORM_ID,
    adapter: 'esim',
    baseUrl: urlOfSimulator(ctx.config.simulatorPort),
    credentials,
    limits: { callsPerSecond: 200, inFlight: 20 },
  });
  for (const account of saidIn(ctx.language, DEMO_NOT_CONNECTED)) {
    await openCarrierAccount(ctx, {
      ...account,
      customerId: PLATFORM_ID,
      state: 'paused',
      stateCode: 'notConnected',
    });
  }
  await seedNetworks(ctx);
}

const OF_A_SIMULATOR = /^http:\/\/127\.0\.0\.1:\d+/;

/** The demo's accounts lead to where the simulator listens since this start; one that somebody pointed elsewhere stays there. */
export async function followSimulator(ctx: Ctx, port: number): Promise<void> {
  const paths = new Map([...DEMO_CONNECTED, { id: DEMO_ESIM.id, path: '' }].map(({ id, path }) => [id, path]));
  const accounts = ctx.db
    .selectFrom('carriers.account')
    .select(['id', 'base_url'])
    .where('id', 'in', [...paths.keys()]);
  for (const { id, base_url: url } of await accounts.execute()) {
    const path = paths.get(id) ?? '';
    const now = urlOfSimulator(port, path);
    if (url === now || url.replace(OF_A_SIMULATOR, '') !== path) continue;
    await ctx.db.updateTable('carriers.account').set({ base_url: now }).where('id', '=', id).execute();
  }
}
