import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { CardKind } from '../../enumerations/card.ts';
import { idSchema, read } from '../../framework/endpoint.ts';
import { rowSchema } from '../../framework/fields.ts';
import { SEES_CARDS } from '../cardBatches/cardSets.ts';
import { cardFields, numbersExtra } from '../cards/cardFields.ts';

/** The longest text of a search: 1,000 EIDs. */
export const SEARCH_MAX = 34_000;

/** One object that the palette or the result screen can open. */
const hitSchema = z.object({
  kind: z.enum(['card', 'esimCard', 'cardPool', 'task', 'customer']),
  id: idSchema,
  title: z.string(),
  detail: z.string(),
  path: z.string(),
});

const searchedSchema = z.string().min(1).max(SEARCH_MAX);

/** The identifiers of a card that a search looks at. */
export const SEARCHED_NUMBERS = ['iccid', 'businessNumber', 'mappingNumber', 'imsi', 'imei', 'eid'] as const;

/**
 * Any pasted text: identifiers of any kinds together (up to 1,000 items), a fragment of at least four digits, a task or
 * customer. Results are limited to the caller's scope; foreign ones count as not found. Of a fragment the cards whose ICCID
 * ends with it come first, then those with another number that does.
 */
export const globalSearch = read({
  name: 'search.global',
  summary: text('全局搜索', 'Global search'),
  permission: ['globalSearch.view', 'flowCard.view', 'voiceCard.view', 'nbCard.view'],
  query: { q: searchedSchema },
  answer: z.object({
    understood: z.array(z.object({ words: z.string(), count: z.number().int() })),
    cards: z.array(rowSchema(cardFields)),
    /** For every card an item that found it, and the number that has it. */
    matches: z.array(z.object({ cardId: idSchema, number: z.enum(SEARCHED_NUMBERS), typed: z.string() })),
    others: z.array(hitSchema),
    notFound: z.array(z.string()),
    /** An ICCID that differs only in its check digit. */
    suggestions: z.array(z.object({ asked: z.string(), iccid: z.string() })),
    isCut: z.boolean(),
  }),
  example: { query: { q: '8986' } },
});

/** The found and missing numbers of a search as a sheet, with the card columns the caller may see. */
export const searchSheet = read({
  name: 'search.sheet',
  summary: text('导出搜索结果', 'Export search results'),
  permission: 'globalSearch.export',
  kind: 'file',
  query: { q: searchedSchema },
  answer: z.unknown(),
  example: { query: { q: '8986' } },
});

const pasted = { identifierType: numbersExtra.identifierType, identifiers: numbersExtra.identifiers.unwrap().min(1) };

/**
 * What a pasted list finds in the caller's scope, apart from every other filter: cards of each kind, and the numbers no card
 * has. Numbers of foreign cards are among those.
 */
export const readPasted = read({
  name: 'search.pasted',
  summary: text('粘贴号码的查找结果', 'Result of pasted numbers'),
  permission: SEES_CARDS,
  query: pasted,
  answer: z.object({
    numbers: z.number().int(),
    kinds: z.array(z.object({ kind: CardKind.schema, cards: z.number().int() })),
    notFound: z.array(z.string()),
  }),
  example: { query: { identifierType: 0, identifiers: '89860112345678901234,460011234567890' } },
});

/** The numbers of a pasted list that no card has, as a sheet. */
export const pastedNotFoundSheet = read({
  name: 'search.pastedNotFound',
  summary: text('下载未找到的号码', 'Download numbers not found'),
  permission: SEES_CARDS,
  kind: 'file',
  query: pasted,
  answer: z.unknown(),
  example: { query: { identifierType: 0, identifiers: '89860112345678901234,460011234567890' } },
});
