import { poolPackages, shelvePoolPackages } from '@cardinal/contract/api/packages/poolPackages.ts';
import { PackageMode, PackageOrigin } from '@cardinal/contract/enumerations/package.ts';
import type { AnswerOf, BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { sql } from 'kysely';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { bind, type Route } from '../../../framework/domain.ts';
import { bindRegister } from '../../../framework/register/bindRegister.ts';
import { feedsPools } from '../definitions/packageRules.ts';
import { shelve } from '../definitions/packageStore.ts';
import { ELSEWHERE, type Given, packageWriting, presentPackages } from '../definitions/packageWriting.ts';
import { pricesOfHeld } from '../distribution/heldPackages.ts';
import { inPools } from '../poolPackage.ts';

const { system } = PackageOrigin.values;
const NEW = { type: 'flow', label: 'none', mode: PackageMode.values.shared } as const;
type GivenPool = Given & typeof NEW;
type Sent = Omit<BodyOf<typeof poolPackages.edit>, 'id' | 'version'>;

/** What all packages that fill pools have in common is not asked for. */
const whole = (sent: object): GivenPool => ({ ...(sent as Sent), ...NEW, productCodes: [] }) as never;
const writing = packageWriting<GivenPool>({ origin: system });
const IS_OWN = (ctx: Ctx) => sql<boolean>`(t.customer_id = ${accountOf(ctx).customerId} and t.origin = 'system')`;
const { flowSpecId, periodSpecId, effectiveType, postponeDays, refundRule } = ELSEWHERE;

const routes = bindRegister(poolPackages, {
  table: 'packages.package',
  objectKind: 'package',
  unique: { index: 'package_code_key', field: 'code' },
  columns: { flowSpecId, periodSpecId, effectiveType, postponeDays, refundRule },
  ...writing,
  hold: async (ctx, id) => {
    const found = await writing.hold(ctx, id);
    return found && feedsPools(found) ? found : undefined;
  },
  begin: (ctx) => ({ ...writing.begin(ctx), carrier_package_code: null, type: NEW.type }),
  write: (ctx, sent, before) => writing.write(ctx, whole(sent), before),
  written: (ctx, id, sent, before) => writing.written(ctx, id, whole(sent), before),
  list: {
    carrier: sql`t.platform`,
    columns: {
      isOwn: { sql: sql`null`, where: (_, value, ctx) => sql<boolean>`${IS_OWN(ctx)} = ${value}` },
    },
    from: (query, ctx) =>
      query
        .where(inPools('t'))
        .where('t.deleted_at', 'is', null)
        .where(
          sql<boolean>`exists (select from packages.package_distribution d
            where d.package_id = t.id and d.customer_id = ${accountOf(ctx).customerId})`,
        ),
    present: async (rows, ctx) => {
      const [packages, held] = await Promise.all([
        presentPackages(ctx, rows),
        pricesOfHeld(
          ctx,
          rows.map(({ id }) => id),
        ),
      ]);
      return packages.map(({ told, sold }, at) => {
        const row = rows[at] as (typeof rows)[number];
        const isMine = row.customer_id === accountOf(ctx).customerId;
        const bytes = told.flowBytes === null ? null : String(BigInt(told.flowBytes) * BigInt(sold.units));
        return {
          ...told,
          flowBytes: bytes,
          isOwn: isMine && row.origin === system,
          // Where the carrier account belongs to those above, and what it costs them, is their own.
          carrierAccountName: isMine ? told.carrierAccountName : null,
          carrierAccountId: isMine ? row.carrier_account_id : null,
          costPrice: isMine && row.origin === system ? row.cost_price : null,
          ...held(row),
        };
      });
    },
  },
});

const shelvePool = (ctx: Ctx, body: BodyOf<typeof shelvePoolPackages>): Promise<AnswerOf<typeof shelvePoolPackages>> =>
  shelve(
    ctx,
    system,
    body,
    async (found) => new Map(found.filter((each) => !feedsPools(each)).map(({ id }) => [id, new Refused(notFound)])),
  );

export const poolPackageRoutes: readonly Route[] = [
  ...routes,
  bind(shelvePoolPackages, (ctx, { body }) => shelvePool(ctx, body)),
];
