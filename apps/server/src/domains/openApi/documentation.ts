import type * as api from '@cardinal/contract/api/openApi/documentation.ts';
import { OPEN_INTERFACES } from '@cardinal/contract/api/openApi/interfaces.ts';
import { interfaceNotFound } from '@cardinal/contract/api/openApi/refusals.ts';
import type { OpenGroup, OpenScope } from '@cardinal/contract/api/openApi/scopes.ts';
import type { AnswerOf, Guard, QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { permissionTitle } from '@cardinal/contract/permissions/catalogue.ts';
import { accountOf, type Ctx, holds } from '../../framework/context.ts';
import { ceilingOfCustomer } from './ceilings.ts';
import { leftBy } from './grantRules.ts';
import { interfaceNamed, saidOf, titlesOf } from './interfaceCatalogue.ts';
import { openOperation } from './serving/interfaceDocument.ts';
import { stateAt } from './standingRules.ts';

const namesOf = (guard: Guard): readonly string[] => (typeof guard === 'string' ? [] : guard);

export async function apiDoc(ctx: Ctx): Promise<AnswerOf<typeof api.readApiDoc>> {
  const now = ctx.clock.now();
  const { customerId } = accountOf(ctx);
  const [said, ceiling, keys] = await Promise.all([
    ctx.db.selectFrom('open_api.interface').selectAll().execute(),
    ceilingOfCustomer(ctx, customerId),
    ctx.db
      .selectFrom('open_api.api_key as k')
      .leftJoin('open_api.scope_set as s', 's.id', 'k.scope_set_id')
      .select(['k.scopes', 's.scopes as set_scopes'])
      .where('k.customer_id', '=', customerId)
      .where('k.disabled_at', 'is', null)
      .where((on) => on.or([on('k.expires_at', 'is', null), on('k.expires_at', '>', now)]))
      .execute(),
  ]);
  const carried = keys.map((key) => leftBy(ceiling, key.set_scopes ?? key.scopes));
  return {
    ownKeys: keys.length,
    callsPerMinute: ceiling.callsPerMinute,
    interfaces: OPEN_INTERFACES.flatMap(({ name, method, path, permission, open }) => {
      const of = said.find((each) => each.name === name);
      const state = stateAt(of, now);
      if (state === 'draft' || state === 'off') return [];
      const keyScope = open.keyScope as OpenScope | null;
      const needed = namesOf(permission);
      return {
        name,
        group: open.group as OpenGroup,
        method,
        path,
        ...titlesOf(name, of),
        state,
        endsAt: of?.ends_at?.toISOString() ?? null,
        replacedBy: of?.replaced_by ?? null,
        keyScope,
        ownKeys: carried.filter((scopes) => keyScope === null || scopes.includes(keyScope)).length,
        isPermitted: needed.length === 0 || needed.some((each) => holds(ctx.actor, each)),
      };
    }),
  };
}

/** Drafts and retired interfaces are not shown. */
export async function apiDocInterface(
  ctx: Ctx,
  { name }: QueryOf<typeof api.readApiDocInterface>,
): Promise<AnswerOf<typeof api.readApiDocInterface>> {
  const endpoint = interfaceNamed(name);
  const said = await saidOf(ctx, name);
  if (['draft', 'off'].includes(stateAt(said, ctx.clock.now()))) throw new Refused(interfaceNotFound);
  return {
    operation: openOperation(endpoint),
    example: { ...endpoint.example },
    needsIdempotencyKey: endpoint.idempotency === 'required',
    callsPerSecond: said?.calls_per_second ?? null,
    permissions: namesOf(endpoint.permission).map((id) => {
      const { zh, en } = permissionTitle(id);
      return { zh, en };
    }),
    notesZh: said?.notes_zh ?? null,
    notesEn: said?.notes_en ?? null,
  };
}
