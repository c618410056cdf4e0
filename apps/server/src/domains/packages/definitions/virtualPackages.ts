import { actionNotSupported } from '@cardinal/contract/api/control/flowRules.ts';
import {
  type shelveVirtualPackages as shelfEndpoint,
  virtualPackages,
  type warnVirtualPackage as warnEndpoint,
} from '@cardinal/contract/api/packages/virtualPackages.ts';
import { PackageOrigin } from '@cardinal/contract/enumerations/package.ts';
import { type AnswerOf, type BodyOf, DONE } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { problem } from '@cardinal/primitives/problem.ts';
import { sql } from 'kysely';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { bindRegister } from '../../../framework/register/bindRegister.ts';
import { actionsOfAccount } from '../../carriers/face.ts';
import { type OpenUsage, openUsage } from '../packageUse.ts';
import { heldOwn, shelve } from './packageStore.ts';
import type { FieldProblem } from './packageTerms.ts';
import type { PackageVersionFacts } from './packageVersion.ts';
import { packageVersions } from './packageVersion.ts';
import { ELSEWHERE, type Given, packageWriting, presentPackages } from './packageWriting.ts';
import { REFUND_RULE } from './systemPackages.ts';

const { virtual } = PackageOrigin.values;

type GivenVirtual = Given &
  Pick<BodyOf<typeof virtualPackages.create>, 'carrierAccountId' | 'enforcement' | 'maxReadingAgeMinutes'>;

const noVolume = problem('虚拟套餐须有限量的流量', 'A virtual package needs a limited volume of data');

/** What it is enforced by must be something its carrier account can be asked for. */
async function problemsOf(
  ctx: Ctx,
  { carrierAccountId, enforcement, flowSpecId }: GivenVirtual,
): Promise<readonly FieldProblem[]> {
  const can = await actionsOfAccount(ctx, carrierAccountId);
  return [
    ...(can.includes(enforcement) ? [] : [['enforcement', actionNotSupported(enforcement)] as const]),
    ...(flowSpecId ? [] : [['flowSpecId', noVolume] as const]),
  ];
}

/** The data of the packages in use on cards, by what their versions grant. */
function soldBytes(onCards: readonly OpenUsage[], versions: ReadonlyMap<string, PackageVersionFacts>): bigint {
  return onCards.reduce(
    (sum, { versionId, running }) => sum + BigInt(running) * BigInt(versions.get(versionId)?.flow_bytes ?? 0),
    0n,
  );
}

/** Sold beyond what was bought, as far as its owner lets it; nothing is compared while that is not known. */
export const isOversold = (sold: bigint, bought: bigint | null, warnPercent: number): boolean =>
  bought !== null && sold * 100n > bought * BigInt(warnPercent);

/** The caller's virtual packages that are oversold now. */
async function oversoldIds(ctx: Ctx): Promise<string[]> {
  const known = await ctx.db
    .selectFrom('packages.package')
    .select(['id', 'bought_bytes', 'warn_percent'])
    .where('customer_id', '=', accountOf(ctx).customerId)
    .where('origin', '=', virtual)
    .where('deleted_at', 'is', null)
    .where('bought_bytes', 'is not', null)
    .execute();
  const open = await openUsage(
    ctx,
    known.map(({ id }) => id),
  );
  const versions = await packageVersions(
    ctx,
    open.map(({ versionId }) => versionId),
  );
  const inUse = Map.groupBy(open, ({ packageId }) => packageId);
  return known
    .filter(({ id, bought_bytes, warn_percent }) =>
      isOversold(
        soldBytes(inUse.get(id) ?? [], versions),
        bought_bytes === null ? null : BigInt(bought_bytes),
        warn_percent,
      ),
    )
    .map(({ id }) => id);
}

export const virtualPackageRoutes = bindRegister(virtualPackages, {
  table: 'packages.package',
  objectKind: 'package',
  unique: { index: 'package_code_key', field: 'code' },
  columns: { ...ELSEWHERE, enforcement: null, maxReadingAgeMinutes: null },
  ...packageWriting<GivenVirtual>({
    origin: virtual,
    problems: problemsOf,
    terms: ({ enforcement, maxReadingAgeMinutes }) => ({
      enforcement: enforcement === 4 ? null : enforcement,
      max_reading_age_minutes: maxReadingAgeMinutes,
    }),
  }),
  list: {
    carrier: sql`t.platform`,
    columns: {
      refundRule: REFUND_RULE,
      isOversold: {
        sql: sql`null`,
        where: async (_, value, ctx) => sql<boolean>`(t.id = any(${await oversoldIds(ctx)}::bigint[])) = ${value}`,
      },
      enforcement: sql`(select v.enforcement from packages.package_version v where v.id = t.current_version_id)`,
    },
    from: (query, ctx) =>
      query
        .where('t.customer_id', '=', accountOf(ctx).customerId)
        .where('t.origin', '=', virtual)
        .where('t.deleted_at', 'is', null),
    present: async (rows, ctx) => {
      const found = await presentPackages(ctx, rows);
      const versions = await packageVersions(
        ctx,
        found.flatMap(({ onCards }) => onCards.map(({ versionId }) => versionId)),
      );
      return found.map(({ told, sold, account, onCards }, at) => {
        const row = rows[at];
        const [inUse, bought] = [soldBytes(onCards, versions), row?.bought_bytes ?? null];
        return {
          ...told,
          enforcement: sold.enforcement ?? 1,
          maxReadingAgeMinutes: sold.max_reading_age_minutes ?? 0,
          readingMinutes: account?.schedules.usage ? Math.ceil(account.schedules.usage / 60) : null,
          boughtBytes: bought,
          soldBytes: String(inUse),
          warnPercent: row?.warn_percent ?? 100,
          isOversold: isOversold(inUse, bought === null ? null : BigInt(bought), row?.warn_percent ?? 100),
        };
      });
    },
  },
});

export const shelveVirtualPackages = (
  ctx: Ctx,
  body: BodyOf<typeof shelfEndpoint>,
): Promise<AnswerOf<typeof shelfEndpoint>> => shelve(ctx, virtual, body);

export async function warnVirtualPackage(
  ctx: Ctx,
  { id, boughtBytes, warnPercent }: BodyOf<typeof warnEndpoint>,
): Promise<typeof DONE> {
  const before = await heldOwn(ctx, virtual, id);
  if (!before) throw new Refused(notFound);
  const after = { bought_bytes: boughtBytes, warn_percent: warnPercent };
  await ctx.db.updateTable('packages.package').set(after).where('id', '=', id).execute();
  ctx.note({
    objectKind: 'package',
    objectId: id,
    summary: before.code,
    before: { boughtBytes: before.bought_bytes, warnPercent: before.warn_percent },
    after: { boughtBytes, warnPercent },
  });
  return DONE;
}
