import { listStatementDifferences, listStatementLines } from '@cardinal/contract/api/statements/statements.ts';
import { dataset } from '../../../framework/dataset.ts';

export const lineDataset = dataset(listStatementLines, {
  from: (ctx) => ctx.db.selectFrom('statements.line as l'),
  table: 'l',
  select: (query) => query.selectAll('l'),
});

export const differenceDataset = dataset(listStatementDifferences, {
  from: (ctx) => ctx.db.selectFrom('statements.difference as f'),
  table: 'f',
  select: (query) => query.selectAll('f'),
  extra: (query, asked) => (asked.open ? query.where('f.solution', 'is', null) : query),
});
