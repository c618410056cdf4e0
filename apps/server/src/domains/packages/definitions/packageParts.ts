import type { systemPackageChoices } from '@cardinal/contract/api/packages/systemPackages.ts';
import type { Platform } from '@cardinal/contract/enumerations/card.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { type Problem, problem } from '@cardinal/primitives/problem.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { productsToBind } from '../../catalogue/face.ts';
import { platformsNotOffered } from '../../settings/face.ts';
import type { PackageVersionRow } from '../packageTables.ts';
import type { FieldProblem, Parts } from './packageTerms.ts';

const noSpec = problem('规格不存在或已停用', 'The specification does not exist or is disabled');
const otherCarrier = problem('规格不适用于该运营商', 'The specification is not for this carrier');
const noAccount = problem(
  '通道不存在、已停用或属于其他运营商',
  'No such carrier account, or it is off or of another carrier',
);
const noProduct = problem(
  '产品 {code} 不存在或属于其他运营商',
  'Product {code} does not exist or is of another carrier',
);

type Asked = {
  readonly platform: Platform;
  readonly flowSpecId?: string | null | undefined;
  readonly voiceSpecId?: string | null | undefined;
  readonly periodSpecId: string;
  readonly carrierAccountId?: string | null | undefined;
};
type Kept = Pick<PackageVersionRow, 'flow_spec_id' | 'voice_spec_id' | 'period_spec_id'>;

type SpecTable = 'packages.flow_spec' | 'packages.voice_spec' | 'packages.period_spec';

/** The three kinds of specifications are kept alike. */
const specs = (ctx: Ctx, table: SpecTable) => ctx.db.selectFrom(table as 'packages.flow_spec').selectAll();

/** The specifications that are named; those in `kept` may be disabled by now. */
export async function partsOf(
  ctx: Ctx,
  asked: Asked,
  kept: Kept | undefined,
): Promise<{ readonly parts: Parts | undefined; readonly problems: FieldProblem[] }> {
  const problems: FieldProblem[] = [];
  const complain = (field: string, found: Problem) => problems.push([field, found]);
  const named = async (
    table: SpecTable,
    field: 'flowSpecId' | 'voiceSpecId' | 'periodSpecId',
    before: string | null | undefined,
  ) => {
    const id = asked[field];
    if (!id) return undefined;
    const found = await specs(ctx, table).where('id', '=', id).executeTakeFirst();
    if (!found || (!found.is_enabled && before !== id)) complain(field, noSpec);
    return found;
  };
  const flow = await named('packages.flow_spec', 'flowSpecId', kept?.flow_spec_id);
  const voice = await named('packages.voice_spec', 'voiceSpecId', kept?.voice_spec_id);
  const period = await named('packages.period_spec', 'periodSpecId', kept?.period_spec_id);
  if (flow && flow.platforms.length > 0 && !flow.platforms.includes(asked.platform))
    complain('flowSpecId', otherCarrier);
  if (asked.carrierAccountId && !(await isAccountOf(ctx, asked.carrierAccountId, asked.platform)))
    complain('carrierAccountId', noAccount);
  const parts = period && ({ flow, voice, period } as unknown as Parts);
  return { parts, problems };
}

const accounts = (ctx: Ctx) =>
  ctx.db
    .selectFrom('carriers.v_account')
    .select(['id', 'name', 'platform'])
    .where('state', '!=', 'off')
    .where(sql<boolean>`platform >= 0`);

const isAccountOf = async (ctx: Ctx, id: string, platform: Platform): Promise<boolean> =>
  (await accounts(ctx).where('id', '=', id).where('platform', '=', platform).executeTakeFirst()) !== undefined;

/** Of these codes the first that is no product of the carrier among the caller's. */
export async function productProblem(
  ctx: Ctx,
  codes: readonly string[],
  platform: Platform,
): Promise<FieldProblem | undefined> {
  if (codes.length === 0) return undefined;
  const known = new Set(
    (await productsToBind(ctx)).filter((each) => each.platform === platform).map(({ code }) => code),
  );
  const code = codes.find((each) => !known.has(each));
  return code === undefined ? undefined : ['productCodes', { ...noProduct, facts: { code } }];
}

export async function packageChoices(ctx: Ctx): Promise<AnswerOf<typeof systemPackageChoices>> {
  const hidden = await platformsNotOffered(ctx.db);
  const enabled = (table: SpecTable) =>
    specs(ctx, table).where('is_enabled', '=', true).orderBy('sort').orderBy('name').execute();
  const [flows, voices, periods, found, products] = await Promise.all([
    enabled('packages.flow_spec'),
    enabled('packages.voice_spec'),
    enabled('packages.period_spec'),
    accounts(ctx).where(sql<boolean>`platform <> all(${hidden}::int[])`).orderBy('name').execute(),
    productsToBind(ctx),
  ]);
  return {
    flowSpecs: flows.map(({ id, name, platforms }) => ({ id, name, platforms })),
    voiceSpecs: voices.map(({ id, name }) => ({ id, name })),
    periodSpecs: periods.map(({ id, name, unit }) => ({ id, name, unit: unit as never })),
    carrierAccounts: found.map(({ id, name, platform }) => ({ id, name, platform: platform as Platform })),
    products: products.filter(({ platform }) => !hidden.includes(platform)),
  };
}
