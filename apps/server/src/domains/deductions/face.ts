export { cardsOwing } from './charging/settleWallets.ts';
