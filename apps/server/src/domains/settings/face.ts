export { closedPages } from './closedPages.ts';
export { settingsOf } from './customerSettings.ts';
export { type DictUse, dictUse } from './dictionaries/dictUse.ts';
export { applyDictTexts } from './dictionaries/dictWords.ts';
export {
  keepNewSchedules,
  limitsOf,
  platformsNotOffered,
  readPlatformSettings,
  siteOfCaller,
  tilesOfHost,
} from './platformSettings.ts';
export { quietEnd, quietEndOf } from './quietHours.ts';
