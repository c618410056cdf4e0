import type { CardAction } from '@cardinal/contract/api/cardBatches/cardActions.ts';
import { previewSelection, type SelectionSource, startAction } from '@cardinal/contract/api/cardBatches/selection.ts';
import { lifecycleOf } from '@cardinal/contract/statuses/cardStatus.ts';
import { withCheckDigit } from '@cardinal/primitives/iccid.ts';
import { remarkOf } from '@cardinal/server/domains/cards/remarks.ts';
import { workTasks } from '@cardinal/server/domains/tasks/leases/workTasks.ts';
import type { Ctx } from '@cardinal/server/framework/context.ts';
import type { Domain } from '@cardinal/server/framework/domain.ts';
import type { SimulatorOptions } from '@cardinal/simulator/simulator.ts';
import { type Caller, type TestApp, testApp } from './app.ts';
import { connectJasper, type SimulatedJasper, simulatedJasper } from './carriers.ts';

/** The whole server beside the real simulator, with cards that both know. */
export type CardsUnderTest = TestApp & {
  readonly jasper: SimulatedJasper;
  readonly accountId: string;
  readonly ctx: Ctx;
};

/** The n-th Unicom card of the tests, distributed over the demo's customers. */
export const iccid = (n: number): string => withCheckDigit(`898606${String(n).padStart(13, '0')}`);

export async function cardsUnderTest(
  options: { simulator?: SimulatorOptions; timeoutMs?: number; furtherRooms?: readonly Domain[] } = {},
): Promise<CardsUnderTest> {
  const { furtherRooms = [] } = options;
  const host = await testApp({ demo: 'people', furtherRooms });
  const jasper = await simulatedJasper({ clock: host.clock, ...options.simulator });
  const accountId = await connectJasper(host.app, jasper, { timeoutMs: options.timeoutMs ?? 2_000 });
  const ctx = host.app.systemContext('test');
  return {
    ...host,
    jasper,
    accountId,
    ctx,
    stop: async () => {
      await host.stop();
      await jasper.stop();
    },
  };
}

export type TestCard = {
  readonly n: number;
  readonly customerId?: string;
  readonly status?: 'ACTIVATED' | 'DEACTIVATED' | 'INVENTORY' | 'RETIRED';
  readonly stopReasons?: readonly number[];
  readonly kind?: number;
  readonly accountId?: string;
};

/** Creates cards, also at the carrier unless they belong to another account. */
export async function addCards(under: CardsUnderTest, cards: readonly TestCard[]): Promise<string[]> {
  const now = under.clock.now();
  const rows = cards.map((card) => {
    const status = card.status ?? 'ACTIVATED';
    return {
      id: under.ctx.ids.next(),
      iccid: iccid(card.n),
      platform: 1,
      sub_type: 1,
      carrier_account_id: card.accountId ?? under.accountId,
      kind: card.kind ?? 1,
      carrier_status: status,
      lifecycle: lifecycleOf(1, status) ?? 'unactivated',
      stop_reasons: [...(card.stopReasons ?? [])],
      customer_id: card.customerId ?? '10',
      created_at: now,
      updated_at: now,
    };
  });
  for (let start = 0; start < rows.length; start += 1_000) {
    const part = rows.slice(start, start + 1_000);
    await under.db
      .insertInto('cards.card')
      .values(part as never)
      .execute();
    await under.db
      .insertInto('cards.card_identifier')
      .values(part.map((row) => ({ kind: 1, value: row.iccid, card_id: row.id })))
      .execute();
  }
  for (const [status, group] of Map.groupBy(
    cards.filter((card) => !card.accountId),
    (card) => card.status ?? 'ACTIVATED',
  )) {
    under.jasper.addDevices({ iccids: group.map((card) => iccid(card.n)), status });
  }
  return rows.map((row) => row.id);
}

export const listSource = (numbers: readonly number[]): SelectionSource => ({
  kind: 'list',
  identifierType: 1,
  text: numbers.map(iccid).join('\n'),
});

/** Previews and starts, as the console does. */
export async function start(
  caller: Caller,
  action: CardAction,
  source: SelectionSource,
  parameters: Record<string, unknown> = {},
) {
  const preview = await caller.ask(previewSelection, { body: { action, source, parameters } });
  const typedCount =
    preview.typeCountFrom !== null && preview.willTouch >= preview.typeCountFrom ? preview.willTouch : undefined;
  return caller.ask(startAction, { body: { previewId: preview.previewId, ...(typedCount ? { typedCount } : {}) } });
}

export const card = (under: CardsUnderTest, n: number) =>
  under.db
    .selectFrom('cards.card as c')
    .selectAll('c')
    .select(remarkOf('c').as('remark'))
    .where('iccid', '=', iccid(n))
    .executeTakeFirstOrThrow();
export const commands = (under: CardsUnderTest, n: number) =>
  under.db.selectFrom('card_commands.card_command').selectAll().where('iccid', '=', iccid(n)).orderBy('id').execute();
export const events = (under: CardsUnderTest, n: number) =>
  under.db
    .selectFrom('cards.card_event')
    .selectAll()
    .where('iccid', '=', iccid(n))
    .orderBy('at')
    .orderBy('id')
    .execute();
export const task = (under: CardsUnderTest, id: string) =>
  under.db.selectFrom('tasks.task').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
export const item = (under: CardsUnderTest, taskId: string, n: number) =>
  under.db
    .selectFrom('tasks.task_item')
    .selectAll()
    .where('task_id', '=', taskId)
    .where('target', '=', iccid(n))
    .executeTakeFirstOrThrow();

/** Runs until no task has pending items; without the job queue. */
export const workOff = (under: CardsUnderTest) => workTasks(under.ctx, new AbortController().signal);

/** What the carrier really did with a card. */
export async function effects(under: CardsUnderTest, numbers: readonly number[]) {
  const body = { iccids: numbers.map(iccid) };
  return (await under.jasper.control('POST', '/jasper/effects', body)) as {
    summary: { devices: number; byCount: Record<string, number>; repeats: number; refusals: number };
    devices: { iccid: string; status: string; effects: { from: string; to: string; origin: string }[] }[];
  };
}

const TROUBLES = [
  ['timeout', 0.1],
  ['lostConfirmation', 0.05],
  ['duplicate', 0.05],
] as const;

/** From now on some stops are answered late, never confirmed or performed twice, each with its own frequency. */
export async function troubleStops(under: CardsUnderTest, seed: number): Promise<void> {
  for (const [at, [kind, probability]] of TROUBLES.entries()) {
    await under.jasper.control('POST', '/faults', { kind, probability, operation: 'editDevice', seed: seed + at });
  }
}

/** The progress, as the number of sent commands. */
export async function commandsAsked(host: TestApp): Promise<number> {
  const { n } = await host.db
    .selectFrom('card_commands.card_command')
    .select((row) => row.fn.countAll<string>().as('n'))
    .where('state', '!=', 'queued')
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** The result of cards to be stopped: how often the carrier changed each, and what is unfinished. */
export async function stopsOf(under: CardsUnderTest, numbers: readonly number[]) {
  const { summary, devices } = await effects(under, numbers);
  const pending = await under.db
    .selectFrom('cards.card')
    .select('id')
    .where('pending_action', 'is not', null)
    .execute();
  const commands = await under.db.selectFrom('card_commands.card_command').select('state').distinct().execute();
  return {
    byCount: summary.byCount,
    notStopped: devices.filter((device) => device.status !== 'DEACTIVATED').map((device) => device.iccid),
    pending: pending.map((row) => row.id),
    commands: commands.map((row) => row.state),
  };
}
