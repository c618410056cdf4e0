// What other rooms may use of early warnings.

export { type Figure, type Metric, warningMetrics } from './judging/metrics.ts';
export { type Warned, warningDoor } from './telling/warningDoor.ts';
