// What other rooms may use of flowPools.

export { offeredOf } from './membership/offeredOf.ts';
export { drawnSince, flowLevelsOf, openFlowPools } from './reading/levels.ts';
export { drawnToday, monitoredFlowPools } from './reading/monitored.ts';
