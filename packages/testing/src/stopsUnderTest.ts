import { LtSubType, Platform, YdSubType } from '@cardinal/contract/enumerations/card.ts';
import { withCheckDigit } from '@cardinal/primitives/iccid.ts';
import { openCarrierAccount } from '@cardinal/server/domains/carriers/accounts/openAccount.ts';
import { type SimulatorOptions, startSimulator } from '@cardinal/simulator/simulator.ts';
import type { TestApp } from './app.ts';
import { control } from './carriers.ts';

/** How cards of one carrier are stopped here and at its simulator, and their statuses. */
type StoppedCarrier = {
  readonly platform: Platform;
  readonly subType: number | null;
  readonly path: string;
  readonly credentials: Readonly<Record<string, string>>;
  /** Opens the account at the simulator. */
  readonly account: Readonly<Record<string, unknown>> & { readonly username: string };
  /** Active and stopped: in the words of our table, and on its wire. */
  readonly words: readonly [active: string, stopped: string];
  readonly wire: readonly [active: string, stopped: string];
  /** The simulator's name for the call that changes a status. */
  readonly change: string;
};

const JASPER = { username: 'torture', apiKey: 'torture-api-key-81' };
const ONELINK = { appid: '1000012099', password: 'torture-password' };
const CTWING = { appKey: 'torture-5g', secretKey: 'torture-secret-5c', custNumber: '3000000099' };
const CMP = { appId: 'torture-cmp', secret: 'torture-secret-cm', openId: 'torture-open' };
const TELECOM_WORDS = ['ACTIVATED', 'DEACTIVATED'] as const;

export const STOPPED_CARRIERS = {
  jasper: {
    platform: Platform.values.Lt,
    subType: LtSubType.values.JASPER,
    path: '',
    credentials: JASPER,
    account: { username: JASPER.username, secret: JASPER.apiKey },
    words: TELECOM_WORDS,
    wire: TELECOM_WORDS,
    change: 'editDevice',
  },
  onelink: {
    platform: Platform.values.Yd,
    subType: YdSubType.values.ONELINK,
    path: '/v5',
    credentials: ONELINK,
    account: { username: ONELINK.appid, secret: ONELINK.password, changeWindowMs: 0 },
    words: ['normal', 'stop'],
    wire: ['2', '4'],
    change: 'change/sim-status',
  },
  telecom5g: {
    platform: Platform.values.Dx,
    subType: null,
    path: '',
    credentials: CTWING,
    account: {
      username: CTWING.appKey,
      secret: CTWING.secretKey,
      custNumber: CTWING.custNumber,
      callsPerMinute: null,
      confirmAfterMs: 2_000,
    },
    words: TELECOM_WORDS,
    wire: ['4', '5'],
    change: 'disabledNumberService',
  },
  cmp: {
    platform: Platform.values.Lt,
    subType: LtSubType.values.CMP,
    path: '',
    credentials: CMP,
    account: { username: CMP.appId, secret: CMP.secret, openId: CMP.openId },
    words: TELECOM_WORDS,
    wire: ['2', '3'],
    change: 'wsEditTerminal',
  },
} as const satisfies Record<string, StoppedCarrier>;
export type StoppedCarrierName = keyof typeof STOPPED_CARRIERS;

/** Cards of one carrier that the server and a simulator of its own know, to be stopped in one task. */
export type StopsUnderTest = {
  readonly accountId: string;
  readonly url: string;
  /** From now on stops are answered never, not confirmed or carried out twice, each now and then and in its own rhythm. */
  readonly trouble: (seed: number) => Promise<void>;
  readonly noTrouble: () => Promise<unknown>;
  /** ICCIDs the carrier has stopped by now. */
  readonly stopped: () => Promise<Set<string>>;
  /** Their results: how many were changed how often, and what is unfinished. */
  readonly outcome: () => Promise<StopsOutcome>;
  readonly calls: () => Promise<{ readonly peakPerSecond: number; readonly byOperation: Record<string, number> }>;
  readonly close: () => Promise<void>;
};

export type StopsOutcome = {
  readonly byCount: Readonly<Record<string, number>>;
  readonly notStopped: number;
  readonly pending: number;
  readonly commands: readonly string[];
};

const TROUBLES = [
  ['timeout', 0.1],
  ['lostConfirmation', 0.05],
  ['duplicate', 0.05],
] as const;
const ROWS_AT_ONCE = 1_000;

/** Each carrier has its own numbers, so that cards of several can coexist. */
const iccidOf = (name: StoppedCarrierName, n: number): string =>
  withCheckDigit(`89860${Object.keys(STOPPED_CARRIERS).indexOf(name) + 1}${String(n).padStart(13, '0')}`);
const msisdnOf = (n: number): string => `1440${String(n).padStart(9, '0')}`;

type Effects = {
  readonly summary: { readonly byCount: Record<string, number> };
  readonly devices: readonly { readonly iccid: string; readonly status: string }[];
};

/** A simulator with so many active cards of a carrier, an account that leads to it, and the cards here; they belong to the agent. */
export async function stopsUnderTest(
  host: TestApp,
  name: StoppedCarrierName,
  of: {
    readonly cards: number;
    readonly limits: { readonly callsPerSecond: number; readonly inFlight: number; readonly timeoutMs: number };
    readonly simulator?: SimulatorOptions;
  },
): Promise<StopsUnderTest> {
  const carrier: StoppedCarrier = STOPPED_CARRIERS[name];
  const simulator = await startSimulator(of.simulator);
  const ask = (method: string, path: string, body?: unknown) => control(simulator, method, path, body);
  const numbers = Array.from({ length: of.cards }, (_, at) => at + 1);
  const iccids = numbers.map((n) => iccidOf(name, n));
  const [active, stopped] = carrier.wire;
  const activatedAt = new Date(host.clock.now().getTime() - 40 * 86_400_000).toISOString();
  const devices = numbers.map((n) => ({ iccid: iccidOf(name, n), msisdn: msisdnOf(n), status: active, activatedAt }));
  await ask('POST', `/${name}/world`, { account: carrier.account, devices });
  const accountId = await host.app.asSystem('test', (ctx) =>
    openCarrierAccount(ctx, {
      customerId: '1',
      name,
      adapter: name,
      baseUrl: `${simulator.url}${carrier.path}`,
      credentials: carrier.credentials,
      limits: { ...of.limits, quietSeconds: 0 },
      schedules: { status: 0, usage: 0, session: 0, realName: 0, pools: 0 },
    }),
  );
  await addCards(host, name, accountId, numbers);
  const effects = async () => (await ask('POST', `/${name}/effects`, { iccids })) as Effects;
  return {
    accountId,
    url: simulator.url,
    trouble: async (seed) => {
      for (const [at, [kind, probability]] of TROUBLES.entries()) {
        await ask('POST', '/faults', { kind, probability, operation: carrier.change, seed: seed + at });
      }
    },
    noTrouble: () => ask('DELETE', '/faults'),
    stopped: async () => {
      const { devices: all } = await effects();
      return new Set(all.filter(({ status }) => status === stopped).map(({ iccid }) => iccid));
    },
    outcome: async () => {
      const { summary, devices: all } = await effects();
      const pending = await host.db
        .selectFrom('cards.card')
        .select('id')
        .where('pending_action', 'is not', null)
        .execute();
      const commands = await host.db.selectFrom('card_commands.card_command').select('state').distinct().execute();
      return {
        byCount: summary.byCount,
        notStopped: all.filter(({ status }) => status !== stopped).length,
        pending: pending.length,
        commands: commands.map(({ state }) => state),
      };
    },
    calls: async () => {
      const { calls } = (await ask('GET', `/${name}/calls`)) as {
        calls: Record<string, { peakPerSecond: number; byOperation: Record<string, number> }>;
      };
      const { peakPerSecond = 0, byOperation = {} } = calls[carrier.account.username] ?? {};
      return { peakPerSecond, byOperation };
    },
    close: () => simulator.close(),
  };
}

async function addCards(
  host: TestApp,
  name: StoppedCarrierName,
  accountId: string,
  numbers: readonly number[],
): Promise<void> {
  const carrier: StoppedCarrier = STOPPED_CARRIERS[name];
  const now = host.clock.now();
  const { ids } = host.app.systemContext('test');
  const rows = numbers.map((n) => ({
    id: ids.next(),
    iccid: iccidOf(name, n),
    platform: carrier.platform,
    sub_type: carrier.subType,
    carrier_account_id: accountId,
    kind: 1,
    carrier_status: carrier.words[0],
    lifecycle: 'activated',
    stop_reasons: [],
    customer_id: '10',
    created_at: now,
    updated_at: now,
    // Where cards are known by their access number.
    ...(carrier.platform === Platform.values.Dx ? { business_number: msisdnOf(n) } : {}),
  }));
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    const part = rows.slice(from, from + ROWS_AT_ONCE);
    await host.db
      .insertInto('cards.card')
      .values(part as never)
      .execute();
    await host.db
      .insertInto('cards.card_identifier')
      .values(part.map((row) => ({ kind: 1, value: row.iccid, card_id: row.id })))
      .execute();
  }
}
