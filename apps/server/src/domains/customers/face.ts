export { addressTagUse } from './addresses/addressTagUse.ts';
export { coverageBy, coveredIds, pathsOf } from './coverage.ts';
export { type CardFigures, customerCards } from './customerCards.ts';
export {
  type CustomerFacts,
  customerNames,
  customerOf,
  customerSteps,
  factsOf,
  findCustomers,
  keepSignIn,
  subtreeIds,
} from './customerFacts.ts';
export { type CustomerMoney, type CustomerSum, customerMoney } from './customerMoney.ts';
export { aboutCustomer, type Coverage, covers, idsOfPath, liesWithin } from './customerRules.ts';
export type { CustomerRow } from './customerStore.ts';
export { type Move, type MoveWitness, moveWitnesses } from './moving/moveWitnesses.ts';
export { type NewCustomer, openCustomer, openPlatform } from './openCustomer.ts';
