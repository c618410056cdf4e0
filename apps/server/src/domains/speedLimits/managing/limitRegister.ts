import { type SpeedLimitBody, speedLimitProblems } from '@cardinal/contract/api/speedLimits/definition.ts';
import { speedLimitIsOn } from '@cardinal/contract/api/speedLimits/refusals.ts';
import { speedLimits } from '@cardinal/contract/api/speedLimits/speedLimits.ts';
import type { Platform } from '@cardinal/contract/enumerations/card.ts';
import { type FieldProblem, Refused } from '@cardinal/contract/framework/refusal.ts';
import { invalid } from '@cardinal/contract/framework/standardRefusals.ts';
import { type Problem, problem } from '@cardinal/primitives/problem.ts';
import { say } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { bindRegister } from '../../../framework/register/bindRegister.ts';
import { carrierAccount } from '../../carriers/face.ts';
import { limitTemplates, usableLimits } from '../../control/face.ts';
import { customerNames } from '../../customers/face.ts';
import { COVERED } from '../judging/coveredCards.ts';
import type { SpeedLimitRow } from '../speedLimitTables.ts';
import { figuresByLimit } from './cardFigures.ts';
import { choicesOf } from './choices.ts';
import { namedCards } from './chosenCards.ts';
import { beginAnew, limitOf } from './limitStore.ts';
import { chosenText, limitNames, speedText, versionText } from './limitWords.ts';

const notThere = problem('有不可选的项', 'Some of these cannot be chosen');
const cannotLimit = problem('该通道不能限速', 'This carrier account cannot limit speeds');
const notOffered = problem('通道可限的速率：{speeds} kbps', 'Speeds the carrier account offers: {speeds} kbps');
const noTemplate = problem('限速策略不存在、已停用或不属于该运营商', 'Not an enabled limit of this carrier');
const noSuchCard = problem('通道内没有这些卡：{numbers}', 'No such cards of this account: {numbers}');
const tooMany = problem('一次最多 {most} 个号码', 'At most {most} numbers', { most: 1_000 });
const MOST_NAMED = 5;

/** What of a limit is not its owner's, or not offered by the carrier account. */
async function problemsOf(
  ctx: Ctx,
  ownerId: string,
  given: SpeedLimitBody,
  named: Awaited<ReturnType<typeof namedCards>>,
) {
  const found: FieldProblem[] = [];
  const at = (field: keyof SpeedLimitBody, { text, facts = {} }: Problem, more = {}) =>
    found.push({ field, text, facts: { ...facts, ...more } });
  const choices = await choicesOf(ctx, ownerId);
  const account = choices.accounts.find(({ id }) => id === given.carrierAccountId);
  if (!account) at('carrierAccountId', cannotLimit);
  const products = new Set(choices.products.map(({ id }) => id));
  const tags = new Set(choices.tags.map(({ id }) => id));
  if (given.productCodes.some((code) => !products.has(code))) at('productCodes', notThere);
  if (given.tagIds.some((id) => !tags.has(id))) at('tagIds', notThere);
  if (named.isCut) at('cardNumbers', tooMany);
  else if (named.notFound.length > 0)
    at('cardNumbers', noSuchCard, {
      numbers: `${named.notFound.slice(0, MOST_NAMED).join(' / ')}${named.notFound.length > MOST_NAMED ? ' …' : ''}`,
    });
  const speeds = account?.speeds ?? [];
  const offer = { speeds: speeds.join(' / ') };
  if (account && given.kbps && !speeds.includes(given.kbps)) at('kbps', notOffered, offer);
  if (account && given.limitStrategyId) {
    const usable = await usableLimits(ctx, { ownerId, platform: account.platform }, [given.limitStrategyId]);
    const template = (await limitTemplates(ctx, [...usable])).get(given.limitStrategyId);
    if (!template) at('limitStrategyId', noTemplate);
    // Another account of the carrier may offer what this one does not.
    else if (template.tiers.some(({ kbps }) => !speeds.includes(kbps))) at('limitStrategyId', notOffered, offer);
  }
  return found;
}

async function written(ctx: Ctx, sent: SpeedLimitBody, before?: SpeedLimitRow): Promise<Partial<SpeedLimitRow>> {
  if (before?.state === 'on') throw new Refused(speedLimitIsOn);
  const ownerId = before?.customer_id ?? accountOf(ctx).customerId;
  const given = { ...sent, carrierAccountId: before?.carrier_account_id ?? sent.carrierAccountId };
  const { carrierAccountId, cardNumbers } = given;
  const named = await namedCards(ctx, { ownerId, carrierAccountId, cardNumbers });
  const problems = [...speedLimitProblems(given), ...(await problemsOf(ctx, ownerId, given, named))];
  if (problems.length > 0) throw new Refused(invalid, {}, problems);
  const now = ctx.clock.now();
  const isFixed = Boolean(given.kbps);
  return {
    ...(before ? {} : { platform: (await carrierAccount(ctx, carrierAccountId))?.platform as Platform }),
    carrier_account_id: carrierAccountId,
    card_ids: [...named.ids],
    card_numbers: cardNumbers.trim(),
    restore: isFixed ? 'manual' : given.restore,
    revision: (before?.revision ?? 0) + 1,
    // A changed limit has shown nothing yet: its time in shadow begins anew.
    ...(before ? { shadow_since: before.state === 'shadow' ? now : null, wanted_by_id: null, wanted_by: null } : {}),
  };
}

async function keepVersion(ctx: Ctx, id: string, before: SpeedLimitRow | undefined): Promise<void> {
  const row = await limitOf(ctx, id);
  const words = versionText(row, await limitNames(ctx, [row]));
  await ctx.db
    .insertInto('speed_limits.speed_limit_version')
    .values({
      speed_limit_id: id,
      revision: row.revision,
      words_zh: words.zh,
      words_en: words.en,
      created_at: ctx.clock.now(),
      created_by: accountOf(ctx).account,
    })
    .execute();
  if (before) await beginAnew(ctx, id);
}

const noted = ({
  name,
  limit_strategy_id,
  kbps,
  product_codes,
  tag_ids,
  card_numbers,
  from_day,
  to_day,
  restore,
  brake,
}: SpeedLimitRow) => ({
  ...{ name, limit_strategy_id, kbps, product_codes, tag_ids, card_numbers, from_day, to_day, restore, brake },
});

export const limitRegister = bindRegister(speedLimits, {
  table: 'speed_limits.speed_limit',
  objectKind: 'speedLimit',
  name: ({ name }) => name,
  unique: { index: 'speed_limit_name', field: 'name' },
  begin: (ctx) => {
    const { customerId, account } = accountOf(ctx);
    return { customer_id: customerId, state: 'draft' as const, created_by: account, created_at: ctx.clock.now() };
  },
  write: (ctx, given, before) => written(ctx, given as SpeedLimitBody, before),
  written: (ctx, id, _given, before) => keepVersion(ctx, id, before),
  noted,
  list: {
    columns: { isPaused: { sql: sql`(t.paused_at is not null)` } },
    extra: (query, { iccid, hasMismatch }) => {
      let narrowed = query;
      if (iccid !== undefined)
        narrowed = narrowed.where(sql<boolean>`exists (
          select from ${COVERED} where l.id = t.id and strpos(c.iccid, ${String(iccid)}) > 0)`);
      if (hasMismatch !== undefined)
        narrowed = narrowed.where(sql<boolean>`exists (
          select from speed_limits.card_speed s join cards.v_card c on c.id = s.card_id
          where s.speed_limit_id = t.id and s.due_kbps is distinct from c.speed_kbps and s.state <> 'idle') = ${hasMismatch}`);
      return narrowed;
    },
    present: async (rows, ctx) => {
      const [names, figures, owners] = [
        await limitNames(ctx, rows),
        await figuresByLimit(
          ctx,
          rows.map(({ id }) => id),
        ),
        await customerNames(
          ctx.db,
          rows.map(({ customer_id }) => customer_id),
        ),
      ];
      return rows.map((row) => {
        const template = names.templates.get(row.limit_strategy_id ?? '');
        return {
          accountName: names.accounts.get(row.carrier_account_id) ?? '',
          templateName: template?.name ?? null,
          type: template?.type ?? null,
          tiers: [...(template?.tiers ?? [])],
          speed: say(speedText(row, names), ctx.language),
          chosen: say(chosenText(row, names), ctx.language),
          isPaused: row.paused_at !== null,
          ...(figures.get(row.id) ?? { cards: 0, limited: 0, waiting: 0, refused: 0, mismatched: 0 }),
          customerName: owners.get(row.customer_id) ?? '',
        };
      });
    },
  },
});
