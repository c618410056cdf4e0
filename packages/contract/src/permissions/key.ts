import type { PermissionKey } from './catalogue.ts';

/** A named key checked by the compiler: `permission: key('tagManagement.set')`. It stands alone so that a screen does not load every permission by name. */
export const key = <const K extends PermissionKey>(id: K): K => id;
