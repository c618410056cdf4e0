import { join } from 'node:path';

/** Where Vite builds the console; without it the server serves the API only. */
export const CONSOLE_FOLDER = join(import.meta.dirname, '../../../console/dist');
