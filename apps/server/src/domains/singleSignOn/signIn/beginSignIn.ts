import { type beginSignIn as endpoint, providerSilent } from '@cardinal/contract/api/singleSignOn/signInByProvider.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import type { Ctx } from '../../../framework/context.ts';
import { customerOf } from '../../customers/face.ts';
import { authorizationUrl } from '../protocols/oidc.ts';
import { clientOf } from '../providers/providerStore.ts';
import type { ProviderTable } from '../singleSignOnTables.ts';
import { FLOW_MS, flowKey, flowSecrets, randomToken } from './flow.ts';

/** An enabled provider of an enabled customer. */
export async function usableProvider(ctx: Ctx, id: string): Promise<ProviderTable | undefined> {
  const open = ctx.beyondScope('nobody has signed in yet');
  const row = await open
    .selectFrom('single_sign_on.provider')
    .selectAll()
    .where('id', '=', id)
    .where('is_enabled', '=', true)
    .executeTakeFirst();
  return row && (await customerOf(open, row.customer_id))?.isEnabled ? row : undefined;
}

export async function beginSignIn(ctx: Ctx, providerId: string): Promise<AnswerOf<typeof endpoint>> {
  const provider = await usableProvider(ctx, providerId);
  if (!provider) throw new Refused(notFound);
  const [state, binding] = [randomToken(ctx.random.bytes), randomToken(ctx.random.bytes)];
  let url: string;
  try {
    url = await authorizationUrl(ctx, clientOf(ctx, provider), flowSecrets(state, binding));
  } catch (error) {
    ctx.log.warn({ err: error, providerId }, 'identity provider not usable');
    throw new Refused(providerSilent);
  }
  await ctx.db
    .insertInto('single_sign_on.flow')
    .values({
      key_hash: flowKey(state, binding),
      provider_id: provider.id,
      expires_at: new Date(ctx.clock.now().getTime() + FLOW_MS),
    })
    .execute();
  return { url, binding };
}
