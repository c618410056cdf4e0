import type { listCarrierAccounts } from '@cardinal/contract/api/carriers/carriers.ts';
import type * as api from '@cardinal/contract/api/reports/dashboard.ts';
import type { CardKind } from '@cardinal/contract/enumerations/card.ts';
import { SystemTaskState } from '@cardinal/contract/enumerations/task.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import type { ListQuery, RowOf } from '@cardinal/contract/framework/list.ts';
import { say, type Text, text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import { type Ctx, holds } from '../../framework/context.ts';
import { filtered } from '../../framework/dataset.ts';
import { boundList } from '../../framework/domain.ts';
import { page } from '../../framework/list/listPage.ts';
import { daysBefore, UNCONFIRMED_MS } from './countCards.ts';
import { figuresOfKinds, kindsSeen } from './tileLinks.ts';

/** Counting stops here: more is shown as «many». */
const MOST = 10_000;
const RECENT_DAYS = 7;

/** How many rows a list shows for a filter; uses the list's own query, so that figure and list agree. */
export async function countByList(ctx: Ctx, name: string, query: Record<string, string>): Promise<number> {
  const list = boundList(ctx, name);
  if (!list) return 0;
  const asked = list.endpoint.query.parse(query) as ListQuery;
  const rows = (await filtered(list.endpoint, list.dataset, ctx, asked))
    .clearSelect()
    .select(sql`1`.as('one'))
    .limit(MOST);
  const { n } = await ctx.db.selectFrom(rows.as('r')).select(sql<string>`count(*)`.as('n')).executeTakeFirstOrThrow();
  return Number(n);
}

type Line = {
  readonly key: string;
  readonly words: Text;
  readonly list: string;
  readonly permission: string;
  readonly path: string;
  readonly query: Record<string, string>;
  readonly tone: 'plain' | 'warning' | 'bad';
};

const TASKS = { list: 'tasks.list', permission: 'systemTask.view', path: '/taskManagement/systemTask' } as const;
const IMPORTS = { list: 'imports.list', permission: 'importCard.view', path: '/system/importCard' } as const;
const ACCOUNTS = {
  list: 'carrierAccounts.list',
  permission: 'platformConfig.view',
  path: '/system/platformConfig',
} as const;
const EXPIRING_DAYS = 30;
const { processing, processingFailed } = SystemTaskState.values;

const linesOf = (now: Date): readonly Line[] => {
  const recent = { createdAtFrom: daysBefore(now, RECENT_DAYS).toISOString() };
  return [
    {
      ...TASKS,
      key: 'tasksToApprove',
      words: text('待审批任务', 'Tasks awaiting approval'),
      query: { approval: 'pending' },
      tone: 'warning',
    },
    {
      ...IMPORTS,
      key: 'importsWaiting',
      words: text('待确认的导入', 'Imports awaiting confirmation'),
      query: { state: 'waiting' },
      tone: 'warning',
    },
    {
      ...TASKS,
      key: 'tasksFailed',
      words: text('7 天内失败的任务', 'Failed tasks, last 7 days'),
      query: { state: String(processingFailed), ...recent },
      tone: 'bad',
    },
    {
      ...IMPORTS,
      key: 'importsFailed',
      words: text('7 天内失败的导入', 'Failed imports, last 7 days'),
      query: { state: 'failed', ...recent },
      tone: 'bad',
    },
    {
      ...ACCOUNTS,
      key: 'credentialsExpiring',
      words: text('30 天内到期的通道凭据', 'Carrier credentials expiring in 30 days'),
      query: { expiringWithinDays: String(EXPIRING_DAYS) },
      tone: 'warning',
    },
    {
      ...TASKS,
      key: 'tasksRunning',
      words: text('进行中的任务', 'Tasks running'),
      query: { state: String(processing) },
      tone: 'plain',
    },
  ];
};

export async function workTile(ctx: Ctx): Promise<AnswerOf<typeof api.readWorkTile>> {
  const now = ctx.clock.now();
  const lines = linesOf(now).filter((line) => holds(ctx.actor, line.permission));
  const figures = await Promise.all(
    lines.map(async ({ key, words, list, path, query, tone }) => {
      const count = await countByList(ctx, list, query);
      return {
        key,
        words: say(words, ctx.language),
        kind: null,
        count,
        tone: count > 0 ? tone : ('plain' as const),
        link: { path, query },
      };
    }),
  );
  const ofCards = await Promise.all([unconfirmed(ctx), outOfControl(ctx)]);
  return { asOf: now.toISOString(), figures: [...figures, ...ofCards.flat()] };
}

/** Commands unconfirmed for ten minutes. There are few and people wait for them, so they are queried directly. */
async function unconfirmed(ctx: Ctx) {
  if (kindsSeen(ctx).length === 0) return [];
  const rows = await ctx.db
    .selectFrom('cards.v_card')
    .select((on) => ['kind', on.fn.countAll<string>().as('cards')])
    .where('pending_since', '<', new Date(ctx.clock.now().getTime() - UNCONFIRMED_MS))
    .where('kind', 'in', kindsSeen(ctx))
    .groupBy('kind')
    .execute();
  return figuresOfKinds(
    ctx,
    {
      key: 'unconfirmed',
      words: text('10 分钟未确认指令', 'Unconfirmed for 10 min'),
      tone: 'bad',
      query: { unconfirmedLong: 'true' },
    },
    new Map(rows.map((row) => [row.kind as CardKind, Number(row.cards)])),
  );
}

/** Cards active at the carrier despite a stop reason, as of the last count. */
async function outOfControl(ctx: Ctx) {
  if (kindsSeen(ctx).length === 0) return [];
  const rows = await ctx.db
    .selectFrom('cards.v_card_counter')
    .select((on) => ['kind', on.fn.sum<string>('n').as('cards')])
    .where('lifecycle', '=', 'activated')
    .where(sql<boolean>`stop_reasons <> '{}'`)
    .where('kind', 'in', kindsSeen(ctx))
    .groupBy('kind')
    .execute();
  return figuresOfKinds(
    ctx,
    {
      key: 'outOfControl',
      words: text('失控卡（应停未停）', 'Out of control'),
      tone: 'bad',
      query: { outOfControl: 'true' },
    },
    new Map(rows.map((row) => [row.kind as CardKind, Number(row.cards)])),
  );
}

type Account = AnswerOf<typeof api.readCarriersTile>['accounts'][number];
type Row = RowOf<typeof listCarrierAccounts>;

const HEALTHY_PERCENT = 95;
const STALE_SECONDS = 3_600;

/** Red: no calls get through. Yellow: paused by a person, or slow, failing or behind. */
function toneOf(account: Row): Account['tone'] {
  if (!account.isConnected) return 'plain';
  if (account.breaker === 'open') return 'bad';
  const isFailing = account.successPercent !== null && account.successPercent < HEALTHY_PERCENT;
  const isBehind = account.lagSeconds !== null && account.lagSeconds > STALE_SECONDS;
  return account.state === 'paused' || account.breaker === 'probing' || isFailing || isBehind ? 'warning' : 'good';
}

/** How long the waiting items take at the account's own rate; null while it is paused, off or not answering. */
function secondsOf({ queue, state, breaker, callsPerSecond }: Row): number | null {
  if (queue === 0) return 0;
  return state === 'on' && breaker !== 'open' && callsPerSecond > 0 ? Math.ceil(queue / callsPerSecond) : null;
}

/** The carrier account list's rows, each with how urgently it needs attention. */
export async function carriersTile(ctx: Ctx): Promise<AnswerOf<typeof api.readCarriersTile>> {
  const list = boundList(ctx, 'carrierAccounts.list');
  const rows = list ? await page(list.endpoint, list.dataset, ctx, { pageNum: 1, pageSize: 200 }) : undefined;
  const accounts = (rows?.list ?? []) as unknown as Row[];
  return {
    asOf: ctx.clock.now().toISOString(),
    accounts: accounts.map((account) => ({
      ...account,
      queueSeconds: secondsOf(account),
      callsLeft: account.callsPerDay === null ? null : Math.max(0, account.callsPerDay - account.callsToday),
      tone: toneOf(account),
      link: { path: '/system/platformConfig', query: { id: account.id } },
    })),
  };
}
