// What other rooms may use of retail orders.

export {
  type Renewable,
  type RetailStanding,
  renewable,
  retailStandings,
  sellRenewal,
} from './renewals/sellRenewal.ts';
