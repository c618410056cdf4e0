import type { signIn } from '@cardinal/contract/api/identity/identity.ts';
import { type signInTwoStep as endpoint, ticketOver, twoStepWrong } from '@cardinal/contract/api/identity/twoStep.ts';
import type { AnswerOf, BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { accountKey } from '@cardinal/primitives/account.ts';
import type { Ctx } from '../../../framework/context.ts';
import { knownDevice } from './knownDevice.ts';
import { type Attempt, beginAttempt, giveBackAttempt } from './lockout.ts';
import { hashOfToken } from './sessionStore.ts';
import { admit, type Known, knownById, refuse, standingOf } from './signIn.ts';
import { useCode } from './twoStepStore.ts';

const TICKET_BYTES = 32;
const TICKET_MS = 5 * 60_000;

/** The password was right: the attempt counts neither as failed nor as successful. */
export async function askSecondStep(
  ctx: Ctx,
  attempt: Attempt,
  account: Known,
  isRemembered: boolean,
): Promise<AnswerOf<typeof signIn>> {
  await giveBackAttempt(ctx.beyondScope('nobody has signed in yet'), attempt);
  return issueTicket(ctx, account, isRemembered);
}

/** A ticket for the second step, after a password or a provider's word. */
export async function issueTicket(ctx: Ctx, account: Known, isRemembered: boolean, providerId?: string) {
  const open = ctx.beyondScope('nobody has signed in yet');
  const ticket = Buffer.from(ctx.random.bytes(TICKET_BYTES)).toString('base64url');
  const now = ctx.clock.now();
  const expiresAt = new Date(now.getTime() + TICKET_MS);
  await open
    .insertInto('identity.sign_in_ticket')
    .values({
      token_hash: hashOfToken(ticket),
      account_id: account.id,
      customer_id: account.customer_id,
      is_remembered: isRemembered,
      created_at: now,
      expires_at: expiresAt,
      provider_id: providerId ?? null,
    })
    .execute();
  return { token: null, ticket, expiresAt: expiresAt.toISOString() } as const;
}

/** Signs in with a ticket and a code. A ticket is valid once, and not after a password change. */
export async function signInTwoStep(ctx: Ctx, body: BodyOf<typeof endpoint>): Promise<AnswerOf<typeof endpoint>> {
  const open = ctx.beyondScope('nobody has signed in yet');
  const now = ctx.clock.now();
  const hash = hashOfToken(body.ticket);
  const ticket = await open
    .selectFrom('identity.sign_in_ticket')
    .selectAll()
    .where('token_hash', '=', hash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  const account = ticket && (await knownById(open, ticket.account_id));
  if (!ticket || !account || account.password_changed_at > ticket.created_at) throw new Refused(ticketOver);
  const device = await knownDevice(open, account.id, body.device);
  const tried = { accountKey: accountKey(account.account), address: ctx.address, device };
  const attempt = await beginAttempt(open, tried, now);
  const fits = !attempt.lockedUntil && (await useCode(ctx, open, account.id, body.code));
  const result = attempt.lockedUntil ? 'locked' : fits ? standingOf(ctx, account) : 'twoStep';
  if (result !== 'success') {
    throw await ctx.transact((inside) => refuse(inside, attempt, account, result, twoStepWrong));
  }
  return ctx.transact(async (inside) => {
    const { numDeletedRows } = await inside
      .beyondScope('nobody has signed in yet')
      .deleteFrom('identity.sign_in_ticket')
      .where('token_hash', '=', hash)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw new Refused(ticketOver);
    const from = { isRemembered: ticket.is_remembered, device: body.device };
    return admit(inside, attempt, account, from, undefined, ticket.provider_id ?? undefined);
  });
}
