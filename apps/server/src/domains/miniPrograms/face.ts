// What other rooms may use of miniPrograms.

export { programRouteFor } from './programs/programRouteFor.ts';
