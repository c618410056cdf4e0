import { pollDueCards } from '@cardinal/server/domains/carrierSync/rotation/pollDueCards.ts';
import { openCarrierAccount } from '@cardinal/server/domains/carriers/accounts/openAccount.ts';
import { startSimulator } from '@cardinal/simulator/simulator.ts';
import { addCards, iccidOf } from './cards.ts';
import type { Figure } from './figure.ts';
import { openWorld } from './world.ts';

export const ACCOUNT = { username: 'bench', secret: 'bench-password' };
const LIMITS = { callsPerSecond: 200, inFlight: 8, timeoutMs: 10_000 };
/** Cards both sides are given at a time. */
const DEVICES_AT_ONCE = 10_000;
const MEGABYTE = 1024 ** 2;

/**
 * The usage of every card of a OneLink account, read in turns through the account's budget from the simulated carrier. The
 * bare way is the calls alone at the account's limit. A run lasts a minute at most; the simulator lives in the same process.
 */
export async function* syncFigures(cards: number): AsyncGenerator<Figure> {
  const simulator = await startSimulator();
  const world = await openWorld();
  try {
    const accountId = await oneLinkCards(simulator, world, cards, LIMITS);
    const { seconds, read, heap, rss } = await passOver(world, accountId, cards);
    const { peakPerSecond, calls } = simulator.onelink.gate(ACCOUNT.username).figures();
    if (peakPerSecond > LIMITS.callsPerSecond) throw new Error(`the budget was exceeded: ${peakPerSecond} a second`);
    const { rows } = await world.bare.query<{ n: string }>(
      `select count(*) as n from carriers.call where account_id = $1 and operation = 'getUsages'`,
      [accountId],
    );
    const named = read.toLocaleString('en');
    yield {
      name: `usage of ${named} OneLink cards, read in turns`,
      ours: seconds,
      bare: Number(rows[0]?.n ?? 0) / LIMITS.callsPerSecond,
      unit: 's',
      goal: undefined,
    };
    yield {
      name: 'the same, cards a second',
      ours: read / seconds,
      bare: read / (calls / LIMITS.callsPerSecond),
      unit: '/s',
      goal: undefined,
    };
    yield {
      name: `the same, share of the budget of ${LIMITS.callsPerSecond} a second (never more than ${peakPerSecond})`,
      ours: (calls / seconds / LIMITS.callsPerSecond) * 100,
      bare: 100,
      unit: '%',
      goal: undefined,
    };
    // Compared with the memory in use after a tenth was read.
    yield {
      name: 'memory held at the end of the same',
      ours: heap.late,
      bare: heap.early,
      unit: 'MB',
      goal: undefined,
    };
    yield {
      name: 'resident memory at the end of the same',
      ours: rss.late,
      bare: rss.early,
      unit: 'MB',
      goal: undefined,
    };
  } finally {
    await world.stop();
    await simulator.close();
  }
}

/** An account of the simulated OneLink with these limits, and so many cards on both sides whose usage was never read. */
export async function oneLinkCards(
  simulator: Awaited<ReturnType<typeof startSimulator>>,
  world: Awaited<ReturnType<typeof openWorld>>,
  cards: number,
  limits: typeof LIMITS,
): Promise<string> {
  simulator.onelink.openAccount(ACCOUNT);
  const accountId = await openCarrierAccount(world.ctx, {
    customerId: '1',
    name: 'OneLink',
    adapter: 'onelink',
    baseUrl: `${simulator.url}/v5`,
    credentials: { appid: ACCOUNT.username, password: ACCOUNT.secret },
    limits,
    schedules: { status: 0, usage: 3_600, session: 0, realName: 0 },
  });
  for (let from = 0; from < cards; from += DEVICES_AT_ONCE) {
    const n = Math.min(DEVICES_AT_ONCE, cards - from);
    simulator.onelink.addDevices({
      account: ACCOUNT.username,
      iccids: Array.from({ length: n }, (_, at) => iccidOf(from + at)),
    });
  }
  await addCards({ ...world, carrierAccountId: accountId }, 0, cards, {
    made: { platform: '2', lifecycle: `'activated'`, usage_at: 'null::timestamptz' },
  });
  return accountId;
}

/** The process's memory: heap in use, and resident. */
const held = () => {
  const { heapUsed, rss } = process.memoryUsage();
  return { heap: heapUsed / MEGABYTE, rss: rss / MEGABYTE };
};

export async function passOver(world: Awaited<ReturnType<typeof openWorld>>, accountId: string, cards: number) {
  const began = performance.now();
  const never = new AbortController().signal;
  let read = 0;
  let early: ReturnType<typeof held> | undefined;
  for (;;) {
    const end = await pollDueCards(world.ctx, accountId, 'usage', never);
    if (end.kind === 'elsewhere') throw new Error('somebody else reads');
    read += end.read;
    if (early === undefined && read >= cards / 10) early = held();
    process.stderr.write(`${read} of ${cards} after ${Math.round((performance.now() - began) / 1_000)} s\n`);
    if (end.kind === 'done') break;
    if (end.until) throw new Error('the carrier cannot be asked');
  }
  const seconds = (performance.now() - began) / 1_000;
  const late = held();
  const first = early ?? late;
  return {
    seconds,
    read,
    heap: { early: first.heap, late: late.heap },
    rss: { early: first.rss, late: late.rss },
  };
}
