import { cardNotFound, tagNotFound } from '@cardinal/contract/api/cards/cardRefusals.ts';
import type * as api from '@cardinal/contract/api/openApi/interfaces.ts';
import { OPEN_SCOPES, type OpenScope } from '@cardinal/contract/api/openApi/scopes.ts';
import { USAGE_DAYS } from '@cardinal/contract/api/usage/usage.ts';
import type { CardKind, Platform } from '@cardinal/contract/enumerations/card.ts';
import type { AnswerOf, BodyOf, ParamsOf, QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { say } from '@cardinal/primitives/text.ts';
import { dayText } from '@cardinal/primitives/time.ts';
import { accountOf, type Ctx } from '../../framework/context.ts';
import type { Dataset } from '../../framework/dataset.ts';
import { cardDataset, findCard, tagOptions } from '../cards/face.ts';
import { cardDetail } from '../cardViews/face.ts';
import { taskProgress } from '../tasks/face.ts';
import { dailyUsage } from '../usage/face.ts';
import { ceilingOfCustomer } from './ceilings.ts';
import { leftBy } from './grantRules.ts';
import { startOn } from './startOn.ts';

/** The calling key and what it may do. */
export async function readSelf(ctx: Ctx): Promise<AnswerOf<typeof api.openSelf>> {
  const { customerId, openKey } = accountOf(ctx);
  const key = await ctx.db
    .selectFrom('open_api.api_key as k')
    .leftJoin('open_api.scope_set as s', 's.id', 'k.scope_set_id')
    .select(['k.name', 'k.expires_at', 'k.scopes', 's.scopes as set_scopes'])
    .where('k.id', '=', openKey?.id ?? '0')
    .executeTakeFirst();
  if (!key) throw new Refused(notFound);
  const ceiling = await ceilingOfCustomer(ctx, customerId);
  const scopes: OpenScope[] = leftBy(ceiling, key.set_scopes ?? key.scopes);
  return {
    key: key.name,
    customerId,
    scopes: OPEN_SCOPES.filter((scope) => scopes.includes(scope)),
    callsPerMinute: ceiling.callsPerMinute,
    expiresAt: key.expires_at?.toISOString() ?? null,
    now: ctx.clock.now().toISOString(),
  };
}

const { counts: _figures, ...uncounted } = cardDataset;
/** The cards of the console's list, without its figures. */
export const openCardDataset: Dataset = uncounted;

export async function readOpenCard(
  ctx: Ctx,
  { iccid }: ParamsOf<typeof api.openCard>,
): Promise<AnswerOf<typeof api.openCard>> {
  const { card, shownStatus, diagnosis } = await cardDetail(ctx, iccid);
  return { ...card, statusText: shownStatus.text, diagnosis: diagnosis.words } as AnswerOf<typeof api.openCard>;
}

export async function readOpenUsage(
  ctx: Ctx,
  { iccid }: ParamsOf<typeof api.openUsage>,
  { days = USAGE_DAYS.initial }: QueryOf<typeof api.openUsage>,
): Promise<AnswerOf<typeof api.openUsage>> {
  const card = await findCard(ctx.db, iccid);
  if (!card) throw new Refused(cardNotFound);
  const now = ctx.clock.now();
  return {
    iccid: card.iccid,
    platform: card.platform as Platform,
    kind: card.kind as CardKind,
    days: await dailyUsage(ctx, card, { today: dayText(now), days }),
    asOf: now.toISOString(),
  };
}

type Accepted = AnswerOf<typeof api.openStop>;

const acceptedOn = async (...asked: Parameters<typeof startOn>): Promise<Accepted> =>
  (await startOn(...asked)).accepted;

export const stopCards = (ctx: Ctx, { iccids, reason }: BodyOf<typeof api.openStop>) =>
  acceptedOn(ctx, 'stop_card', iccids, reason === undefined ? {} : { reason });

export const restartCards = (ctx: Ctx, { iccids }: BodyOf<typeof api.openRestart>) =>
  acceptedOn(ctx, 'reboot_card', iccids, {});

export const remarkCards = (ctx: Ctx, { iccids, remark }: BodyOf<typeof api.openRemark>) =>
  acceptedOn(ctx, 'edit_remark', iccids, { remark });

export async function listOpenTags(ctx: Ctx): Promise<AnswerOf<typeof api.openTags>> {
  return { list: (await tagOptions(ctx)).map(({ name, group }) => ({ name, group })) };
}

/** Tags by name; an unknown one refuses the whole call. */
export async function tagCards(ctx: Ctx, { iccids, tags, mode }: BodyOf<typeof api.openSetTags>): Promise<Accepted> {
  const byName = new Map((await tagOptions(ctx)).map(({ id, name }) => [name, id]));
  const tagIds = [...new Set(tags)].map((name) => {
    const id = byName.get(name);
    if (!id) throw new Refused(tagNotFound);
    return id;
  });
  return mode === 'remove'
    ? acceptedOn(ctx, 'clear_tag', iccids, { tagIds })
    : acceptedOn(ctx, 'set_tag', iccids, { tagIds, tagMode: mode });
}

const ITEMS_PER_PAGE = 100;

export async function readOpenTask(
  ctx: Ctx,
  { taskNo }: ParamsOf<typeof api.openTask>,
  { pageNum = 1 }: QueryOf<typeof api.openTask>,
): Promise<AnswerOf<typeof api.openTask>> {
  const task = await taskProgress(ctx.db, taskNo, { skip: (pageNum - 1) * ITEMS_PER_PAGE, most: ITEMS_PER_PAGE });
  if (!task) throw new Refused(notFound);
  return {
    ...task,
    createdAt: task.createdAt.toISOString(),
    finishedAt: task.finishedAt?.toISOString() ?? null,
    items: task.items.map(({ target, state, code, words, settledAt }) => ({
      iccid: target,
      state,
      code,
      reason: words ? say(words, ctx.language) : null,
      settledAt: settledAt?.toISOString() ?? null,
    })),
  };
}
