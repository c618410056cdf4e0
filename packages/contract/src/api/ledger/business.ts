/** What a transaction is about, by how its business key begins. */
export const BUSINESS = {
  order: 'order:',
  recharge: 'recharge:',
  clearing: 'card:clearing:',
  cashOut: 'cashOut:',
  retail: 'retail:',
  deduction: 'deduction:',
  allocation: 'allocation:',
} as const;

export type Business = keyof typeof BUSINESS;

const KINDS = Object.keys(BUSINESS) as Business[];

export const businessOf = (key: string): Business | null =>
  KINDS.find((kind) => key.startsWith(BUSINESS[kind])) ?? null;
