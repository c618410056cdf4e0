import type { Text } from '@cardinal/primitives/text.ts';
import { text } from '@cardinal/primitives/text.ts';
import { ROUTES, type RoutePermission } from '../routes/table.ts';
import { ACCOUNT_PERMISSIONS, CUSTOMER_PERMISSIONS } from './accounts.ts';
import { BATCH_PERMISSIONS } from './batchActions.ts';
import { CARD_PERMISSIONS } from './cardsManagement.ts';
import { ESIM_PERMISSIONS } from './esim.ts';
import { PACKAGE_PERMISSIONS } from './packages.ts';
import { type Permission, type PermissionId, permission } from './permission.ts';
import { SYSTEM_PERMISSIONS } from './system.ts';
import { NEIGHBOUR_PERMISSIONS, WORK_PERMISSIONS } from './work.ts';

const DECLARED = [
  ...CARD_PERMISSIONS,
  ...BATCH_PERMISSIONS,
  ...SYSTEM_PERMISSIONS,
  ...ACCOUNT_PERMISSIONS,
  ...CUSTOMER_PERMISSIONS,
  ...ESIM_PERMISSIONS,
  ...PACKAGE_PERMISSIONS,
  ...WORK_PERMISSIONS,
  ...NEIGHBOUR_PERMISSIONS,
] as const;

/** The named permissions of the product. GUIDs of menu buttons are also valid identifiers. */
export type PermissionKey = (typeof DECLARED)[number]['id'] | RoutePermission;

/** Viewing and exporting, for screens whose section declares nothing more yet. */
function ofRoutes(declared: ReadonlySet<PermissionId>): Permission[] {
  const found = new Map<PermissionId, Permission>();
  for (const { permission: id, title, kind } of ROUTES) {
    if (id === undefined || declared.has(id) || found.has(id)) continue;
    found.set(id, permission(id, `查看${title.zh}`, `View: ${title.en}`));
    const exporting = id.replace(/\.view$/, '.export');
    if (kind === 'list' && exporting !== id && !declared.has(exporting)) {
      found.set(exporting, permission(exporting, `导出${title.zh}`, `Export: ${title.en}`));
    }
  }
  return [...found.values()];
}

const written: readonly Permission[] = DECLARED;

/** Every permission once, for role editors and the permission matrix. */
export const PERMISSIONS: readonly Permission[] = [...written, ...ofRoutes(new Set(written.map(({ id }) => id)))];

const byId = new Map<PermissionId, Permission>(PERMISSIONS.map((each) => [each.id, each]));

export const isKnownPermission = (id: PermissionId): id is PermissionKey => byId.has(id);

export const permissionOf = (id: PermissionId): Permission | undefined => byId.get(id);

/** The label of a permission; a menu button's GUID is shown as it is until the menu entry names it. */
export const permissionTitle = (id: PermissionId): Text => byId.get(id)?.title ?? text(id, id);

export const subjectOf = (id: PermissionId): string => id.split('.', 1)[0] ?? id;
