// What other rooms may use of the customers' accounts.

export { sentAmount } from './terms/sentAmount.ts';
