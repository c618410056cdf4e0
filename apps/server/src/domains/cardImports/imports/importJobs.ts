import type { Job } from '../../../framework/domain.ts';
import { checkJob, sweepJob } from '../../sheetImports/face.ts';
import { CARD_IMPORT } from './importKind.ts';

export const checkImportJob = checkJob(CARD_IMPORT);
export const importJobs: readonly Job[] = [checkImportJob, sweepJob(CARD_IMPORT)];
