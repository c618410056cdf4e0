import { refusalsOf } from '../refusalCodes.ts';

const refusal = refusalsOf('cardLookups');

export const tooManyToLookUp = refusal.invalid(
  822,
  'tooManyToLookUp',
  '一次最多查询 {max} 张卡',
  'At most {max} cards per query',
);
