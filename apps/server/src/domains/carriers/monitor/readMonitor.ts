import { type readCarrierMonitor as endpoint, ReadingKind } from '@cardinal/contract/api/carriers/carrierMonitor.ts';
import type { Schedules } from '@cardinal/contract/carrierSchedules.ts';
import type { AnswerOf, QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { say } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import type { Capabilities } from '../../carrierAdapters/face.ts';
import { capabilitiesOf } from '../accounts/accountFacts.ts';
import { type AccountRow, findAccount } from '../accounts/accountStore.ts';
import { useOfAccounts } from '../accounts/accountUse.ts';
import { NO_SCHEDULES, wayOf } from '../accounts/scheduleRules.ts';
import { accountDataset } from '../management/accountList.ts';
import { callFigures, lastCalls, SHORT_MINUTES } from './callFigures.ts';
import { budgetUsed, fullPassSeconds, IN_TIME, percentOf } from './monitorRules.ts';
import { figuresOfReadings, type ReadingFigures } from './readingFigures.ts';

type Monitor = AnswerOf<typeof endpoint>;

/** What an account's calls are used for, and how fresh its data is; for callers who may see the account. */
export async function readMonitor(ctx: Ctx, { accountId }: QueryOf<typeof endpoint>): Promise<Monitor> {
  const account = await findAccount(ctx.db, accountId);
  const [shown] = account ? await accountDataset.present([account], ctx) : [];
  const can = account && (await capabilitiesOf(ctx, accountId));
  if (!account || !shown || !can) throw new Refused(notFound);
  const schedules: Schedules = { ...NO_SCHEDULES, ...(account.schedules as Partial<Schedules>) };
  const [{ lastFiveMinutes, ...calls }, latest, use, readings, gate] = await Promise.all([
    callFigures(ctx, accountId),
    lastCalls(ctx, accountId),
    useOfAccounts(ctx, [accountId]),
    figuresOfReadings(ctx, accountId, schedules),
    gateOf(ctx, accountId),
  ]);
  const perSecond = Number(account.calls_per_second);
  return {
    asOf: ctx.clock.now().toISOString(),
    budget: {
      callsPerSecond: perSecond,
      inFlight: account.in_flight,
      usedPercent: budgetUsed(lastFiveMinutes, perSecond, SHORT_MINUTES * 60),
      usedPercentHour: budgetUsed(calls.total, perSecond, 3_600),
      callsToday: shown.callsToday,
      callsPerDay: account.calls_per_day,
    },
    calls,
    breaker: {
      state: shown.breaker,
      words: shown.breakerWords,
      openUntil: gate?.open_until?.toISOString() ?? null,
      failures: gate?.failures ?? 0,
      lastAnswerAt: gate?.last_ok_at?.toISOString() ?? null,
    },
    queue: shown.queue,
    openCommands: use ? (use.get(accountId)?.openCommands ?? 0) : null,
    readings: ReadingKind.options.map(({ value: kind }) =>
      figureOf(ctx, { account, can, cards: shown.cards ?? 0, everySeconds: schedules[kind] }, kind, readings.get(kind)),
    ),
    lastCalls: latest,
  };
}

const gateOf = (ctx: Ctx, accountId: string) =>
  ctx
    .beyondScope('the gate of an account that was read within the scope')
    .selectFrom('carriers.gate')
    .select(['open_until', 'failures', 'last_ok_at'])
    .where('account_id', '=', accountId)
    .executeTakeFirst();

type Of = { account: AccountRow; can: Capabilities; cards: number; everySeconds: number };

function figureOf(ctx: Ctx, of: Of, kind: ReadingKind, found: ReadingFigures | undefined): Monitor['readings'][number] {
  const { way, batch } = wayOf(kind, of.can);
  const delay = kind === 'status' || kind === 'usage' ? of.can.usualDelayMinutes?.[kind] : undefined;
  const figures = way === 'list' ? listed(ctx, of) : (found ?? NOTHING);
  return {
    kind,
    way,
    batch,
    everySeconds: of.everySeconds,
    cards: figures.cards,
    read: figures.read,
    coveragePercent: figures.cards > 0 ? percentOf(figures.inTime, figures.cards) : null,
    soon: figures.soon,
    medianSeconds: figures.medianSeconds,
    p95Seconds: figures.p95Seconds,
    oldestSeconds: figures.oldestSeconds,
    readLastHour: figures.readLastHour,
    fullPassSeconds: way === 'list' ? null : fullPassSeconds(figures.cards, figures.readLastHour),
    usualDelayMinutes: delay ?? null,
    halted: figures.halted
      ? { at: figures.halted.at.toISOString(), words: say(figures.halted.words, ctx.language) }
      : null,
  };
}

type Known = Omit<ReadingFigures, 'kind'>;

const NOTHING: Known = {
  cards: 0,
  read: 0,
  inTime: 0,
  soon: 0,
  medianSeconds: null,
  p95Seconds: null,
  oldestSeconds: null,
  readLastHour: 0,
  halted: null,
};

/** A card missing in a list of changes has not changed: all cards are as fresh as the last complete read of the list. */
function listed(ctx: Ctx, { account, cards, everySeconds }: Of): Known {
  const last = account.last_sync_at;
  if (!last) return { ...NOTHING, cards };
  const age = Math.max(0, Math.round((ctx.clock.now().getTime() - last.getTime()) / 1_000));
  const isInTime = everySeconds > 0 && age <= everySeconds * IN_TIME;
  return {
    ...NOTHING,
    cards,
    read: cards,
    inTime: isInTime ? cards : 0,
    medianSeconds: age,
    p95Seconds: age,
    oldestSeconds: age,
  };
}
