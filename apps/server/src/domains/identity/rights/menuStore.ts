import type { Database } from '../../../framework/tables.ts';
import type { MenuEntryTable } from '../identityTables.ts';
import { type MenuEntry, mergedTree } from './menuTree.ts';

/** The current menu tree. */
export async function readTree(db: Database): Promise<MenuEntry[]> {
  const kept: MenuEntryTable[] = await db.selectFrom('identity.menu_entry').selectAll().execute();
  return mergedTree(kept);
}
