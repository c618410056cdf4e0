import {
  type addRegion as addEndpoint,
  duplicateRegion,
  type editRegion as editEndpoint,
  listRegions,
  regionNotFound,
  repeatedCountry,
  type retireRegion as retireEndpoint,
  unknownCountry,
  type listRegionVersions as versionsEndpoint,
} from '@cardinal/contract/api/settings/countries.ts';
import { type AnswerOf, type BodyOf, DONE } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { changedByAnother } from '@cardinal/contract/framework/standardRefusals.ts';
import { text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { dataset } from '../../../framework/dataset.ts';
import { refuseDuplicate, refusedAt } from '../../../framework/duplicates.ts';

export const regionDataset = dataset(listRegions, {
  isShort: true,
  from: (ctx) =>
    ctx.db
      .selectFrom('settings.region as r')
      .innerJoin('settings.region_version as v', (join) =>
        join.onRef('v.region_id', '=', 'r.id').onRef('v.version', '=', 'r.version'),
      ),
  table: 'r',
  select: (query) => query.selectAll('r').select('v.countries'),
  present: async (rows, ctx) => {
    const world = await ctx.db.selectFrom('settings.country').select(['code', 'zh', 'en', 'is_enabled']).execute();
    const known = new Map(world.map(({ code, zh, en, is_enabled }) => [code, { code, zh, en, isEnabled: is_enabled }]));
    return rows.map((row) => ({
      countries: row.countries.flatMap((code) => known.get(code) ?? []),
    }));
  },
  extra: (query, { country }) => (country ? query.where(sql<boolean>`${country} = any(v.countries)`) : query),
});

async function lockRegion(ctx: Ctx, id: string) {
  const row = await ctx.db
    .selectFrom('settings.region')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new Refused(regionNotFound);
  return row;
}

async function checkCountries(ctx: Ctx, codes: readonly string[]): Promise<void> {
  const repeated = codes.find((code, at) => codes.indexOf(code) !== at);
  if (repeated) throw refusedAt('countries', repeatedCountry, { code: repeated });
  const known = await ctx.db.selectFrom('settings.country').select('code').where('code', 'in', codes).execute();
  const unknown = codes.find((code) => !known.some((row) => row.code === code));
  if (unknown) throw refusedAt('countries', unknownCountry, { code: unknown });
}

const keepVersion = (ctx: Ctx, id: string, version: number, countries: readonly string[]) =>
  ctx.db
    .insertInto('settings.region_version')
    .values({
      region_id: id,
      version,
      countries: [...countries],
      made_by: accountOf(ctx).account,
      made_at: ctx.clock.now(),
    })
    .execute();

export async function addRegion(ctx: Ctx, { countries, ...body }: BodyOf<typeof addEndpoint>) {
  await checkCountries(ctx, countries);
  const id = ctx.ids.next();
  const now = ctx.clock.now();
  const row = { ...body, id, version: 1, is_retired: false, created_at: now, updated_at: now };
  const write = ctx.db.insertInto('settings.region').values(row).execute();
  await refuseDuplicate('region_code_key', refusedAt('code', duplicateRegion), write);
  await keepVersion(ctx, id, 1, countries);
  ctx.note({ objectKind: 'region', objectId: id, summary: text(body.zh, body.en), after: { ...body, countries } });
  return { id };
}

export async function editRegion(
  ctx: Ctx,
  { regionId, zh, en, countries, version }: BodyOf<typeof editEndpoint>,
): Promise<AnswerOf<typeof editEndpoint>> {
  const before = await lockRegion(ctx, regionId);
  if (before.version !== version) throw new Refused(changedByAnother);
  await checkCountries(ctx, countries);
  const { countries: had } = await ctx.db
    .selectFrom('settings.region_version')
    .select('countries')
    .where('region_id', '=', regionId)
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  const isSame = had.length === countries.length && had.every((code) => countries.includes(code));
  const next = isSame ? version : version + 1;
  if (!isSame) await keepVersion(ctx, regionId, next, countries);
  await ctx.db
    .updateTable('settings.region')
    .set({ zh, en, version: next, updated_at: ctx.clock.now() })
    .where('id', '=', regionId)
    .execute();
  const was = { zh: before.zh, en: before.en, countries: had };
  ctx.note({
    objectKind: 'region',
    objectId: regionId,
    summary: text(zh, en),
    before: was,
    after: { zh, en, countries },
  });
  return { version: next };
}

export async function retireRegion(ctx: Ctx, { regionId, isRetired }: BodyOf<typeof retireEndpoint>) {
  const before = await lockRegion(ctx, regionId);
  await ctx.db
    .updateTable('settings.region')
    .set({ is_retired: isRetired, updated_at: ctx.clock.now() })
    .where('id', '=', regionId)
    .execute();
  const note = { objectKind: 'region', objectId: regionId, summary: text(before.zh, before.en) };
  ctx.note({ ...note, before: { isRetired: before.is_retired }, after: { isRetired } });
  return DONE;
}

export async function regionVersions(ctx: Ctx, regionId: string): Promise<AnswerOf<typeof versionsEndpoint>> {
  const rows = await ctx.db
    .selectFrom('settings.region_version')
    .selectAll()
    .where('region_id', '=', regionId)
    .orderBy('version', 'desc')
    .execute();
  if (rows.length === 0) throw new Refused(regionNotFound);
  return rows.map((row, at) => {
    const had = rows[at + 1]?.countries ?? [];
    return {
      version: row.version,
      countries: row.countries,
      madeBy: row.made_by,
      madeAt: row.made_at.toISOString(),
      added: row.countries.filter((code) => !had.includes(code)),
      removed: had.filter((code) => !row.countries.includes(code)),
    };
  });
}
