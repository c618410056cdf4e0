import { startWorkerProcess } from '../../../workerProcessUnderTest.ts';

/* A worker process to be killed. */
await startWorkerProcess();
