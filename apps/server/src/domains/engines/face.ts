// What other rooms may use of engines.
export { engineCoverage } from './coverage.ts';
export { requireEngine, servedCustomers } from './requireEngine.ts';
