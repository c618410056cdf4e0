import {
  type addDictItem as addItemEndpoint,
  type addDictType as addTypeEndpoint,
  dictItemInUse,
  dictItemNotFound,
  dictTypeNotFound,
  duplicateDictItem,
  duplicateDictType,
  type editDictItem as editItemEndpoint,
  systemDictionary,
} from '@cardinal/contract/api/settings/dictionaries.ts';
import { allEnumerations } from '@cardinal/contract/enumerations/enumeration.ts';
import { type BodyOf, DONE } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { changedByAnother } from '@cardinal/contract/framework/standardRefusals.ts';
import { text } from '@cardinal/primitives/text.ts';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { refuseDuplicate, refusedAt } from '../../../framework/duplicates.ts';
import { countUse } from './dictUse.ts';
import { builtInText, growDictVersion } from './dictWords.ts';

const isSystem = (type: string): boolean => allEnumerations().has(type);

/** A custom dictionary, locked until the transaction ends, so that it cannot be deleted. */
export async function lockOwnType(ctx: Ctx, code: string) {
  if (isSystem(code)) throw new Refused(systemDictionary);
  const type = await ctx.db
    .selectFrom('settings.dict_type')
    .selectAll()
    .where('code', '=', code)
    .forUpdate()
    .executeTakeFirst();
  if (!type) throw new Refused(dictTypeNotFound);
  return type;
}

const lockItem = (ctx: Ctx, type: string, value: string) =>
  ctx.db
    .selectFrom('settings.dict_item')
    .selectAll()
    .where('type_code', '=', type)
    .where('value', '=', value)
    .forUpdate()
    .executeTakeFirst();

export async function addDictType(ctx: Ctx, body: BodyOf<typeof addTypeEndpoint>) {
  if (isSystem(body.code)) throw refusedAt('code', duplicateDictType);
  const write = ctx.db.insertInto('settings.dict_type').values({ ...body, created_at: ctx.clock.now() });
  await refuseDuplicate('dict_type_pkey', refusedAt('code', duplicateDictType), write.execute());
  ctx.note({ objectKind: 'dictionary', objectId: body.code, summary: text(body.zh, body.en), after: body });
  return DONE;
}

export async function editDictType(ctx: Ctx, { code, zh, en }: BodyOf<typeof addTypeEndpoint>) {
  const before = await lockOwnType(ctx, code);
  await ctx.db.updateTable('settings.dict_type').set({ zh, en }).where('code', '=', code).execute();
  const note = { objectKind: 'dictionary', objectId: code, summary: text(zh, en) };
  ctx.note({ ...note, before: { zh: before.zh, en: before.en }, after: { zh, en } });
  return DONE;
}

export async function deleteDictType(ctx: Ctx, code: string) {
  const type = await lockOwnType(ctx, code);
  const used = [...(await countUse(ctx, code)).values()].reduce((sum, n) => sum + n, 0);
  if (used > 0) throw new Refused(dictItemInUse, { name: { zh: type.zh, en: type.en }, n: used });
  await ctx.db.deleteFrom('settings.dict_item').where('type_code', '=', code).execute();
  await ctx.db.deleteFrom('settings.dict_type').where('code', '=', code).execute();
  ctx.note({
    objectKind: 'dictionary',
    objectId: code,
    summary: text(type.zh, type.en),
    before: { zh: type.zh, en: type.en },
  });
  return DONE;
}

export async function addDictItem(ctx: Ctx, { type, value, ...words }: BodyOf<typeof addItemEndpoint>) {
  await lockOwnType(ctx, type);
  const row = {
    type_code: type,
    value,
    zh: words.zh,
    en: words.en,
    color: words.color ?? null,
    sort: words.sort ?? 0,
    is_enabled: words.isEnabled ?? true,
    updated_by: accountOf(ctx).account,
    updated_at: ctx.clock.now(),
  };
  const write = ctx.db.insertInto('settings.dict_item').values(row).execute();
  await refuseDuplicate('dict_item_pkey', refusedAt('value', duplicateDictItem), write);
  ctx.note({ objectKind: 'dictionary', objectId: `${type}/${value}`, summary: text(words.zh, words.en), after: words });
  return DONE;
}

/** A system dictionary keeps its values: only the two texts are changed, and replace the built-in ones. */
export async function editDictItem(ctx: Ctx, body: BodyOf<typeof editItemEndpoint>) {
  const { type, value, version, zh, en } = body;
  const before = await lockItem(ctx, type, value);
  const builtIn = builtInText(type, value);
  if (!before && !builtIn) throw new Refused(dictItemNotFound);
  if (isSystem(type) && (body.color || body.sort !== undefined || body.isEnabled === false))
    throw new Refused(systemDictionary);
  if ((before?.version ?? 0) !== version) throw new Refused(changedByAnother);
  const change = { zh, en, version: version + 1, updated_by: accountOf(ctx).account, updated_at: ctx.clock.now() };
  const rest = {
    color: body.color === undefined ? (before?.color ?? null) : body.color,
    sort: body.sort ?? before?.sort ?? 0,
    is_enabled: body.isEnabled ?? before?.is_enabled ?? true,
  };
  const written = await ctx.db
    .insertInto('settings.dict_item')
    .values({ type_code: type, value, ...change, ...rest })
    .onConflict((conflict) =>
      conflict
        .columns(['type_code', 'value'])
        .doUpdateSet({ ...change, ...rest })
        .where('settings.dict_item.version', '=', version),
    )
    .returning('version')
    .executeTakeFirst();
  if (!written) throw new Refused(changedByAnother);
  if (builtIn) await growDictVersion(ctx.db);
  const said = before ?? builtIn;
  const note = { objectKind: 'dictionary', objectId: `${type}/${value}`, summary: text(zh, en) };
  ctx.note({ ...note, before: { zh: said?.zh, en: said?.en }, after: { zh, en, ...rest } });
  return DONE;
}

export async function restoreDictItem(ctx: Ctx, { type, value }: { type: string; value: string }) {
  const builtIn = builtInText(type, value);
  if (!builtIn) throw new Refused(dictItemNotFound);
  const before = await lockItem(ctx, type, value);
  if (before) {
    await deleteItem(ctx, type, value);
    await growDictVersion(ctx.db);
  }
  const note = { objectKind: 'dictionary', objectId: `${type}/${value}`, summary: builtIn };
  ctx.note({ ...note, before: { zh: before?.zh, en: before?.en }, after: builtIn });
  return DONE;
}

export async function deleteDictItem(ctx: Ctx, { type, value }: { type: string; value: string }) {
  const builtIn = builtInText(type, value);
  if (!builtIn) await lockOwnType(ctx, type);
  const item = (await lockItem(ctx, type, value)) ?? builtIn;
  if (!item) throw new Refused(dictItemNotFound);
  const used = (await countUse(ctx, type)).get(value) ?? 0;
  if (used > 0) throw new Refused(dictItemInUse, { name: { zh: item.zh, en: item.en }, n: used });
  if (builtIn) throw new Refused(systemDictionary);
  await deleteItem(ctx, type, value);
  const note = { objectKind: 'dictionary', objectId: `${type}/${value}`, summary: text(item.zh, item.en) };
  ctx.note({ ...note, before: { zh: item.zh, en: item.en } });
  return DONE;
}

const deleteItem = (ctx: Ctx, type: string, value: string) =>
  ctx.db.deleteFrom('settings.dict_item').where('type_code', '=', type).where('value', '=', value).execute();
