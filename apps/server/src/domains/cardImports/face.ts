// What other rooms may ask of cardImports.

export { type ImportAccount, importAccounts } from './imports/importAccounts.ts';
