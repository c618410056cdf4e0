import {
  sourceAddressNotAllowed,
  sourceCredentialInvalid,
  sourceIsOff,
  sourceNameTaken,
  sourceRefused,
} from '@cardinal/contract/api/externalPackages/refusals.ts';
import type * as api from '@cardinal/contract/api/externalPackages/sources.ts';
import type { SourceAdapter } from '@cardinal/contract/enumerations/externalPackage.ts';
import { type AnswerOf, type BodyOf, DONE } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { changedByAnother } from '@cardinal/contract/framework/standardRefusals.ts';
import { say, text } from '@cardinal/primitives/text.ts';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import type { Commit } from '../../../framework/domain.ts';
import { refuseDuplicate, refusedAt } from '../../../framework/duplicates.ts';
import { isAllowedAddress } from '../../../outbound/addressRules.ts';
import type { Credentials } from '../adapters/operations.ts';
import { protocolOf } from '../adapters/protocols.ts';
import type { SourceRow } from '../externalTables.ts';
import { offersOf } from '../offers/offerStore.ts';
import { settleOffers } from '../offers/settleOffers.ts';
import { askSource, trySource } from '../sources/gate.ts';
import { hintsOf, openCredentials, openGate, ownSource, sealCredentials } from '../sources/sourceStore.ts';
import { keepBalance } from '../syncing/keepBalance.ts';
import { syncSourceJob } from '../syncing/syncSource.ts';

type Add = BodyOf<typeof api.addSource>;
type Edit = BodyOf<typeof api.editSource>;

/** Below what the open interface allows a key in a minute. */
const LIMITS = { calls_per_second: '4', in_flight: 2, calls_per_day: null } as const;
const BUSY = text('来源限流，稍后重试', 'Rate limited by the source; try again later');
const WORKS = text('连接与密钥正常', 'Connection and key OK');
const UNKNOWN = text('未知的凭据', 'Unknown credential');
const MALFORMED = text('缺少或格式不正确', 'Missing or malformed');

function refuseAddress(ctx: Ctx, baseUrl: string): void {
  if (!isAllowedAddress(baseUrl, ctx.config.production)) throw refusedAt('baseUrl', sourceAddressNotAllowed);
}

/** Refused at the field that is wrong, before the source is asked. */
function refuseCredentials(ctx: Ctx, adapter: SourceAdapter, credentials: Credentials): void {
  const { credentials: fields } = protocolOf(adapter);
  const at = (field: string, words: typeof UNKNOWN) =>
    refusedAt(`credentials.${field}`, sourceCredentialInvalid, { reason: say(words, ctx.language) });
  const unknown = Object.keys(credentials).find((name) => !fields.some((each) => each.name === name));
  if (unknown !== undefined) throw at(unknown, UNKNOWN);
  const wrong = fields.find(({ name, form }) => !form.test(credentials[name] ?? ''));
  if (wrong) throw at(wrong.name, MALFORMED);
}

/** Asks the source with what is to be stored; what it does not accept is not stored. */
async function prove(ctx: Ctx, row: SourceRow, credentials: Credentials): Promise<void> {
  const heard = await trySource(ctx, row, credentials, 'prove', {});
  if (heard.kind === 'ok') return;
  const reason = say('words' in heard ? heard.words : BUSY, ctx.language);
  if (heard.kind !== 'badCredentials') throw new Refused(sourceRefused, { reason });
  const doubted = protocolOf(row.adapter).credentials.find(({ isSecret }) => isSecret);
  throw refusedAt(`credentials.${doubted?.name ?? ''}`, sourceRefused, { reason });
}

/** `12.5` per cent are 1,250 hundredths. */
const hundredths = (percent: string): number => Math.round(Number(percent) * 100);

const termsOf = (body: Add | Edit) => ({
  name: body.name,
  base_url: body.baseUrl,
  timeout_ms: body.timeoutMs,
  tolerance: hundredths(body.tolerance),
  auto_accept: body.autoAccept,
  low_balance: body.lowBalance,
  wait_hours: body.waitHours,
});

const proven = (ctx: Ctx, id: string, adapter: SourceAdapter, credentials: Credentials) => ({
  credentials: sealCredentials(ctx, id, credentials),
  credential_hints: JSON.stringify(hintsOf(protocolOf(adapter).credentials, credentials)),
  credentials_set_at: ctx.clock.now(),
  credentials_set_by: accountOf(ctx).account,
  proved_at: ctx.clock.now(),
});

/** The part that the operation log stores; it contains no secret. */
const noted = ({
  name,
  base_url,
  timeout_ms,
  tolerance,
  auto_accept,
  low_balance,
  wait_hours,
}: ReturnType<typeof termsOf>) => ({
  name,
  address: base_url,
  timeoutMs: timeout_ms,
  tolerance: tolerance / 100,
  autoAccept: auto_accept,
  lowBalance: low_balance,
  waitHours: wait_hours,
});

const once = <T>(write: Promise<T>) => refuseDuplicate('source_name_once', refusedAt('name', sourceNameTaken), write);

export async function addSource(ctx: Ctx, body: Add): Promise<Commit<AnswerOf<typeof api.addSource>>> {
  refuseAddress(ctx, body.baseUrl);
  refuseCredentials(ctx, body.adapter, body.credentials);
  const id = ctx.ids.next();
  const now = ctx.clock.now();
  const row = {
    ...LIMITS,
    ...termsOf(body),
    ...proven(ctx, id, body.adapter, body.credentials),
    id,
    customer_id: accountOf(ctx).customerId,
    adapter: body.adapter,
    is_enabled: true,
    state_reason: null,
    zone: 'Asia/Shanghai',
    balance: null,
    currency: null,
    balance_at: null,
    sync_zh: null,
    sync_en: null,
    last_sync_at: null,
    created_at: now,
    updated_at: now,
  };
  await prove(ctx, row as unknown as SourceRow, body.credentials);
  return async (inside) => {
    await once(inside.db.insertInto('external_packages.source').values(row).execute());
    await openGate(inside, id);
    await inside.enqueue(syncSourceJob, { sourceId: id }, { key: id });
    inside.note({ objectKind: 'externalSource', objectId: id, summary: row.name, after: noted(row) });
    return { id };
  };
}

/** New credentials replace those of their fields; all together are tried first. */
export async function editSource(ctx: Ctx, body: Edit): Promise<Commit<typeof DONE>> {
  const row = await ownSource(ctx, body.id);
  if (row.version !== body.version) throw new Refused(changedByAnother);
  refuseAddress(ctx, body.baseUrl);
  const given = Object.entries(body.credentials ?? {}).filter(([, value]) => value !== '');
  const credentials = { ...openCredentials(ctx, row), ...Object.fromEntries(given) };
  const terms = termsOf(body);
  const isNew = given.length > 0 || terms.base_url !== row.base_url;
  if (isNew) {
    refuseCredentials(ctx, row.adapter, credentials);
    await prove(ctx, { ...row, ...terms }, credentials);
  }
  return async (inside) => {
    const kept = await ownSource(inside, row.id, true);
    if (kept.version !== body.version) throw new Refused(changedByAnother);
    const change = {
      ...terms,
      ...(isNew ? proven(inside, row.id, row.adapter, credentials) : {}),
      version: row.version + 1,
      updated_at: inside.clock.now(),
    };
    await once(inside.db.updateTable('external_packages.source').set(change).where('id', '=', row.id).execute());
    if (isNew) await openGate(inside, row.id);
    // Another tolerance judges what is known already.
    await settleOffers(inside, { ...kept, ...terms }, await offersOf(inside, row.id));
    inside.note({
      objectKind: 'externalSource',
      objectId: row.id,
      summary: body.name,
      before: noted(row),
      after: { ...noted(terms), newCredentials: given.map(([name]) => name) },
    });
    return DONE;
  };
}

/** Its packages go off the shelf with it; enabled again, they come back once it has been synced. */
export async function enableSource(ctx: Ctx, body: BodyOf<typeof api.enableSource>): Promise<typeof DONE> {
  const row = await ownSource(ctx, body.id, true);
  const { isEnabled } = body;
  if (row.is_enabled !== isEnabled) {
    await ctx.db
      .updateTable('external_packages.source')
      .set({ is_enabled: isEnabled, version: row.version + 1, updated_at: ctx.clock.now() })
      .where('id', '=', row.id)
      .execute();
    if (isEnabled) await ctx.enqueue(syncSourceJob, { sourceId: row.id }, { key: row.id });
    else await settleOffers(ctx, { ...row, is_enabled: false }, await offersOf(ctx, row.id));
  }
  ctx.note({
    objectKind: 'externalSource',
    objectId: row.id,
    summary: row.name,
    before: { isEnabled: row.is_enabled },
    after: { isEnabled, reason: body.isEnabled ? null : body.reason },
  });
  return DONE;
}

export async function testSource(
  ctx: Ctx,
  { id }: BodyOf<typeof api.testSource>,
): Promise<Commit<AnswerOf<typeof api.testSource>>> {
  const row = await ownSource(ctx, id);
  const beganAt = performance.now();
  const heard = await askSource(ctx, row, 'prove', {});
  const durationMs = Math.round(performance.now() - beganAt);
  const works = heard.kind === 'ok';
  const funds = works ? await askSource(ctx, row, 'balance', {}) : undefined;
  if (funds?.kind === 'ok') await keepBalance(ctx, row.id, funds.answer.funds);
  return async (inside) => {
    if (works)
      await inside.db
        .updateTable('external_packages.source')
        .set({ proved_at: inside.clock.now() })
        .where('id', '=', row.id)
        .execute();
    inside.note({ objectKind: 'externalSource', objectId: row.id, summary: row.name, after: { works } });
    return { works, words: say(works ? WORKS : heard.words, ctx.language), durationMs };
  };
}

export async function askForSync(ctx: Ctx, { id }: BodyOf<typeof api.syncSource>): Promise<typeof DONE> {
  const row = await ownSource(ctx, id, true);
  if (!row.is_enabled) throw new Refused(sourceIsOff);
  await ctx.db
    .updateTable('external_packages.source')
    .set({ sync_state: 'running', sync_read: 0, sync_zh: null, sync_en: null })
    .where('id', '=', id)
    .execute();
  await ctx.enqueue(syncSourceJob, { sourceId: id }, { key: id });
  ctx.note({ objectKind: 'externalSource', objectId: id, summary: row.name, after: { synced: true } });
  return DONE;
}
