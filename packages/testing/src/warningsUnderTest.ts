import { listOwnWarningEvents, listWarningEvents } from '@cardinal/contract/api/earlyWarnings/events.ts';
import { earlyWarnings, warnSettings } from '@cardinal/contract/api/earlyWarnings/rules.ts';
import type { BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { watchAll } from '@cardinal/server/domains/earlyWarnings/watching/watchJob.ts';
import type { Caller } from './app.ts';
import { type CardsUnderTest, cardsUnderTest } from './cardsUnderTest.ts';
import { allow } from './ordersUnderTest.ts';

const FLEET_RIGHTS = (['view', 'edit', 'export', 'handle'] as const).map((verb) => `earlyWarning.${verb}` as const);
const OWN_RIGHTS = (['view', 'add', 'edit', 'enable', 'delete', 'test'] as const).map(
  (verb) => `warnSetting.${verb}` as const,
);
export const WARNING_RIGHTS = [...FLEET_RIGHTS, ...OWN_RIGHTS];

const MINUTE_MS = 60_000;

/** Customers, cards and a carrier, and accounts that write and read warnings. */
export async function warningsUnderTest() {
  const under = await cardsUnderTest();
  for (const account of ['agent', 'operator', 'rival', 'enterprise']) await allow(under, account, WARNING_RIGHTS);
  return under;
}

export const accountIdOf = async (under: CardsUnderTest, account: string): Promise<string> =>
  (await under.db.selectFrom('identity.account').select('id').where('account', '=', account).executeTakeFirstOrThrow())
    .id;

export type FleetBody = BodyOf<typeof earlyWarnings.create>;
export type OwnBody = BodyOf<typeof warnSettings.create>;

let made = 0;
export const ownBody = (receivers: readonly string[], more: Partial<OwnBody> = {}): OwnBody => ({
  name: `预警 ${++made}`,
  metric: 'balance',
  limit: '100.00',
  level: 'warn',
  receivers: [...receivers],
  repeatHours: 0,
  ...more,
});
export const fleetBody = (receivers: readonly string[], more: Partial<FleetBody> = {}): FleetBody => ({
  ...ownBody(receivers),
  windowMinutes: null,
  holdMinutes: 0,
  customerIds: [],
  ...more,
});

export const fleetRule = async (who: Caller, receivers: readonly string[], more: Partial<FleetBody> = {}) =>
  (await who.ask(earlyWarnings.create, { body: fleetBody(receivers, more) })).id;
export const ownRule = async (who: Caller, receivers: readonly string[], more: Partial<OwnBody> = {}) =>
  (await who.ask(warnSettings.create, { body: ownBody(receivers, more) })).id;

/** What the job does in a minute, some minutes after the last. */
export async function minutes(under: CardsUnderTest, n = 1): Promise<void> {
  under.clock.advance(n * MINUTE_MS);
  await watchAll(under.ctx, new AbortController().signal);
}

export const fleetEventsOf = async (who: Caller, ruleId: string) =>
  (await who.ask(listWarningEvents, { query: { ruleId } })).list;
export const ownEventsOf = async (who: Caller, ruleId: string) =>
  (await who.ask(listOwnWarningEvents, { query: { ruleId } })).list;

/** The notices of warnings that an account has. */
export const warningsTold = (under: CardsUnderTest, accountId: string) =>
  under.db
    .selectFrom('notices.receipt')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('source', 'like', 'warning%')
    .orderBy('id')
    .execute();
