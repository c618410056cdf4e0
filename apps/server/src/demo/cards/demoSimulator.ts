import { setTimeout as wait } from 'node:timers/promises';
import { cycleOf } from '@cardinal/primitives/cycle.ts';
import { sql } from 'kysely';
import { addressOf } from '../../domains/cards/cardAddress.ts';
import { carrierAccounts, type SimulatedWorld } from '../../domains/carriers/face.ts';
import type { Ctx } from '../../framework/context.ts';

/** A demo account and the simulator state it leads to. */
export type SimulatedAccount = { readonly accountId: string; readonly simulated: SimulatedWorld };

const BETWEEN_MS = 500;
/** Half a day into the cycle: usage of a whole cycle is recorded there, so that no cycle boundary falls in between. */
const HALF_DAY_MS = 43_200_000;

/**
 * Provisions the carrier simulator with the demo's cards, in each carrier's own terms, so that both agree except for the demo's
 * differences. Repeating it adds nothing.
 */
export async function provisionSimulator(
  ctx: Ctx,
  simulatorUrl: string,
  accounts: readonly SimulatedAccount[],
  patienceMs = 30_000,
): Promise<void> {
  await answering(simulatorUrl, patienceMs);
  const now = ctx.clock.now().getTime();
  const facts = await carrierAccounts(
    ctx,
    accounts.map(({ accountId }) => accountId),
  );
  const seen = await ctx.db
    .selectFrom('carrier_sync.session')
    .distinctOn('card_id')
    .select(['card_id', sql<string>`mcc || mnc`.as('network')])
    .where('mcc', 'is not', null)
    .orderBy('card_id')
    .orderBy('started_at', 'desc')
    .execute();
  const networks = new Map(seen.map(({ card_id, network }) => [card_id, network]));
  for (const { accountId, simulated } of accounts) {
    const { cycleDay: day = 1, zone = 'Asia/Shanghai' } = facts.get(accountId) ?? {};
    const begun = cycleOf(new Date(now), { day, zone }).start.getTime() + HALF_DAY_MS;
    const moments = { before: new Date(Math.min(begun, now - 1_000)), today: new Date(now - 1_000) };
    const cards = await ctx.db
      .selectFrom('cards.card as c')
      .leftJoin('carrier_sync.carrier_difference as d', (join) =>
        join.onRef('d.card_id', '=', 'c.id').on('d.state', '=', 'open'),
      )
      .select([
        'c.id',
        'c.iccid',
        (row) => row.fn.coalesce('d.theirs', 'c.carrier_status').as('status'),
        'rate_plan',
        'package_name',
        'communication_plan',
        'platform',
        'imsi',
        'business_number',
        'imei',
        'activated_at',
        'flow_used',
        'used_today',
        'voice_used',
        'sms_used',
      ])
      .where('c.carrier_account_id', '=', accountId)
      .where((on) => on.or([on('d.kind', 'is', null), on('d.kind', '!=', 'unknown')]))
      .orderBy('c.id')
      .execute();
    const devices = cards.map((card) => {
      const { imsi, msisdn } = addressOf(card);
      return {
        iccid: card.iccid,
        status: simulated.word(card.status, card.iccid),
        ...planOf(card),
        ...(card.communication_plan ? { communicationPlan: card.communication_plan } : {}),
        ...(imsi ? { imsi } : {}),
        ...(msisdn ? { msisdn } : {}),
        ...(card.imei ? { imei: card.imei } : {}),
        ...(networks.has(card.id) ? { network: networks.get(card.id) } : {}),
        ...(card.activated_at ? { activatedAt: card.activated_at.toISOString() } : {}),
        ...(card.flow_used === null ? {} : { used: usedSoFar({ ...card, flow_used: card.flow_used }, moments) }),
      };
    });
    await tell(`${simulatorUrl}/_control/${simulated.carrier}/world`, { account: simulated.account, devices });
  }
}

/** A card without a stated plan gets a carrier plan of the size it was sold with. */
function planOf(card: { readonly rate_plan: string | null; readonly package_name: string | null }) {
  const size = card.package_name?.split(' ')[0];
  const plan = card.rate_plan ?? (size ? `DEMO-${size}` : null);
  return plan ? { ratePlan: plan } : {};
}

type Used = {
  readonly flow_used: string;
  readonly used_today: string | null;
  readonly voice_used: string | null;
  readonly sms_used: string | null;
};

/** Usage shown in the lists for today and the previous cycle; the carrier's next figures continue from it. */
function usedSoFar(card: Used, at: { readonly before: Date; readonly today: Date }) {
  const today = Number(card.used_today ?? 0);
  return [
    {
      at: at.before.toISOString(),
      dataBytes: Math.max(0, Number(card.flow_used) - today),
      voiceSeconds: Number(card.voice_used ?? 0),
      sms: Number(card.sms_used ?? 0),
    },
    { at: at.today.toISOString(), dataBytes: today },
  ];
}

async function tell(url: string, body: unknown): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`The simulator refuses its world: ${answer.status} ${await answer.text()}`);
}

/** The simulator starts beside the server and may be ready a little later. */
async function answering(simulatorUrl: string, patienceMs: number): Promise<void> {
  const end = performance.now() + patienceMs;
  for (;;) {
    const answer = await fetch(`${simulatorUrl}/_control/health`).catch(() => undefined);
    if (answer?.ok) return;
    if (performance.now() >= end) throw new Error(`The carrier simulator does not answer at ${simulatorUrl}`);
    await wait(BETWEEN_MS);
  }
}
