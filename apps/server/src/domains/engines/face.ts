// What other rooms may ask of engines.
export { registerCoverage } from './coverage.ts';
export { requireEngine, servedCustomers } from './requireEngine.ts';
