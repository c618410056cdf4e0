import type { Problem } from '@cardinal/primitives/problem.ts';
import type { SheetLimits } from '../sheetLimits.ts';
import type { SheetRefusalCode } from '../sheetRefusal.ts';
import type { SheetRow } from '../sheetRow.ts';

/** The task of the reading thread. */
export type XlsTask = { readonly path: string; readonly limits: SheetLimits };

/** Its answer to each request for more rows. */
export type XlsAnswer =
  | { readonly rows: readonly SheetRow[]; readonly last: boolean }
  | { readonly refused: SheetRefusalCode; readonly problem: Problem };
