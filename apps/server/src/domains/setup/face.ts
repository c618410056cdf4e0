export { administratorByCommand } from './administratorByCommand.ts';
export { setupCode } from './setupCode.ts';
