import pino from 'pino';
import type { Domain } from './framework/domain.ts';
import { type Program, startProgram } from './program.ts';
import { readConfig } from './runtime/config.ts';
import { EXAMPLE_SECRETS_KEY } from './runtime/secretsKey.ts';

/**
 * A worker in a process of its own, for tests that kill it: `node <file> <databaseUrl> <ownerUrl> <dataDirectory> …`. It says
 * `working` when it is, and ends in order on SIGTERM. `further` are the arguments behind those three.
 */
export async function startWorkerProcess(
  furtherRooms: readonly Domain[] = [],
): Promise<{ readonly program: Program; readonly further: readonly string[] }> {
  const [url = '', ownerUrl = '', dataDirectory = '', ...further] = process.argv.slice(2);
  const config = readConfig({
    DATABASE_URL: url,
    DATA_DIR: dataDirectory,
    SECRETS_KEY: EXAMPLE_SECRETS_KEY,
    ROLES: 'worker',
    DEMO: '0',
    NODE_ENV: 'test',
  });
  const program = await startProgram(config, {
    log: pino({ level: 'silent' }),
    access: { ownerUrl, applicationUrl: url },
    jobPollSeconds: 0.5,
    listens: false,
    furtherRooms,
  });
  process.on('SIGTERM', () => {
    program.stop().then(() => process.exit(0));
  });
  process.stdout.write('working\n');
  return { program, further };
}
