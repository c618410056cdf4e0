import { refusalsOf } from '../refusalCodes.ts';

const refusal = refusalsOf('ledger');

export const insufficientBalance = refusal.conflict(
  1601,
  'insufficientBalance',
  '余额不足，可用 {available} {currency}',
  'Insufficient balance: {available} {currency} available',
);
export const holdExceeded = refusal.conflict(
  1602,
  'holdExceeded',
  '超出冻结金额，剩余 {available} {currency}',
  'More than is held: {available} {currency} remain',
);
export const alreadyReversed = refusal.conflict(
  1603,
  'alreadyReversed',
  '该交易已冲正',
  'This transaction has been reversed already',
);
export const creditInUse = refusal.conflict(
  1604,
  'creditInUse',
  '信用额度低于已用额度 {used} {currency}',
  'Credit below what is used: {used} {currency}',
);
export const creditBeyondParent = refusal.conflict(
  1605,
  'creditBeyondParent',
  '信用额度超出上级可用额度 {available} {currency}',
  'Credit above what the parent can spend: {available} {currency}',
);
