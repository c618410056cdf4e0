import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { oldestUnconfirmed } from '../../cardCommands/face.ts';
import { carrierAccounts, countedCalls, pastCalls } from '../../carriers/face.ts';
import type { Asked, Figure, Metric, Past } from '../judging/metrics.ts';
import { WHY } from '../warningTables.ts';

const MINUTE_MS = 60_000;
/** Of fewer calls no rate is told. */
const LEAST_CALLS = 10;
const BUCKET_MINUTES = 5;

type Account = { id: string; name: string; customer_id: string };

/** Accounts that are not switched off: one object each, however many cards they drive. */
async function accountsOf(ctx: Ctx, { customerIds }: Asked): Promise<Account[]> {
  const { rows } = await sql<Account>`
    select id, name, customer_id from carriers.v_account
    where customer_id = any(${[...customerIds]}::bigint[]) and state <> 'off' order by id`.execute(
    ctx.beyondScope(WHY),
  );
  return rows;
}

const figureOf = ({ id, name, customer_id }: Account, value: bigint | null): Figure => ({
  objectId: id,
  name,
  customerId: customer_id,
  link: '/system/platformConfig',
  value,
  currency: null,
});

const rateOf = ({ calls, failed }: { readonly calls: number; readonly failed: number }): bigint | null =>
  calls < LEAST_CALLS ? null : BigInt(Math.floor((failed * 100) / calls));

/** The rate of each window that ends with one of the log's five minutes. */
async function pastRates(ctx: Ctx, asked: Asked & { readonly since: Date }): Promise<Past[]> {
  const accounts = await accountsOf(ctx, asked);
  const ids = accounts.map(({ id }) => id);
  const buckets = Map.groupBy(await pastCalls(ctx, ids, asked.since, BUCKET_MINUTES), ({ accountId }) => accountId);
  const wide = Math.max(1, Math.ceil(asked.windowMinutes / BUCKET_MINUTES));
  const until = Math.floor((+ctx.clock.now() - +asked.since) / (BUCKET_MINUTES * MINUTE_MS));
  return accounts.map((account) => {
    const own = new Map((buckets.get(account.id) ?? []).map((each) => [each.bucket, each]));
    const points: Past['points'][number][] = [];
    const sum = { calls: 0, failed: 0 };
    const add = (bucket: number, sign: 1 | -1) => {
      const of = own.get(bucket);
      if (of) {
        sum.calls += sign * of.calls;
        sum.failed += sign * of.failed;
      }
    };
    for (let bucket = 0; bucket <= until; bucket += 1) {
      add(bucket, 1);
      add(bucket - wide, -1);
      const value = rateOf(sum);
      if (value !== null)
        points.push({ at: new Date(+asked.since + (bucket + 1) * BUCKET_MINUTES * MINUTE_MS), value });
    }
    return { figure: figureOf(account, points.at(-1)?.value ?? null), points };
  });
}

/** Calls without an answer of those in the window. What a carrier refuses is an answer. */
export const failingFigure: Metric = {
  key: 'carrierFailing',
  read: async (ctx, asked) => {
    const accounts = await accountsOf(ctx, asked);
    const since = new Date(+ctx.clock.now() - asked.windowMinutes * MINUTE_MS);
    const counted = await countedCalls(
      ctx,
      accounts.map(({ id }) => id),
      since,
    );
    return accounts.map((account) => figureOf(account, rateOf(counted.get(account.id) ?? { calls: 0, failed: 0 })));
  },
  past: pastRates,
};

const minutesSince = (ctx: Ctx, at: Date): bigint =>
  BigInt(Math.max(0, Math.floor((+ctx.clock.now() - +at) / MINUTE_MS)));

/** How old what we know of an account's changes is; one that was never read is not known. */
export const lagFigure: Metric = {
  key: 'syncLag',
  read: async (ctx, asked) => {
    const accounts = await accountsOf(ctx, asked);
    const facts = await carrierAccounts(
      ctx,
      accounts.map(({ id }) => id),
    );
    return accounts.flatMap((account) => {
      const known = facts.get(account.id);
      if (!known?.isConnected) return [];
      return [figureOf(account, known.lastSyncAt ? minutesSince(ctx, known.lastSyncAt) : null)];
    });
  },
};

/** The age of the oldest command that an account's carrier has not confirmed. */
export const unconfirmedFigure: Metric = {
  key: 'commandsUnconfirmed',
  read: async (ctx, asked) => {
    const accounts = await accountsOf(ctx, asked);
    const oldest = await oldestUnconfirmed(
      ctx,
      accounts.map(({ id }) => id),
    );
    return accounts.map((account) => {
      const at = oldest.get(account.id);
      return figureOf(account, at ? minutesSince(ctx, at) : 0n);
    });
  },
};
