import { refusalsOf } from '../refusalCodes.ts';

const refusal = refusalsOf('profitSharing');

export const profitShort = refusal.conflict(
  1901,
  'profitShort',
  '可提现余额不足，当前可用 {available} {currency}',
  'Withdrawable profit is short ({available} {currency})',
);
