import { join } from 'node:path';

/** Where the console is built to by Vite; without it the server answers the API alone. */
export const CONSOLE_FOLDER = join(import.meta.dirname, '../../../console/dist');
