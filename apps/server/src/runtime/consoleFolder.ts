import { join } from 'node:path';

/** Where Vite builds the console; without it the server serves the API only. */
export const CONSOLE_FOLDER = join(import.meta.dirname, '../../../console/dist');

/** Where Vite builds the pages of public accounts. */
export const H5_FOLDER = join(import.meta.dirname, '../../../h5/dist');
