import { readSite } from '@cardinal/contract/api/settings/settings.ts';
import { IMPORT_FILE } from '@cardinal/primitives/file.ts';
import { useRead } from '../useRead.ts';
import type { FileDemand } from './checkFile.ts';

/**
 * The limits for a sheet on this installation, which may be stricter than the maximum; the maximum applies until they are
 * loaded.
 */
export function useImportFile(): { readonly demand: FileDemand; readonly rows: number } {
  const { data } = useRead(readSite);
  const { importFileBytes, importRows } = data?.limits ?? {
    importFileBytes: IMPORT_FILE.maxBytes,
    importRows: IMPORT_FILE.maxRows,
  };
  return {
    demand: { extensions: IMPORT_FILE.extensions, maxBytes: importFileBytes, content: 'sheet' },
    rows: importRows,
  };
}
