// What other rooms may ask of engines.
export { engineCoverage } from './coverage.ts';
export { requireEngine, servedCustomers } from './requireEngine.ts';
