import type { testProvider as endpoint } from '@cardinal/contract/api/singleSignOn/providers.ts';
import type { AnswerOf, BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { say, type Text, text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import { NoAnswer } from '../../../outbound/request.ts';
import { discover, type OidcClient, signingKeys, tryClient } from '../protocols/oidc.ts';
import { clientOf, customerToSet, providerOf } from './providerStore.ts';

const words = {
  forbidden: text(
    '该地址在内网或本机，平台不会访问；请使用可公开解析的地址',
    'The address is on a private network or this machine, which the platform does not call; use a public one',
  ),
  silent: text(
    '无法连接；请检查地址、DNS、防火墙和证书',
    'No connection; check address, DNS, firewall and certificate',
  ),
  discovery: text(
    '没有得到有效的发现文档；请检查颁发者地址，须与提供方公布的完全一致（含末尾斜杠）',
    'No valid discovery document; check the issuer, which must equal the published one exactly, trailing slash included',
  ),
  algorithms: text(
    '提供方只用不接受的算法签名；请启用 RS256 或 ES256',
    'The provider signs with algorithms that are not accepted only; enable RS256 or ES256',
  ),
  keys: text('没有得到签名公钥', 'No signing keys were returned'),
  client: text(
    '客户端编号、密钥或回调地址不被接受',
    'The client id, the secret or the redirect address was not accepted',
  ),
};

type Step = AnswerOf<typeof endpoint>['steps'][number];

/** Runs what a sign-in runs without a person, and says at which step it fails. */
export async function testProvider(ctx: Ctx, body: BodyOf<typeof endpoint>): Promise<AnswerOf<typeof endpoint>> {
  const stored = body.id === undefined ? undefined : await providerOf(ctx.db, body.id);
  await customerToSet(ctx, stored?.customer_id ?? body.customerId);
  const kept = stored ? clientOf(ctx, stored).clientSecret : null;
  const asked: OidcClient = {
    ...body,
    // A stored secret is sent to the provider it was stored for, and to no other.
    clientSecret: body.clientSecret === undefined ? (stored?.issuer === body.issuer ? kept : null) : body.clientSecret,
  };
  const steps: Step[] = [];
  const passed = (step: Step['step'], detail: string) => steps.push({ step, isFine: true, problem: null, detail });
  const failed = (step: Step['step'], problem: Text, detail: string | null) =>
    steps.push({ step, isFine: false, problem: say(problem, ctx.language), detail: detail?.slice(0, 500) ?? null });
  const attempt = async <T>(step: Step['step'], problem: Text, run: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await run();
    } catch (error) {
      const cause = noAnswerIn(error);
      if (cause) failed(step, cause.reason === 'forbidden' ? words.forbidden : words.silent, null);
      else failed(step, problem, error instanceof Error ? error.message : String(error));
      return undefined;
    }
  };
  const configuration = await attempt('discovery', words.discovery, () => discover(ctx, asked));
  if (!configuration) return { steps };
  const algorithms = configuration.serverMetadata().id_token_signing_alg_values_supported ?? [];
  if (algorithms.length === 0) {
    failed('discovery', words.algorithms, null);
    return { steps };
  }
  passed('discovery', algorithms.join(', '));
  const keys = await attempt('keys', words.keys, () => signingKeys(ctx, configuration));
  if (keys === undefined) return { steps };
  passed('keys', String(keys));
  const client = await attempt('client', words.client, () => tryClient(configuration, asked));
  if (client === 'known') passed('client', asked.clientId);
  else if (client !== undefined) failed('client', words.client, client);
  return { steps };
}

/** The library wraps what its fetch throws. */
export function noAnswerIn(error: unknown): NoAnswer | undefined {
  for (let each = error; each instanceof Error; each = each.cause) if (each instanceof NoAnswer) return each;
  return undefined;
}
