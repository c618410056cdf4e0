/** The messages of Chromium, Firefox and Safari for a chunk that could not be loaded. */
const SAID = /dynamically imported module|Importing a module script failed|Unable to preload/i;

/**
 * Whether a chunk could not be loaded, as after an upgrade that removed the old files. It is not an error of the console; a
 * reload fixes it.
 */
export const isLostFile = (error: unknown): boolean => error instanceof Error && SAID.test(error.message);
