import { previewSpeedSwitch, speedLimits, switchSpeedLimit } from '@cardinal/contract/api/speedLimits/speedLimits.ts';
import type { BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { confirmChanges } from '@cardinal/server/domains/cardCommands/changes/confirmChanges.ts';
import { catchUpJob } from '@cardinal/server/domains/metering/marks/catchUp.ts';
import { settleSpeeds } from '@cardinal/server/domains/speedLimits/steering/settleSpeeds.ts';
import { addToTotals } from '@cardinal/server/domains/usage/recordUsage.ts';
import { takeUsage } from '@cardinal/server/domains/usage/takeUsage.ts';
import type { Caller } from './app.ts';
import { addCards, cardsUnderTest, iccid, workOff } from './cardsUnderTest.ts';
import { connectCarrier } from './carriers.ts';
import { addRecord, allow } from './ordersUnderTest.ts';

const SECOND = 1_000;
export const GB = 1024 ** 3;
const ONELINK = { appid: '1000012026', password: 'onelink-password' };
const ZONE = 'Asia/Shanghai';

export type SpeedLimitBody = BodyOf<typeof speedLimits.create>;

/** 1 GB → 1024 kbps, 5 GB → 128 kbps. */
export const TIERS = [
  { month: null, afterBytes: String(GB), kbps: 1024 },
  { month: null, afterBytes: String(5 * GB), kbps: 128 },
];

/** Cards of a carrier that limits speeds by orders, accounts that may limit them, and usage that is shared out. */
export async function speedLimitsUnderTest() {
  const under = await cardsUnderTest();
  const rights = (['view', 'edit', 'switch', 'retry', 'lift', 'exempt', 'apply', 'export'] as const).map(
    (verb) => `speedLimit.${verb}` as const,
  );
  for (const account of ['agent', 'operator', 'rival', 'enterprise']) await allow(under, account, rights);
  const settings = { confirmAfterMs: 3 * SECOND, changeWindowMs: 0 };
  const { appid: username, password: secret } = ONELINK;
  await under.jasper.control('POST', '/onelink/accounts', { username, secret, ...settings });
  const onelink = await connectCarrier(
    under.app,
    { adapter: 'onelink', baseUrl: `${under.jasper.url}/v5`, credentials: ONELINK },
    { callsPerSecond: 1_000, timeoutMs: 2_000 },
  );
  await catchUpJob.run(under.ctx, {}, new AbortController().signal);
  return { ...under, onelink };
}
export type SpeedsUnderTest = Awaited<ReturnType<typeof speedLimitsUnderTest>>;

/** A limit strategy of a customer. */
export async function template(
  under: SpeedsUnderTest,
  more: { readonly reset?: string; readonly customerId?: string; readonly tiers?: typeof TIERS } = {},
): Promise<string> {
  const id = under.ctx.ids.next();
  const now = under.clock.now();
  await under.db
    .insertInto('control.limit_strategy')
    .values({
      id,
      customer_id: more.customerId ?? '10',
      name: `分段 ${id}`,
      platform: 2,
      type: 1,
      tiers: JSON.stringify(more.tiers ?? TIERS),
      reset: (more.reset ?? 'cycle') as 'cycle',
      is_enabled: true,
      created_by: null,
      created_at: now,
      updated_at: now,
    })
    .execute();
  return id;
}

let last = 800;
/** A card of the carrier, whose usage counts from nothing today. */
export async function speedCard(under: SpeedsUnderTest, customerId = '10') {
  last += 1;
  const n = last;
  const addedAt = new Date(under.clock.now().getTime() - 40 * 86_400 * SECOND).toISOString();
  const about = { account: ONELINK.appid, iccids: [iccid(n)], status: '2', addedAt, activatedAt: addedAt };
  await under.jasper.control('POST', '/onelink/devices', about);
  const [id = ''] = await addCards(under, [{ n, customerId, accountId: under.onelink }]);
  const card = { id, iccid: iccid(n) };
  /** `dies`: its transaction does not come to its end. */
  const read = async (cycleBytes: number, given?: Date, dies = false) => {
    const at = given ?? under.clock.now();
    const reading = { cardId: id, cycleBytes: String(Math.round(cycleBytes)), days: [], seconds: null, messages: null };
    await under.ctx.transact(async (inside) => {
      await addToTotals(inside, await takeUsage(inside, { zone: ZONE, cycleDay: 1 }, [reading], at));
      if (dies) throw new Error('The reading died');
    });
    if (given === undefined) under.clock.advance(60 * SECOND);
  };
  await read(0);
  const record = (from: number, to: number, more = {}) => addRecord(under, card, from, to, { state: 1, ...more });
  return { n, ...card, read, record };
}

const NOTHING_CHOSEN: SpeedLimitBody = {
  name: '',
  carrierAccountId: '0',
  productCodes: [],
  tagIds: [],
  cardNumbers: '',
  limitStrategyId: null,
  kbps: null,
  fromDay: null,
  toDay: null,
  restore: 'cycle',
  brake: 5_000,
};

export const bodyOf = (under: SpeedsUnderTest, more: Partial<SpeedLimitBody>): SpeedLimitBody => ({
  ...NOTHING_CHOSEN,
  carrierAccountId: under.onelink,
  ...more,
});

/** A limit of an account's customer over named cards, in a state. */
export async function createSpeedLimit(
  under: SpeedsUnderTest,
  caller: Caller,
  {
    cards,
    state,
    ...more
  }: Partial<SpeedLimitBody> & {
    readonly cards: readonly { readonly iccid: string }[];
    readonly state: 'draft' | 'shadow' | 'on';
  },
): Promise<string> {
  const cardNumbers = cards.map((card) => card.iccid).join('\n');
  const { id } = await caller.ask(speedLimits.create, {
    body: bodyOf(under, { name: `限速 ${under.ctx.ids.next()}`, cardNumbers, ...more }),
  });
  if (state !== 'draft') await turnSpeedLimit(caller, id, state);
  return id;
}

export async function turnSpeedLimit(caller: Caller, id: string, state: 'shadow' | 'on' | 'off') {
  const { version } = await caller.ask(previewSpeedSwitch, { query: { id } });
  return caller.ask(switchSpeedLimit, { body: { id, version, state } });
}

/** What is asked of carriers is confirmed, and the minute's job has run. */
export async function speedMinute(under: SpeedsUnderTest): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    await settleSpeeds(under.ctx);
    await workOff(under);
    under.clock.advance(10 * SECOND);
    await confirmChanges(under.ctx, under.onelink, new AbortController().signal);
    under.clock.advance(10 * SECOND);
  }
  await settleSpeeds(under.ctx);
}

const WORDS: Readonly<Record<string, number | null>> = { 1: null, 91: 2048, 92: 1024, 93: 512, 94: 128 };

/** The speeds the carrier really gave a card, in order. */
export function speedsGiven(under: SpeedsUnderTest, n: number): (number | null)[] {
  const { devices } = under.jasper.simulator.onelink.world;
  const row = devices.rowOf(iccid(n));
  if (row === undefined) return [];
  return devices
    .changes(row)
    .filter(({ field }) => field === 'speed')
    .map(({ to }) => WORDS[to] ?? null);
}

/** How often the carrier took an order for the speed of a card; one with a session that had ended is made again. */
export async function speedsAsked(under: SpeedsUnderTest, n: number): Promise<number> {
  const calls = await under.db
    .selectFrom('carriers.call')
    .select('id')
    .where('operation', '=', 'setSpeed')
    .where('subject', '=', iccid(n))
    .where('outcome', '=', 'ok')
    .execute();
  return calls.length;
}

export const cardSpeed = (under: SpeedsUnderTest, cardId: string) =>
  under.db.selectFrom('speed_limits.card_speed').selectAll().where('card_id', '=', cardId).executeTakeFirst();

/** An account's session, opened anew only once the clock was turned so far that it may have idled out. */
export function freshSessions(under: SpeedsUnderTest, account: string): () => Promise<Caller> {
  let kept: { readonly caller: Caller; readonly until: number } | undefined;
  return async () => {
    const now = +under.clock.now();
    if (!kept || now > kept.until) kept = { caller: await under.anew(account), until: now };
    kept = { ...kept, until: now + 600 * SECOND };
    return kept.caller;
  };
}
