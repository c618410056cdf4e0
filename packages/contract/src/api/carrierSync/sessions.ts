import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { idSchema, read } from '../../framework/endpoint.ts';
import { queryInteger } from '../../framework/paging.ts';
import { cardNotFound } from '../cards/cardRefusals.ts';

const instant = z.iso.datetime({ offset: true });
const country = z.string().length(2);

/** A network by its codes with leading zeros; its name is null if only the country was reported. */
export const networkSchema = z.object({
  mcc: z.string().nullable(),
  mnc: z.string().nullable(),
  zh: z.string().nullable(),
  en: z.string().nullable(),
  /** False: reported by a session and not registered. */
  isRegistered: z.boolean(),
});

/** Where a card is by its sessions: since when unchanged, and how old the report is. */
export const placeSchema = z.object({
  country: country.nullable(),
  network: networkSchema,
  since: instant,
  isOnline: z.boolean(),
  readAt: instant,
});

export const countryUsageSchema = z.object({
  /** Null: the network's country is unknown, or sessions report none. */
  country: country.nullable(),
  bytes: z.string(),
  sessions: z.number().int(),
  lastAt: instant,
  /** The most used first. */
  networks: z.array(networkSchema.extend({ bytes: z.string() })),
});

export const PLACE_DAYS = { initial: 30, most: 180 } as const;
export const SESSIONS_PER_PAGE = 20;

const about = { permission: 'cardDetail.view', refusals: [cardNotFound] } as const;

/** Where a card is and where it used data, from recent sessions, as far as its carrier reports places. */
export const readCardPlaces = read({
  ...about,
  name: 'cards.places',
  summary: text('卡所在国家与分国用量', 'Card country and usage by country'),
  query: { cardId: idSchema, days: queryInteger.pipe(z.number().int().min(1).max(PLACE_DAYS.most)).optional() },
  answer: z.object({
    current: placeSchema.nullable(),
    /** The most used first. */
    countries: z.array(countryUsageSchema),
  }),
  example: { query: { cardId: '1', days: 30 } },
});

/** The sessions of a card, the latest first, with what its carrier reports of each. */
export const readCardSessions = read({
  ...about,
  name: 'cards.sessions',
  summary: text('卡会话明细', 'Card sessions'),
  query: { cardId: idSchema, page: queryInteger.pipe(z.number().int().min(1).max(10_000)).optional() },
  answer: z.object({
    /** False: the carrier's interface reports no sessions. */
    isOffered: z.boolean(),
    total: z.number().int(),
    sessions: z.array(
      z.object({
        startedAt: instant,
        endedAt: instant.nullable(),
        /** The latest one, and the card is online. */
        isOpen: z.boolean(),
        country: country.nullable(),
        network: networkSchema,
        rat: z.string().nullable(),
        ipAddress: z.string().nullable(),
        apn: z.string().nullable(),
        /** Null: not reported by the carrier. */
        bytes: z.string().nullable(),
        bytesUp: z.string().nullable(),
        bytesDown: z.string().nullable(),
      }),
    ),
  }),
  example: { query: { cardId: '1', page: 1 } },
});
