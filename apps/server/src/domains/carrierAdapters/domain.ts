import { domain } from '../../framework/domain.ts';

export const carrierAdaptersDomain = domain({ name: 'carrierAdapters', needs: [], tables: {} });
