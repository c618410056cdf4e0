import { domain } from '../../framework/domain.ts';

export const providerAdaptersDomain = domain({ name: 'providerAdapters', needs: [], tables: {} });
