import { setTimeout as wait } from 'node:timers/promises';
import type { Ctx } from '../../../framework/context.ts';

/** An account at the simulated carrier. */
export type SimulatedAccount = { readonly accountId: string; readonly username: string; readonly apiKey: string };

const BETWEEN_MS = 500;

/**
 * Tells the carriers' simulator which cards the demo believes to have there, so that both agree but where the demo has found
 * a difference. What it knows already it keeps; telling it again adds nothing.
 */
export async function provisionSimulator(
  ctx: Ctx,
  simulatorUrl: string,
  accounts: readonly SimulatedAccount[],
  patienceMs = 30_000,
): Promise<void> {
  await answering(simulatorUrl, patienceMs);
  for (const account of accounts) {
    const cards = await ctx.db
      .selectFrom('cards.card as c')
      .leftJoin('cards.carrier_difference as d', (join) =>
        join.onRef('d.card_id', '=', 'c.id').on('d.state', '=', 'open'),
      )
      .select([
        'c.iccid',
        (row) => row.fn.coalesce('d.theirs', 'c.carrier_status').as('status'),
        'rate_plan',
        'communication_plan',
        'imsi',
        'business_number',
        'imei',
        'activated_at',
      ])
      .where('c.carrier_account_id', '=', account.accountId)
      .where((on) => on.or([on('d.kind', 'is', null), on('d.kind', '!=', 'unknown')]))
      .orderBy('c.id')
      .execute();
    const devices = cards.map((card) => ({
      iccid: card.iccid,
      status: card.status,
      ...(card.rate_plan ? { ratePlan: card.rate_plan } : {}),
      ...(card.communication_plan ? { communicationPlan: card.communication_plan } : {}),
      ...(card.imsi ? { imsi: card.imsi } : {}),
      ...(card.business_number ? { msisdn: card.business_number } : {}),
      ...(card.imei ? { imei: card.imei } : {}),
      ...(card.activated_at ? { activatedAt: card.activated_at.toISOString() } : {}),
    }));
    const { username, apiKey } = account;
    await tell(`${simulatorUrl}/_control/jasper/world`, { account: { username, secret: apiKey }, devices });
  }
}

async function tell(url: string, body: unknown): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`The simulator refuses its world: ${answer.status} ${await answer.text()}`);
}

/** The simulator starts beside the server and may be a little later. */
async function answering(simulatorUrl: string, patienceMs: number): Promise<void> {
  const end = performance.now() + patienceMs;
  for (;;) {
    const answer = await fetch(`${simulatorUrl}/_control/health`).catch(() => undefined);
    if (answer?.ok) return;
    if (performance.now() >= end) throw new Error(`The carrier simulator does not answer at ${simulatorUrl}`);
    await wait(BETWEEN_MS);
  }
}
