import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { idSchema, read } from '../../framework/endpoint.ts';
import { rowSchema } from '../../framework/fields.ts';
import { cardFields } from '../cards/cardFields.ts';

/** One object that the palette or the result screen can open. */
const hitSchema = z.object({
  kind: z.enum(['card', 'esimCard', 'task', 'customer']),
  id: idSchema,
  title: z.string(),
  detail: z.string(),
  path: z.string(),
});

const searchedSchema = z.string().min(1).max(4_000);

/**
 * Any pasted text: identifiers (up to 100 items, cleaned), a fragment of at least four digits, a task or customer. Results are
 * limited to the caller's scope; foreign ones count as not found.
 */
export const globalSearch = read({
  name: 'search.global',
  summary: text('全局搜索', 'Global search'),
  permission: ['globalSearch.view', 'flowCard.view', 'voiceCard.view', 'nbCard.view'],
  query: { q: searchedSchema },
  answer: z.object({
    understood: z.array(z.object({ words: z.string(), count: z.number().int() })),
    cards: z.array(rowSchema(cardFields)),
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
