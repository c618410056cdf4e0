import { domain } from '../../framework/domain.ts';

export const sheetImportsDomain = domain({
  name: 'sheetImports',
  needs: ['customers', 'settings', 'tasks', 'carriers', 'catalogue'],
  tables: {},
});
