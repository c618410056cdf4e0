import { listCards } from '@cardinal/contract/api/cards/cardList.ts';
import { Lifecycle } from '@cardinal/contract/enumerations/card.ts';
import { say, type Text, text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import type { FileAnswer } from '../../../framework/domain.ts';
import { hidesNumbers } from '../../cards/face.ts';
import { answerSheet } from '../../sheetImports/face.ts';
import { globalSearch, searchWhole } from './globalSearch.ts';

const FOUND = text('找到', 'Found');
const NOT_FOUND = text('未找到', 'Not found');
const { businessNumber, lifecycle, customerName, packageName, remark } = listCards.fields;

/**
 * One sheet with the cards a search found and, below them, the values without a match; searched again at download. Like a
 * list's export it has whole numbers for those who see them elsewhere.
 */
export async function searchSheet(ctx: Ctx, q: string): Promise<FileAnswer> {
  const { cards, others, notFound } = await ((await hidesNumbers(ctx)) ? globalSearch : searchWhole)(ctx, q);
  const said = (words: Text) => say(words, ctx.language);
  const plain = (value: unknown) => (typeof value === 'string' ? value : '');
  const blank = ['', '', '', '', ''];
  const column = (title: Text, width = 20) => ({ title: said(title), kind: 'text' as const, width });
  return answerSheet(ctx, said(text('搜索结果.xlsx', 'search-results.xlsx')), {
    columns: [
      column(text('结果', 'Result'), 12),
      column(text('号码', 'Number'), 34),
      ...[businessNumber, lifecycle, customerName, packageName, remark].map(({ label }) => column(label)),
    ],
    rows: [
      ...cards.map((card) => [
        said(FOUND),
        card.iccid,
        plain(card.businessNumber),
        card.lifecycle === undefined ? '' : said(Lifecycle.labelOf(card.lifecycle)),
        plain(card.customerName),
        plain(card.packageName),
        plain(card.remark),
      ]),
      ...others.map(({ title, detail }) => [said(FOUND), title, '', '', detail, '', '']),
      ...notFound.map((item) => [said(NOT_FOUND), item, ...blank]),
    ],
  });
}
