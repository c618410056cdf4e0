import { listCards } from '@cardinal/contract/api/cards/cardList.ts';
import { expect, it } from 'vitest';
import { titleOf } from './exportQuery.ts';

it.each([
  [{}, listCards.summary.zh, listCards.summary.en],
  [{ sort: '-createdAt', lifecycle: ['stopped'] }, '（卡状态: 已停机）', ' (Card state: Stopped)'],
  [{ identifierType: 1, identifiers: '89860693100000000001,89860693100000000019' }, '（2 个号码）', ' (2 numbers)'],
  [{ importBatchId: '117662622980763648' }, '（导入批次）', ' (Import batch)'],
  [{ ids: ['1', '2', '3'] }, '（勾选 3 行）', ' (3 selected rows)'],
  [{ isPending: true, unconfirmedLong: true }, '（其他条件）', ' (other conditions)'],
])('a file is named in words, never by the keys of a query: %j', (query, zh, en) => {
  const title = titleOf(listCards, query);
  expect(title.zh.endsWith(zh) && title.en.endsWith(en) ? 'as expected' : title).toBe('as expected');
});
