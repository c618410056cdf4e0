// What the framework asks of the keys.
export { openDoor } from './door.ts';
