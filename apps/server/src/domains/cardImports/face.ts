// What other rooms may use of cardImports.

export { type ImportAccount, importAccounts } from './imports/importAccounts.ts';
