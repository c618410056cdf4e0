// A worker in a separate process, killed while it imports: see importKill.test.ts.
import pino from 'pino';
import { startProgram } from '../../../program.ts';
import { readConfig } from '../../../runtime/config.ts';

const { DATABASE_URL: url = '' } = process.env;

await startProgram(readConfig(process.env), {
  log: pino({ level: 'error' }, process.stderr),
  access: { ownerUrl: url, applicationUrl: url },
  jobPollSeconds: 0.5,
  listens: false,
});
