/** How Chromium, Firefox and Safari say that a part of the console could not be loaded. */
const SAID = /dynamically imported module|Importing a module script failed|Unable to preload/i;

/**
 * Whether a part of the page did not come, as after an upgrade, when the files a page was opened with are no more: no
 * fault of the console, and nothing but a reload brings it.
 */
export const isLostFile = (error: unknown): boolean => error instanceof Error && SAID.test(error.message);
