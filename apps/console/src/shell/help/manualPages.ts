/** The pages of the manual in reading order: files below `docs/manual/zh` and `docs/manual/en`. */
export const MANUAL_PAGES = [
  'first-steps',
  'finding-cards',
  'stop-and-restart',
  'importing',
  'products',
  'customers',
  'esim',
  'usage',
  'tasks',
  'interfaces',
] as const;
export type ManualPage = (typeof MANUAL_PAGES)[number];
