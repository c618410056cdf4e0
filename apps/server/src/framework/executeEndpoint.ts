import type { Endpoint } from '@cardinal/contract/framework/endpoint.ts';
import type { ListEndpoint } from '@cardinal/contract/framework/list.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import {
  noPermission,
  noRole,
  notSignedIn,
  onlyLooking,
  passwordChangeDue,
  storageLow,
} from '@cardinal/contract/framework/standardRefusals.ts';
import { UNATTENDED_HEADER } from '@cardinal/contract/framework/unattended.ts';
import { type Language, languageOf } from '@cardinal/primitives/text.ts';
import type { FastifyRequest } from 'fastify';
import { clientAddress } from './clientAddress.ts';
import type { Actor, Ctx, OperationNote, OperationRow } from './context.ts';
import type { Input, Route } from './domain.ts';
import { asksExactly, hiddenPlatforms, withoutHidden } from './hiding.ts';
import { claimKey, keepAnswer, keyedRequest, withClaimedKey } from './idempotency.ts';
import { page } from './list/listPage.ts';
import type { Scope } from './scoping.ts';
import { TracedRefusal } from './tracedRefusal.ts';

export type RequestFacts = {
  requestId: string;
  address: string;
  host: string;
  userAgent: string;
  language: Language;
  /** No person asks: it is no use of the session. */
  isUnattended: boolean;
};

/** What the HTTP layer needs from the rooms; `app.ts` provides it. */
export type Host = {
  /**
   * The actor of a token; throws the session refusals. Without a token it is `anonymous`. A query may use a recently cached
   * result.
   */
  authenticate: (
    token: string | undefined,
    facts: RequestFacts,
    isQuestion: boolean,
  ) => Promise<{ actor: Actor; scope: Scope }>;
  /** The end user of a session at a public account; throws the session refusal. */
  authenticateEndUser: (token: string | undefined, publicAccountId: string) => Promise<{ actor: Actor; scope: Scope }>;
  /** Calls `end` once the session has ended or its rights have changed, until the returned function is called. */
  watch: (who: { actor: Actor; scope: Scope }, address: string, end: () => void) => () => void;
  /** For how many seconds an account or an end user that asked too often has to wait. */
  waitOf: (accountId: string) => number | undefined;
  endUserWaitOf: (endUserId: string) => number | undefined;
  /** Invalidates the cached results of queries after a change. */
  forget: () => void;
  /** A context outside a transaction. */
  context: (
    who: { actor: Actor; scope: Scope },
    facts: RequestFacts,
    note: (note: OperationNote) => void,
    isQuestion: boolean,
  ) => Ctx;
  /** The same context inside one transaction that commits when `run` ends. */
  transact: <T>(ctx: Ctx, run: (ctx: Ctx) => Promise<T>) => Promise<T>;
  recordOperation: (ctx: Ctx, row: OperationRow) => Promise<void>;
  reportFault: (ctx: { requestId: string; actor: Actor; endpoint: string }, error: unknown) => void;
  diskIsLow: () => boolean;
  uploadFolder: string;
  trustedProxies: readonly string[];
  /** Permits consoles on other ports of this machine; never in production. */
  allowsLocalOrigins: boolean;
};

export const facts = (request: FastifyRequest): RequestFacts => ({
  requestId: request.id,
  address: clientAddress(request),
  host: String(request.host ?? '')
    .toLowerCase()
    .slice(0, 255),
  userAgent: String(request.headers['user-agent'] ?? '').slice(0, 300),
  language: languageOf(request.headers['accept-language']),
  isUnattended: request.headers[UNATTENDED_HEADER] !== undefined,
});

/**
 * Any of the named permissions admits. A forced password change, or an account without a role, blocks everything except what
 * these two need.
 */
export function admit(endpoint: Endpoint, actor: Actor): void {
  if (endpoint.permission === 'public') return;
  // Each kind of session opens its own endpoints only.
  if (endpoint.permission === 'endUser') {
    if (actor.kind !== 'endUser') throw new Refused(notSignedIn);
    return;
  }
  if (actor.kind !== 'account') throw new Refused(notSignedIn);
  if (actor.viewedFrom && endpoint.method !== 'GET' && !endpoint.whileViewing) throw new Refused(onlyLooking);
  if (!endpoint.duringForcedChange) {
    if (actor.mustChangePassword) throw new Refused(passwordChangeDue);
    if (actor.roles.length === 0) throw new Refused(noRole);
  }
  if (endpoint.permission === 'authenticated') return;
  if (!endpoint.permission.some((each) => actor.permissions.has(each))) throw new Refused(noPermission);
}

/**
 * Runs an endpoint's handler as declared: a query directly, a change in one transaction with its key and log row. What a change
 * must prepare runs under the claimed key, before that transaction.
 */
export async function executeEndpoint(
  host: Host,
  route: Route,
  ctx: Ctx,
  noted: OperationNote,
  input: Input<Endpoint>,
  headers: Record<string, unknown>,
): Promise<unknown> {
  const { endpoint } = route;
  if (endpoint.method === 'GET') {
    const answer = route.dataset
      ? await page(endpoint as unknown as ListEndpoint, route.dataset, ctx, input.query as never)
      : await route.handle(ctx, input);
    if (!endpoint.namesCarriers || asksExactly(input.query)) return endpoint.answer.parse(answer);
    return endpoint.answer.parse(withoutHidden(answer, await hiddenPlatforms(ctx)));
  }
  try {
    return await executeChange(host, route, ctx, noted, input, headers);
  } catch (error) {
    if (error instanceof TracedRefusal) await host.transact(ctx, error.trace);
    throw error;
  } finally {
    host.forget();
  }
}

async function executeChange(
  host: Host,
  route: Route,
  ctx: Ctx,
  noted: OperationNote,
  input: Input<Endpoint>,
  headers: Record<string, unknown>,
): Promise<unknown> {
  const { endpoint } = route;
  if (host.diskIsLow()) throw new Refused(storageLow);
  const log = async (inside: Ctx) => {
    if (endpoint.isRecorded === false) return;
    await host.recordOperation(inside, {
      operation: endpoint.operation,
      ...noted,
      endpoint: endpoint.name,
      permission: Array.isArray(endpoint.permission) ? endpoint.permission.join(' ') : String(endpoint.permission),
      result: 'done',
      code: '200',
    });
  };
  const parsed = (answer: unknown) => endpoint.answer.parse(answer);
  if (route.options.transaction === 'none') return parsed(await route.handle(ctx, input));
  const asked =
    endpoint.idempotency === 'required'
      ? keyedRequest(ctx, endpoint, headers, [input.params, input.body, input.upload?.sha256 ?? null])
      : undefined;
  const { prepare } = route;
  if (prepare) {
    const attempted = async (attempt?: string) => {
      const commit = await prepare(ctx, input);
      return host.transact(ctx, async (inside) => {
        const answer = parsed(await commit(inside));
        await log(inside);
        if (asked && attempt) await keepAnswer(inside, asked, answer, attempt);
        return answer;
      });
    };
    return asked ? withClaimedKey(ctx, asked, attempted) : attempted();
  }
  return host.transact(ctx, async (inside) => {
    if (asked) {
      const earlier = await claimKey(inside, asked);
      if (earlier) return earlier.answer;
    }
    const answer = parsed(await route.handle(inside, input));
    await log(inside);
    if (asked) await keepAnswer(inside, asked, answer);
    return answer;
  });
}
