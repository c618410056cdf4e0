import type { Endpoint } from '@cardinal/contract/framework/endpoint.ts';
import type { ListEndpoint } from '@cardinal/contract/framework/list.ts';

/** The permission to export a list is derived from the list's own. */
export const exportGuard = (list: ListEndpoint): Pick<Endpoint, 'permission'> => ({
  permission: list.exportPermission ? [list.exportPermission] : ['authenticated'],
});
