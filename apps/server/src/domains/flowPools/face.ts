// What other rooms may use of flowPools.

export { drawnOf } from './membership/drawnOf.ts';
export { drawnHearers } from './rating/drawnHearers.ts';
export { drawnSince, flowLevelsOf, openFlowPools } from './reading/levels.ts';
export { drawnToday, monitoredFlowPools } from './reading/monitored.ts';
