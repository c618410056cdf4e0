import type { Job } from '../../../framework/domain.ts';
import { checkJob, sweepJob } from '../../sheetImports/face.ts';
import { ESIM_IMPORT } from './importKind.ts';

export const checkImportJob = checkJob(ESIM_IMPORT);
export const importJobs: readonly Job[] = [checkImportJob, sweepJob(ESIM_IMPORT)];
