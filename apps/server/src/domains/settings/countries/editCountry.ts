import {
  countryNotFound,
  type editCountry as editEndpoint,
  type enableCountry as enableEndpoint,
  mccTaken,
} from '@cardinal/contract/api/settings/countries.ts';
import { type BodyOf, DONE } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { changedByAnother, invalid } from '@cardinal/contract/framework/standardRefusals.ts';
import { PHONE_LENGTH } from '@cardinal/primitives/phone.ts';
import { text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { refusedAt } from '../../../framework/duplicates.ts';
import type { CountryStandard } from './countryTables.ts';

const MAINLAND = 'CN';

async function lockCountry(ctx: Ctx, code: string) {
  const row = await ctx.db
    .selectFrom('settings.country')
    .selectAll()
    .where('code', '=', code)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new Refused(countryNotFound);
  return row;
}

type Facts = Pick<CountryStandard, 'mccs' | 'shares_mcc'>;

/** A mobile country code belongs to one country, unless all countries with it declare it as shared. */
async function checkMccs(ctx: Ctx, code: string, { mccs, shares_mcc }: Facts): Promise<void> {
  const others = await ctx.db
    .selectFrom('settings.country')
    .select(['zh', 'en', 'mccs'])
    .where('code', '<>', code)
    .where(sql<boolean>`mccs && ${[...mccs]}::text[]`)
    .$if(shares_mcc, (query) => query.where('shares_mcc', '=', false))
    .execute();
  const [owner] = others;
  if (!owner) return;
  const mcc = mccs.find((each) => owner.mccs.includes(each)) ?? '';
  throw refusedAt('mccs', mccTaken, { mcc, country: text(owner.zh, owner.en) });
}

const atLength = (field: string, zh: string, en: string) => new Refused(invalid, {}, [{ field, text: text(zh, en) }]);

/** A mainland mobile number always has eleven digits. */
function checkLengths({ code, phoneMin, phoneMax }: BodyOf<typeof editEndpoint>): void {
  if (phoneMax < phoneMin) throw atLength('phoneMax', '不能小于最短长度', 'Cannot be less than the minimum length');
  if (code === MAINLAND && (phoneMin !== PHONE_LENGTH || phoneMax !== PHONE_LENGTH))
    throw atLength('phoneMin', '中国大陆手机号固定为 11 位', 'Mobile numbers in mainland China always have 11 digits');
}

export async function editCountry(ctx: Ctx, body: BodyOf<typeof editEndpoint>) {
  const before = await lockCountry(ctx, body.code);
  if (before.version !== body.version) throw new Refused(changedByAnother);
  checkLengths(body);
  const after = {
    zh: body.zh,
    en: body.en,
    dial_code: body.dialCode ?? null,
    mccs: [...new Set(body.mccs)].sort(),
    shares_mcc: body.sharesMcc,
    phone_min: body.phoneMin,
    phone_max: body.phoneMax,
    sort: body.sort,
  };
  await checkMccs(ctx, body.code, after);
  await write(ctx, body.code, after);
  const { id: _, standard: __, updated_at: ___, ...was } = before;
  ctx.note({ objectKind: 'country', objectId: body.code, summary: text(body.zh, body.en), before: was, after });
  return DONE;
}

export async function enableCountry(ctx: Ctx, { code, isEnabled }: BodyOf<typeof enableEndpoint>) {
  const before = await lockCountry(ctx, code);
  await write(ctx, code, { is_enabled: isEnabled });
  const note = { objectKind: 'country', objectId: code, summary: text(before.zh, before.en) };
  ctx.note({ ...note, before: { isEnabled: before.is_enabled }, after: { isEnabled } });
  return DONE;
}

export async function restoreCountry(ctx: Ctx, code: string) {
  const { standard, ...before } = await lockCountry(ctx, code);
  if (!standard) return DONE;
  await checkMccs(ctx, code, standard);
  await write(ctx, code, { ...standard, mccs: [...standard.mccs] });
  ctx.note({ objectKind: 'country', objectId: code, summary: text(standard.zh, standard.en), before, after: standard });
  return DONE;
}

const write = (ctx: Ctx, code: string, after: object) =>
  ctx.db
    .updateTable('settings.country')
    .set((column) => ({ ...after, version: column('version', '+', 1), updated_at: ctx.clock.now() }))
    .where('code', '=', code)
    .execute();
