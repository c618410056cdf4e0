import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { eidCheckDigits } from '@cardinal/primitives/eid.ts';
import { openEsimCards } from '@cardinal/server/domains/cards/face.ts';
import { driveDue } from '@cardinal/server/domains/esimOperations/driving/driveOperations.ts';
import { progressCallbacks } from '@cardinal/server/domains/esimOperations/push/progressCallback.ts';
import { workTasks } from '@cardinal/server/domains/tasks/leases/workTasks.ts';
import type { Ctx } from '@cardinal/server/framework/context.ts';
import { type TestApp, testApp } from './app.ts';
import { connectCarrier, type SimulatedJasper, simulatedJasper } from './carriers.ts';

export const NOTIFY_TOKEN = 'notify-token-of-the-test';
export const NOTIFIER = '1.3.6.1.4.1.99999.900';
const REQUESTER = '1.3.6.1.4.1.99999.7';
const EIM_TOKEN = 'eim-token';
const MOST_LOOKS = 300;
const BETWEEN_LOOKS_MS = 50;
const never = new AbortController().signal;

export const eid = (n: number): string => {
  const first = `8904903200000000${String(n).padStart(14, '0')}`;
  return first + eidCheckDigits(first);
};
export const iccid = (n: number): string => `8986009${String(n).padStart(13, '0')}`;
/** The id of number n, which is its card's. */
export const idOf = (n: number): string => String(900_000 + n);

/** The whole server beside the simulated SM-DP+ and eIM. Chip n has the numbers 2n (DE) and 2n + 1 (CN) in stock for it. */
export type EsimUnderTest = TestApp & {
  readonly ctx: Ctx;
  readonly control: SimulatedJasper['control'];
  /** The emitted events, in order. */
  readonly events: readonly { readonly name: string; readonly payload: unknown }[];
  /** Chips of a customer with two numbers each in stock, here and at the SM-DP+. */
  readonly stock: (chips: readonly number[], customerId?: string) => Promise<void>;
  /** Runs everything that is due. */
  readonly drive: () => Promise<void>;
  readonly work: () => Promise<void>;
  /** Advances the devices' time and waits until all of their notifications have arrived. */
  readonly pass: (ms: number) => Promise<void>;
};

export async function esimUnderTest(): Promise<EsimUnderTest> {
  const under = await testApp({ demo: 'people' });
  const { control, simulator, stop } = await simulatedJasper({ clock: under.clock });
  const events: { name: string; payload: unknown }[] = [];
  const listening = (quiet: Ctx): Ctx => ({
    ...quiet,
    emit: async ({ name }, payload) => {
      events.push({ name, payload });
    },
    transact: (run, options) => quiet.transact((inside) => run(listening(inside)), options),
  });
  const ctx = listening(under.app.systemContext('test'));
  // Notifications of the simulated SM-DP+ go to the route's handler, so that their effects are captured too.
  const door = createServer((request, reply) => {
    void bodyOf(request).then(async (body) => {
      const header = (name: string) => request.headers[name] as string | undefined;
      const path = request.url?.replace(NOTIFY_TOKEN, ':token');
      const callback = progressCallbacks.find((each) => each.path === path);
      const answer = await callback?.handle(ctx, { params: { token: NOTIFY_TOKEN }, query: {}, header, body });
      reply.writeHead(answer?.status ?? 404).end();
    });
  });
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  const credentials = {
    requesterId: REQUESTER,
    notifierId: NOTIFIER,
    notifyToken: NOTIFY_TOKEN,
    eimToken: EIM_TOKEN,
  };
  const accountId = await connectCarrier(under.app, { adapter: 'esim', baseUrl: simulator.url, credentials });
  const notifyUrl = `http://127.0.0.1:${(door.address() as AddressInfo).port}/es2plus/${NOTIFY_TOKEN}`;
  await control('POST', '/es2plus/accounts', { requesterId: REQUESTER, eimToken: EIM_TOKEN, notifyUrl });
  return {
    ...under,
    ctx,
    control,
    events,
    stock: (chips, customerId = '10') => stock(under, control, { chips, customerId, accountId }),
    drive: () => driveDue(ctx, accountId, never),
    work: async () => {
      await workTasks(ctx, never);
    },
    pass: async (ms) => {
      under.clock.advance(ms);
      await control('GET', '/es2plus/operations');
      for (let look = 0; look < MOST_LOOKS; look++) {
        const { waiting } = (await control('GET', '/es2plus/notices')) as { waiting: unknown[] };
        if (waiting.length === 0) return;
        await pause(BETWEEN_LOOKS_MS);
      }
      throw new Error('Notifications are still on their way');
    },
    stop: async () => {
      await under.stop();
      await stop();
      door.close();
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

async function stock(
  under: TestApp,
  control: SimulatedJasper['control'],
  { chips, customerId, accountId }: { chips: readonly number[]; customerId: string; accountId: string },
): Promise<void> {
  const numbers = chips.flatMap((n) => [2 * n, 2 * n + 1]);
  await control('POST', '/es2plus/world', {
    account: { requesterId: REQUESTER },
    profiles: numbers.map((n) => ({ iccid: iccid(n), profileType: n % 2 ? 'GLOBAL-2' : 'DE-LOCAL-1' })),
    chips: chips.map((n) => ({ eid: eid(n) })),
  });
  const now = under.clock.now();
  await under.app.asSystem('test', async (inside) => {
    const cards = numbers.map((n) => ({ id: idOf(n), iccid: iccid(n), imsi: null, msisdn: null }));
    await openEsimCards(inside, cards, {
      platform: 2,
      subType: null,
      carrierAccountId: accountId,
      customerId,
      product: null,
      taskId: null,
      actor: { accountId: null, accountName: '', customerId: null },
    });
    await inside.db
      .insertInto('esim.code_number')
      .values(
        numbers.map((n) => ({
          card_id: idOf(n),
          iccid: iccid(n),
          imsi: null,
          msisdn: null,
          profile_type: n % 2 ? 'GLOBAL-2' : 'DE-LOCAL-1',
          platform: 2 as const,
          country: n % 2 ? 'CN' : 'DE',
          carrier_account_id: accountId,
          smdp_account_id: accountId,
          smdp_address: 'smdp.example.com',
          matching_id: null,
          activation_code: null,
          eid: null,
          enable_state: 0 as const,
          rsp_state: 'Available' as const,
          cost: null,
          import_batch_id: null,
          imported_at: now,
          bound_at: null,
          state_at: now,
        })),
      )
      .execute();
    await inside.db
      .insertInto('esim.chip')
      .values(
        chips.map((n) => ({
          eid: eid(n),
          id: String(800_000 + n),
          architecture: 'iot' as const,
          customer_id: customerId,
          carrier_account_id: accountId,
          manufacturer: null,
          memory_free: null,
          imei: null,
          state: 'INVENTORY',
          enabled_number_id: null,
          fallback_number_id: null,
          strategy_id: null,
          product_code: null,
          product_version: null,
          bootstrap_iccid: null,
          remark: null,
          last_audit_at: null,
          import_batch_id: null,
          reported_at: null,
          told_number_id: null,
          tell_cause: null,
          tell_after: null,
          created_at: now,
          updated_at: now,
        })),
      )
      .execute();
  });
}
