import type { TurnableClock } from '@cardinal/primitives/clock.ts';
import { seededRandom } from '@cardinal/primitives/random.ts';
import { type DemoSize, seedDemo } from '@cardinal/server/demo/demo.ts';
import type { Domain } from '@cardinal/server/framework/domain.ts';
import { type Program, startProgram } from '@cardinal/server/program.ts';
import { readConfig } from '@cardinal/server/runtime/config.ts';
import { EXAMPLE_SECRETS_KEY } from '@cardinal/server/runtime/secretsKey.ts';
import pino from 'pino';
import { watchStatements } from './watchStatements.ts';

export const TEST_CAPTCHA = '2468';
/** The initial time of the test clock: a Friday morning in Shanghai, in the middle of a billing cycle. */
export const TEST_NOW = '2026-11-20T02:00:00.000Z';

export type ProgramUnderTest = {
  readonly program: Program;
  readonly seed: (size: DemoSize) => Promise<void>;
};

/** The whole server on a migrated database, without a port and with the clock it is given. */
export async function startUnderTest(given: {
  ownerUrl: string;
  applicationUrl: string;
  dataDirectory: string;
  clock: TurnableClock;
  env?: Record<string, string>;
  leastFreeBytes?: number;
  cacheMs?: number;
  furtherRooms?: readonly Domain[];
  jobPollSeconds?: number;
}): Promise<ProgramUnderTest> {
  const { ownerUrl, applicationUrl, dataDirectory, clock } = given;
  await watchStatements();
  const config = readConfig({
    DATA_DIR: dataDirectory,
    DATABASE_URL: applicationUrl,
    CAPTCHA_FIXED: TEST_CAPTCHA,
    SECRETS_KEY: EXAMPLE_SECRETS_KEY,
    ROLES: 'web',
    DEMO: '0',
    NODE_ENV: 'test',
    // Its clock stands still, and tests ask faster than any person.
    REQUESTS_PER_MINUTE: '9999999',
    ...given.env,
  });
  const program = await startProgram(config, {
    log: pino({ level: process.env['TEST_LOG'] ?? 'silent' }),
    clock,
    random: seededRandom('test'),
    access: { ownerUrl, applicationUrl },
    jobPollSeconds: given.jobPollSeconds ?? 0.5,
    listens: false,
    ...(given.leastFreeBytes === undefined ? {} : { leastFreeBytes: given.leastFreeBytes }),
    ...(given.cacheMs === undefined ? {} : { cacheMs: given.cacheMs }),
    ...(given.furtherRooms ? { furtherRooms: given.furtherRooms } : {}),
  });
  return {
    program,
    seed: (size) => seedDemo(program.app.systemContext('demo'), config, size, { simulatorPatienceMs: 0 }),
  };
}
