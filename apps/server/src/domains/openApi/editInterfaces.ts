import * as api from '@cardinal/contract/api/openApi/catalogue.ts';
import {
  interfaceIncomplete,
  interfaceIsCalled,
  interfaceStateForbids,
} from '@cardinal/contract/api/openApi/refusals.ts';
import { type AnswerOf, type BodyOf, DONE } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { changedByAnother, invalid } from '@cardinal/contract/framework/standardRefusals.ts';
import { text } from '@cardinal/primitives/text.ts';
import { DAY_MS } from '@cardinal/primitives/time.ts';
import { sql } from 'kysely';
import { accountOf, type Ctx } from '../../framework/context.ts';
import { interfaceEndAnnounced } from './events.ts';
import { accountsOf, callersOf } from './interfaceCallers.ts';
import { interfaceNamed, pathOfInterface, saidOf, titlesOf } from './interfaceCatalogue.ts';
import type { InterfaceTable } from './openApiTables.ts';
import { stateAt } from './standingRules.ts';

/** Locks an interface until the transaction ends; also if it has no row yet. */
async function lockInterface(ctx: Ctx, name: string, version: number) {
  const endpoint = interfaceNamed(name);
  await sql`select pg_advisory_xact_lock(hashtextextended(${`open_api.interface:${name}`}, 0))`.execute(ctx.db);
  const said = await saidOf(ctx, name);
  if ((said?.version ?? 0) !== version) throw new Refused(changedByAnother);
  return { endpoint, said, state: stateAt(said, ctx.clock.now()) };
}

const forbid = (state: api.OpenState) => new Refused(interfaceStateForbids, { state: api.OpenState.labelOf(state) });

const NOTHING_SAID: Omit<InterfaceTable, 'name' | 'version' | 'updated_by' | 'updated_at'> = {
  state: 'online',
  ends_at: null,
  replaced_by: null,
  announced_at: null,
  calls_per_second: null,
  title_zh: null,
  title_en: null,
  notes_zh: null,
  notes_en: null,
};

async function keep(ctx: Ctx, name: string, said: InterfaceTable | undefined, change: Partial<InterfaceTable>) {
  const row: InterfaceTable = {
    ...(said ?? NOTHING_SAID),
    ...change,
    name,
    version: (said?.version ?? 0) + 1,
    updated_by: accountOf(ctx).account,
    updated_at: ctx.clock.now(),
  };
  await ctx.db
    .insertInto('open_api.interface')
    .values(row)
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute();
  ctx.note({ objectKind: 'openInterface', objectId: name, summary: name, before: said ?? null, after: change });
  return row;
}

/** A draft cannot be called, so an interface with recent calls cannot become one again. */
export async function editOpenInterface(ctx: Ctx, body: BodyOf<typeof api.editOpenInterface>): Promise<typeof DONE> {
  const { endpoint, said, state } = await lockInterface(ctx, body.name, body.version);
  // A deprecated or retired interface keeps its announcement, whatever else changes.
  const isEnding = state === 'deprecated' || state === 'off';
  if (isEnding && body.state === 'draft') throw forbid(state);
  if (body.state === 'draft' && state === 'online') {
    const { length: keys } = await callersOf(ctx, body.name);
    if (keys > 0) throw new Refused(interfaceIsCalled, { days: api.CALLERS_DAYS, keys });
  }
  const asksInput = endpoint.method !== 'GET' || endpoint.path.includes(':');
  if (body.state === 'online' && asksInput && !endpoint.example) throw new Refused(interfaceIncomplete);
  await keep(ctx, body.name, said, {
    ...(isEnding ? {} : { state: body.state }),
    calls_per_second: body.callsPerSecond,
    title_zh: body.titleZh === endpoint.summary.zh ? null : body.titleZh,
    title_en: body.titleEn === endpoint.summary.en ? null : body.titleEn,
    notes_zh: body.notesZh || null,
    notes_en: body.notesEn || null,
  });
  return DONE;
}

const wrong = (field: string, zh: string, en: string, facts = {}) =>
  new Refused(invalid, {}, [{ field, text: text(zh, en), facts }]);

export async function deprecateOpenInterface(
  ctx: Ctx,
  body: BodyOf<typeof api.deprecateOpenInterface>,
): Promise<AnswerOf<typeof api.deprecateOpenInterface>> {
  const { said, state } = await lockInterface(ctx, body.name, body.version);
  if (state !== 'online') throw forbid(state);
  const [now, endsAt] = [ctx.clock.now(), new Date(body.endsAt)];
  const { least, most } = api.END_DAYS;
  const days = (endsAt.getTime() - now.getTime()) / DAY_MS;
  if (days < least || days > most) {
    throw wrong('endsAt', '须在 {least} 至 {most} 天之后', 'Must be {least} to {most} days ahead', { least, most });
  }
  if (body.replacedBy !== null && (body.replacedBy === body.name || !pathOfInterface(body.replacedBy))) {
    throw wrong('replacedBy', '替代接口不存在', 'Replacement interface not found');
  }
  const callers = await callersOf(ctx, body.name);
  const row = await keep(ctx, body.name, said, {
    state: 'deprecated',
    ends_at: endsAt,
    replaced_by: body.replacedBy,
    announced_at: now,
  });
  const accounts = accountsOf(callers);
  await ctx.emit(interfaceEndAnnounced, announcement(row, accounts));
  return { told: accounts.length };
}

export async function reviveOpenInterface(
  ctx: Ctx,
  body: BodyOf<typeof api.reviveOpenInterface>,
): Promise<typeof DONE> {
  const { said, state } = await lockInterface(ctx, body.name, body.version);
  if (state !== 'deprecated') throw forbid(state);
  const row = await keep(ctx, body.name, said, {
    state: 'online',
    ends_at: null,
    replaced_by: null,
    announced_at: null,
  });
  await ctx.emit(interfaceEndAnnounced, announcement(row, accountsOf(await callersOf(ctx, body.name))));
  return DONE;
}

const announcement = (row: InterfaceTable, accounts: { id: string; customerId: string }[]) => ({
  name: row.name,
  version: row.version,
  ...titlesOf(row.name, row),
  endsAt: row.ends_at?.toISOString() ?? null,
  replacedBy: row.replaced_by,
  accounts,
});
