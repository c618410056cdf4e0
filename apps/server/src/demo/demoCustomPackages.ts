import { PackageShelf } from '@cardinal/contract/enumerations/package.ts';
import type { ReviewState } from '@cardinal/contract/enumerations/settlement.ts';
import { say, type Text, text } from '@cardinal/primitives/text.ts';
import { DAY_MS } from '@cardinal/primitives/time.ts';
import { sql } from 'kysely';
import { customTerms } from '../domains/packages/composing/customRules.ts';
import { type Review, reviewAnew } from '../domains/packages/composing/reviewRules.ts';
import { termsOfVersion, versionById } from '../domains/packages/definitions/packageStore.ts';
import { PACKAGES } from '../domains/packages/distributedPackages.ts';
import type { Ctx } from '../framework/context.ts';

const AGENT = { id: '10', account: 'agent' } as const;
const SUBAGENT = { id: '11', account: 'subagent' } as const;
const OPERATOR = { id: '1', account: 'operator' } as const;
const CHILDREN = ['11', '12'];

type Line = {
  readonly code: string;
  readonly base: string;
  readonly name: Text;
  readonly units: number;
  readonly since: number;
  readonly maker?: typeof SUBAGENT;
  readonly review?: ReviewState;
};
/** The second was priced before its base grew dearer, so that its sale waits for new prices; only what has passed is sold. */
const LINES: readonly Line[] = [
  { code: 'A-LT-Q3G', base: 'LT-M1G', name: text('联通1GB季包', 'Unicom 1 GB quarterly'), units: 3, since: 120 },
  { code: 'A-YD-H6G', base: 'YD-M1G', name: text('移动1GB半年包', 'Mobile 1 GB half-yearly'), units: 6, since: 40 },
  {
    code: 'A-LT-Y12G',
    base: 'LT-M1G',
    name: text('联通1GB年包', 'Unicom 1 GB yearly'),
    units: 12,
    since: 3,
    review: 'underReview',
  },
  {
    code: 'A-YD-T24G',
    base: 'YD-M1G',
    name: text('移动1GB两年包', 'Mobile 1 GB two years'),
    units: 24,
    since: 9,
    review: 'rejected',
  },
  {
    code: 'A-LT-B2G',
    base: 'LT-M1G',
    name: text('联通双月包', 'Unicom two months'),
    units: 2,
    since: 1,
    review: 'pending',
  },
  {
    code: 'S-LT-H6G',
    base: 'LT-M1G',
    name: text('联通半年包', 'Unicom half-yearly'),
    units: 6,
    since: 2,
    maker: SUBAGENT,
    review: 'underReview',
  },
];
const TOO_LONG = text(
  '两年期超出运营商合约，请改为 12 份以内。',
  'Two years exceed the carrier contract; use 12 at most.',
);

/** Submitted a day after it was made, decided a day later. */
function reviewOf(ctx: Ctx, { review = 'passed', maker }: Line, made: Date): Review {
  if (review === 'pending') return reviewAnew(true);
  const isRejected = review === 'rejected';
  const checker = maker ? AGENT : OPERATOR;
  const submitted = { review, submitted_by: (maker ?? AGENT).account, submitted_at: new Date(made.getTime() + DAY_MS) };
  if (review === 'underReview') return { ...reviewAnew(true), ...submitted };
  return {
    ...reviewAnew(true),
    ...submitted,
    checked_by: checker.account,
    checked_by_customer_id: checker.id,
    checked_at: new Date(made.getTime() + 2 * DAY_MS),
    check_reason: isRejected ? say(TOO_LONG, ctx.language) : null,
  };
}

/** What an agent and its child put together from packages they have; what has passed, the agent gave on a little dearer than it pays. */
export async function seedCustomPackages(ctx: Ctx): Promise<void> {
  for (const [at, line] of LINES.entries()) {
    const { code, base, name, units, since, maker = AGENT } = line;
    const made = new Date(ctx.clock.now().getTime() - since * DAY_MS);
    const review = reviewOf(ctx, line, made);
    const isSold = review.review === 'passed';
    const from = await ctx.db
      .selectFrom('packages.package')
      .selectAll()
      .where('code', '=', base)
      .executeTakeFirstOrThrow();
    const sold = await versionById(ctx, from.current_version_id);
    if (!sold) throw new Error(`Package ${base} has no version`);
    const [id, versionId] = [String(8_501 + at), String(85_001 + at)];
    await ctx.db
      .insertInto('packages.package')
      .values({
        ...from,
        id,
        customer_id: maker.id,
        code,
        name: say(name, ctx.language),
        origin: 'custom',
        carrier_package_code: null,
        cost_price: '0',
        base_package_id: from.id,
        current_version_id: versionId,
        version: 1,
        shelf_state: isSold ? PackageShelf.values.on : PackageShelf.values.off,
        ...review,
        created_by: maker.account,
        created_at: made,
        updated_by: maker.account,
        updated_at: made,
      })
      .execute();
    await ctx.db.insertInto('packages.package_code').values({ code, package_id: id }).execute();
    await ctx.db
      .insertInto('packages.package_version')
      .values({
        ...customTerms(termsOfVersion(sold), units, null),
        id: versionId,
        package_id: id,
        number: 1,
        created_by: maker.account,
        created_at: made,
      })
      .execute();
    await ctx.db
      .insertInto('packages.package_distribution')
      .values({ ...rowOf(id, made), id, customer_id: maker.id, from_customer_id: null })
      .execute();
    if (isSold) await distribute(ctx, { id, baseId: from.id, units, made, at });
  }
}

const rowOf = (package_id: string, made: Date) =>
  ({ package_id, state: 'on', given_at: made, recalled_at: null, updated_at: made }) as const;

async function distribute(
  ctx: Ctx,
  { id, baseId, units, made, at }: { id: string; baseId: string; units: number; made: Date; at: number },
): Promise<void> {
  const own = await ctx.db
    .selectFrom('packages.package_distribution as d')
    .select(['d.id', PACKAGES.priceAt(sql`d.id`, 'reserve_price', made).as('price')])
    .select(PACKAGES.priceAt(sql`d.id`, 'currency', made).as('currency'))
    .where('d.package_id', '=', baseId)
    .where('d.customer_id', '=', AGENT.id)
    .executeTakeFirstOrThrow();
  for (const [nth, child] of CHILDREN.entries()) {
    const distributionId = String(819_001 + at * 10 + nth);
    const reserve = Number(own.price) * units + 300 * (nth + 1);
    await ctx.db
      .insertInto('packages.package_distribution')
      .values({ ...rowOf(id, made), id: distributionId, customer_id: child, from_customer_id: AGENT.id })
      .execute();
    await ctx.db
      .insertInto('packages.package_price')
      .values({
        distribution_id: distributionId,
        effective_at: made,
        reserve_price: String(reserve),
        min_price: String(reserve),
        suggest_price: String(Math.ceil((reserve * 1.25) / 100) * 100),
        currency: own.currency ?? 'CNY',
        set_by: 'agent',
        created_at: made,
      })
      .execute();
  }
}
