export { settingsOf } from './customerSettings.ts';
export { limitsOf, readPlatformSettings, siteOfCaller } from './platformSettings.ts';
