import { domain } from '../../framework/domain.ts';

export const customerAccountsDomain = domain({ name: 'customerAccounts', tables: {} });
