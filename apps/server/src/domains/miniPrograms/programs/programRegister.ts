import {
  type readProgramChoices as choicesEndpoint,
  programRoutes,
} from '@cardinal/contract/api/miniPrograms/programRoutes.ts';
import { backupOfAnother, merchantUnusable, secretMissing } from '@cardinal/contract/api/miniPrograms/refusals.ts';
import { PaymentProvider } from '@cardinal/contract/enumerations/paymentRoute.ts';
import type { AnswerOf, BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { say } from '@cardinal/primitives/text.ts';
import { DEFAULT_ZONE, startOfDay, wallTimeIn } from '@cardinal/primitives/zone.ts';
import { sql } from 'kysely';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { refusedAt } from '../../../framework/duplicates.ts';
import { bindRegister } from '../../../framework/register/bindRegister.ts';
import { customerNames } from '../../customers/face.ts';
import { addProgram, editProgram, programOf } from '../../publicAccounts/face.ts';
import type { ProgramRouteRow } from '../programTables.ts';
import { programsOwner, requireProgramsOwner } from './whoRuns.ts';

const { wechat } = PaymentProvider.values;

/** Merchants of the caller's own customer: nobody has money collected by the merchants of others. */
const ownMerchants = (ctx: Ctx) =>
  ctx.db
    .selectFrom('payment_providers.v_merchant')
    .select(['id', 'name', 'is_enabled'])
    .where('customer_id', '=', accountOf(ctx).customerId)
    .where('provider', '=', wechat)
    .orderBy('name');

export async function readProgramChoices(ctx: Ctx): Promise<AnswerOf<typeof choicesEndpoint>> {
  if (!(await programsOwner(ctx))) return { runsPrograms: false, merchants: [] };
  const merchants = await ownMerchants(ctx).limit(200).execute();
  return {
    runsPrograms: true,
    merchants: merchants.map(({ is_enabled, ...each }) => ({ ...each, isEnabled: is_enabled })),
  };
}

type Given = BodyOf<typeof programRoutes.create> | BodyOf<typeof programRoutes.edit>;

/** Both of the caller's own customer; whoever leaves them as they are need not have set them. */
async function merchantsOf(
  ctx: Ctx,
  given: Partial<Given>,
  before?: ProgramRouteRow,
): Promise<Partial<ProgramRouteRow>> {
  const merchantId = given.merchantId ?? '';
  const backupId = given.backupId || null;
  if (before?.merchant_id === merchantId && before.backup_id === backupId) return {};
  const own = new Set((await ownMerchants(ctx).execute()).map(({ id }) => id));
  if (!own.has(merchantId)) throw refusedAt('merchantId', merchantUnusable);
  if (backupId !== null && (backupId === merchantId || !own.has(backupId)))
    throw refusedAt('backupId', backupOfAnother);
  return { collector_id: accountOf(ctx).customerId };
}

/** Connects the program if it is not, or names it anew. */
async function accountFor(ctx: Ctx, ownerId: string, given: Partial<Given>, before?: ProgramRouteRow): Promise<string> {
  const { name = '', secret, apiBaseUrl } = given;
  const appid = 'appid' in given ? (given.appid ?? '') : '';
  const known = before?.account_id ?? (await programOf(ctx, ownerId, appid));
  if (known !== undefined) {
    await editProgram(ctx, known, { name, secret: secret || undefined, apiBaseUrl });
    return known;
  }
  if (!secret) throw refusedAt('secret', secretMissing);
  return addProgram(ctx, ownerId, { appid, name, secret, apiBaseUrl });
}

async function write(ctx: Ctx, given: Partial<Given>, before?: ProgramRouteRow): Promise<Partial<ProgramRouteRow>> {
  const owner = await requireProgramsOwner(ctx);
  const merchants = await merchantsOf(ctx, given, before);
  const account_id = await accountFor(ctx, owner.id, given, before);
  const changed = merchants.collector_id !== undefined;
  return {
    ...merchants,
    ...(before ? {} : { customer_id: owner.id, account_id }),
    // What was tested was another merchant.
    ...(changed ? { tested_at: null, test_is_ok: null, test_zh: null, test_en: null } : {}),
  };
}

export const routeName = ({ account_id, account_type }: Pick<ProgramRouteRow, 'account_id' | 'account_type'>): string =>
  `${account_id} ${account_type}`;

/** What each took today, in the smallest unit. */
async function incomes(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const since = startOfDay(DEFAULT_ZONE, wallTimeIn(DEFAULT_ZONE, ctx.clock.now()));
  const rows = await ctx
    .beyondScope('what came by routes that were read in scope')
    .selectFrom('payments.v_payment')
    .select(['program_route_id as id', sql<string>`sum(paid_amount)::text`.as('sum')])
    .where(sql<boolean>`program_route_id = any(${[...ids]}::bigint[])`)
    .where('paid_at', '>=', since)
    .groupBy('program_route_id')
    .execute();
  return new Map(rows.map(({ id, sum }) => [id ?? '', sum]));
}

async function usersOf(ctx: Ctx, accountIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await ctx.db
    .selectFrom('public_accounts.v_end_user')
    .select(['account_id', sql<number>`count(*)::int`.as('n')])
    .where(sql<boolean>`account_id = any(${[...accountIds]}::bigint[])`)
    .groupBy('account_id')
    .execute();
  return new Map(rows.map(({ account_id, n }) => [account_id, n]));
}

async function merchantNames(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await ctx
    .beyondScope('merchants of routes that were read in scope')
    .selectFrom('payment_providers.v_merchant')
    .select(['id', 'name'])
    .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** What the list's join adds to a route. */
type Program = { readonly program_name: string; readonly program_appid: string; readonly program_address: string };

export const programRegister = bindRegister(programRoutes, {
  table: 'mini_programs.pay_route',
  objectKind: 'miniProgram',
  name: routeName,
  columns: { appid: null, name: null, secret: null, apiBaseUrl: null },
  unique: { index: 'pay_route_once', field: 'accountType' },
  begin: (ctx) => ({ is_enabled: true, created_at: ctx.clock.now() }),
  write,
  noted: ({ account_id, account_type, merchant_id, backup_id, sells_on_ios, collector_id }: ProgramRouteRow) => ({
    accountId: account_id,
    accountType: account_type,
    collectorId: collector_id,
    merchantId: merchant_id,
    backupId: backup_id,
    sellsOnIos: sells_on_ios,
  }),
  list: {
    isShort: true,
    columns: { name: sql`a.name`, appid: sql`a.appid` },
    from: (query) =>
      query
        .innerJoin('public_accounts.v_account as a', 'a.id', 't.account_id')
        .select(['a.name as program_name', 'a.appid as program_appid', 'a.api_base_url as program_address']),
    present: async (rows, ctx) => {
      const ids = rows.map(({ id }) => id);
      const customers = rows.flatMap(({ customer_id, collector_id }) => [customer_id, collector_id]);
      const beyond = ctx.beyondScope('names of whoever collects for a program that was read in scope');
      const [income, users, merchants, names, runs] = [
        await incomes(ctx, ids),
        await usersOf(
          ctx,
          rows.map(({ account_id }) => account_id),
        ),
        await merchantNames(
          ctx,
          rows.flatMap(({ merchant_id, backup_id }) => [merchant_id, ...(backup_id ? [backup_id] : [])]),
        ),
        await customerNames(beyond, customers),
        (await programsOwner(ctx)) !== undefined,
      ];
      return rows.map((row) => {
        const { program_name, program_appid, program_address } = row as typeof row & Program;
        return {
          name: program_name,
          appid: program_appid,
          apiBaseUrl: program_address,
          merchantName: merchants.get(row.merchant_id) ?? '',
          backupName: row.backup_id && (merchants.get(row.backup_id) ?? null),
          collectorName: names.get(row.collector_id) ?? '',
          todayIncome: income.get(row.id) ?? '0',
          // WeChat Pay in China takes no other.
          currency: 'CNY' as const,
          users: users.get(row.account_id) ?? 0,
          testSaid:
            row.test_zh === null ? null : say({ zh: row.test_zh, en: row.test_en ?? row.test_zh }, ctx.language),
          customerName: names.get(row.customer_id) ?? '',
          apiPath: `/api/h5/v1/${row.account_id}/`,
          isOwn: runs,
        };
      });
    },
  },
});
