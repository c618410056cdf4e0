// What other rooms may use of payments.

export { type Collected, collectedPoint } from './routing/collected.ts';
export { accountLabels, type Payable, payableInto } from './routing/collectors.ts';
