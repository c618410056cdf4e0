// What other rooms may use of flow control.

export { factsOf, type GovernedRecord, lateDaysByAccount } from './judging/governedCards.ts';
