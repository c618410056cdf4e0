import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { CardKind, Lifecycle, Platform } from '../../enumerations/card.ts';
import { idSchema, read } from '../../framework/endpoint.ts';
import { BreakerState, CarrierAccountState } from '../carriers/carriers.ts';

const instant = z.iso.datetime({ offset: true });
const count = z.number().int();
const bytes = z.string().regex(/^\d{1,30}$/);

/** The list behind a figure: a screen and its filter, as in the URL. */
export const tileLinkSchema = z.object({
  path: z.string(),
  query: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
});
export type TileLink = z.output<typeof tileLinkSchema>;

/** The severity of a figure. */
const tone = z.enum(['plain', 'good', 'warning', 'bad']);

/** One figure with its label; card figures come once per kind the caller may see. */
const figureSchema = z.object({
  key: z.string(),
  words: z.string(),
  kind: CardKind.schema.nullable(),
  count,
  tone,
  link: tileLinkSchema.nullable(),
});
export type TileFigure = z.output<typeof figureSchema>;

const dayCount = z.object({ day: z.iso.date(), count });
const CARDS = ['flowCard.view', 'voiceCard.view', 'nbCard.view'] as const;
const at = (tile: string) => `/api/dashboard-tiles/v1/${tile}`;

/** `platform` is null for carriers this host does not show: «其他». */
export const readCardsTile = read({
  name: 'dashboardTiles.cards',
  summary: text('首页：卡按状态与运营商', 'Dashboard: cards by status and carrier'),
  path: at('cards'),
  permission: CARDS,
  answer: z.object({
    asOf: instant,
    total: count,
    parts: z.array(
      z.object({
        kind: CardKind.schema,
        platform: Platform.schema.nullable(),
        lifecycle: Lifecycle.schema,
        count,
        link: tileLinkSchema.nullable(),
      }),
    ),
  }),
});

/** Pending work: tasks, imports, unconfirmed commands. Figures without permission are absent. */
export const readWorkTile = read({
  name: 'dashboardTiles.work',
  summary: text('首页：待办', 'Dashboard: to-do'),
  path: at('work'),
  permission: ['systemTask.view', 'importCard.view', ...CARDS],
  answer: z.object({ asOf: instant, figures: z.array(figureSchema) }),
});

/** Packages that end within seven days: today and the next six. */
export const readEndingTile = read({
  name: 'dashboardTiles.ending',
  summary: text('首页：7 天内到期', 'Dashboard: packages expiring within 7 days'),
  path: at('ending'),
  permission: CARDS,
  answer: z.object({ asOf: instant, figures: z.array(figureSchema), days: z.array(dayCount) }),
});

/** Bytes of all cards; a day without data is listed with zero cards. */
export const readUsageTile = read({
  name: 'dashboardTiles.usage',
  summary: text('首页：用量', 'Dashboard: usage'),
  path: at('usage'),
  permission: CARDS,
  answer: z.object({
    asOf: instant,
    today: bytes,
    yesterday: bytes,
    /** The same weekday a week ago. */
    weekAgo: bytes,
    days: z.array(z.object({ day: z.iso.date(), bytes, cards: count })),
    /** Carrier accounts whose current day differs from Shanghai's: usage counts for their own day. */
    elsewhere: z.array(z.object({ zone: z.string(), day: z.iso.date() })),
    /** Whether some carriers report a day's usage on the next day: today's figure lacks theirs. */
    isWithoutLate: z.boolean(),
    link: tileLinkSchema.nullable(),
  }),
});

export const readCarriersTile = read({
  name: 'dashboardTiles.carriers',
  summary: text('首页：通道健康', 'Dashboard: carrier health'),
  path: at('carriers'),
  permission: 'platformConfig.view',
  answer: z.object({
    asOf: instant,
    accounts: z.array(
      z.object({
        id: idSchema,
        name: z.string(),
        platform: Platform.schema,
        state: CarrierAccountState.schema,
        isConnected: z.boolean(),
        breaker: BreakerState.schema,
        /** Of the last 24 hours; null without a call. */
        successPercent: z.number().nullable(),
        p95Ms: z.number().nullable(),
        queue: count,
        /** Time until the queue is empty at the account's current pace; null while nothing is sent. */
        queueSeconds: count.nullable(),
        /** Calls left today of the account's daily limit; null without one. */
        callsLeft: count.nullable(),
        callsPerSecond: z.number(),
        lastSyncAt: instant.nullable(),
        lagSeconds: count.nullable(),
        tone,
        link: tileLinkSchema.nullable(),
      }),
    ),
  }),
});

/** Activated cards: online, and silent for a week and for a month; beside them the stopped ones. */
export const readOnlineTile = read({
  name: 'dashboardTiles.online',
  summary: text('首页：在线与静默', 'Dashboard: online and silent'),
  path: at('online'),
  permission: CARDS,
  answer: z.object({ asOf: instant, onlinePercent: z.number().nullable(), figures: z.array(figureSchema) }),
});

export const readActivationsTile = read({
  name: 'dashboardTiles.activations',
  summary: text('首页：30 天新激活', 'Dashboard: activated, 30 days'),
  path: at('activations'),
  permission: CARDS,
  answer: z.object({ asOf: instant, figures: z.array(figureSchema), days: z.array(dayCount) }),
});

/** A card stopped for two reasons counts under both. */
export const readStoppedTile = read({
  name: 'dashboardTiles.stopped',
  summary: text('首页：按原因停机', 'Dashboard: stopped by reason'),
  path: at('stopped'),
  permission: CARDS,
  answer: z.object({ asOf: instant, figures: z.array(figureSchema) }),
});

/** The action for all cards of a line. */
export const attentionFix = z.enum(['bind_imei', 'sync_card']);

/** Cards that need attention, the worst first. */
export const readAttentionTile = read({
  name: 'dashboardTiles.attention',
  summary: text('首页：需关注的卡', 'Dashboard: cards needing attention'),
  path: at('attention'),
  permission: CARDS,
  answer: z.object({
    asOf: instant,
    /** `fix` is null if each card needs a look, or the caller lacks the permission. */
    figures: z.array(figureSchema.extend({ fix: attentionFix.nullable() })),
  }),
});

/** The number of cards over time, without cancelled ones; null for a day without a count. */
export const readGrowthTile = read({
  name: 'dashboardTiles.growth',
  summary: text('首页：30 天净增', 'Dashboard: net growth, 30 days'),
  path: at('growth'),
  permission: CARDS,
  answer: z.object({
    asOf: instant,
    /** Against the first day of the thirty that was counted. */
    net: count,
    since: z.iso.date(),
    figures: z.array(figureSchema),
    days: z.array(z.object({ day: z.iso.date(), count: count.nullable() })),
  }),
});

/** Cards of each direct child and everybody below it, the largest first; keys of the figures are the children's ids. */
export const readChildrenTile = read({
  name: 'dashboardTiles.children',
  summary: text('首页：下级客户的卡', 'Dashboard: child customers’ cards'),
  path: at('children'),
  permission: CARDS,
  answer: z.object({
    asOf: instant,
    figures: z.array(figureSchema),
    /** The number of children without a figure. */
    more: count,
  }),
});

/** Usage of the running billing cycles of each carrier account, with a forecast at the recent pace. */
export const readCycleTile = read({
  name: 'dashboardTiles.cycle',
  summary: text('首页：本账期用量', 'Dashboard: usage of this cycle'),
  path: at('cycle'),
  permission: CARDS,
  answer: z.object({
    asOf: instant,
    used: bytes,
    /** Null before a full day is known. */
    forecast: bytes.nullable(),
    /** Of the previous cycles, in full and up to the same point; null if unknown. */
    last: bytes.nullable(),
    lastSoFar: bytes.nullable(),
    /** The last days of the running cycles. */
    endsOn: z.array(z.iso.date()),
    /** Cumulative usage by day: actual, and forecast from the last full day on. */
    days: z.array(z.object({ day: z.iso.date(), used: bytes.nullable(), forecast: bytes.nullable() })),
    link: tileLinkSchema.nullable(),
  }),
});

/** Cards by the province they were last located in. */
export const readPlacesTile = read({
  name: 'dashboardTiles.places',
  summary: text('首页：卡所在省份', 'Dashboard: cards by province'),
  path: at('places'),
  permission: 'cardPositioning.view',
  answer: z.object({
    asOf: instant,
    /** Cards with a province, of all. */
    located: count,
    total: count,
    figures: z.array(figureSchema),
  }),
});

/** The worker processes and their backlog. */
export const readBackgroundTile = read({
  name: 'dashboardTiles.background',
  summary: text('首页：后台任务', 'Dashboard: background work'),
  path: at('background'),
  permission: 'platformConfig.view',
  answer: z.object({
    asOf: instant,
    workers: count,
    /** Unsettled items of open tasks. */
    items: count,
    oldest: z.object({ taskNo: z.string(), createdAt: instant, link: tileLinkSchema }).nullable(),
    figures: z.array(figureSchema),
  }),
});
