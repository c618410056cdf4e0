import { startWorkerProcess } from './workerProcessUnderTest.ts';

/* A process to be killed: it does the jobs of all rooms. */
await startWorkerProcess();
