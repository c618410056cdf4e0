import { viewBelowOnly } from '@cardinal/contract/api/customers/customers.ts';
import type { viewAs as endpoint } from '@cardinal/contract/api/identity/viewAs.ts';
import type { AnswerOf, BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { aboutCustomer, customerOf } from '../../customers/face.ts';
import { openSession } from './sessionStore.ts';

/** Starts viewing as a customer below. Both operation logs record it; it ends by itself. */
export async function viewAs(ctx: Ctx, { id }: BodyOf<typeof endpoint>): Promise<AnswerOf<typeof endpoint>> {
  const { accountId, customerId, sessionId } = accountOf(ctx);
  const viewed = await customerOf(ctx.db, id);
  if (!viewed) throw new Refused(notFound);
  if (viewed.id === customerId) throw new Refused(viewBelowOnly);
  const { token, session } = await openSession(ctx, { id: accountId, customer_id: customerId }, false, {
    viewedCustomerId: viewed.id,
    openedFrom: sessionId,
  });
  const expiresAt = session.expires_at.toISOString();
  ctx.note({
    ...aboutCustomer(viewed),
    after: { viewedUntil: expiresAt },
  });
  return { token, expiresAt, customer: { id: viewed.id, name: viewed.name } };
}
