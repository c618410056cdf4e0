// What other rooms may use of speedLimits.

export { type Demand, demandSpeeds } from './steering/demandSpeeds.ts';
