import { resolve } from 'node:path';
import * as z from 'zod';

/** The simulator's environment; an invalid value prevents the start and is named. */
const schema = z.object({
  SIMULATOR_PORT: z.coerce.number().int().min(0).max(65_535).default(8090),
  SIMULATOR_HOST: z.string().min(1).default('127.0.0.1'),
  SIMULATOR_SEED: z.coerce.number().int().optional(),
  SIMULATOR_CONTROL_TOKEN: z.string().min(16).optional(),
  DATA_DIR: z.string().min(1).default('./data'),
});

export type SimulatorEnvironment = {
  readonly port: number;
  readonly host: string;
  readonly seed: number | undefined;
  readonly controlToken: string | undefined;
  readonly dataDir: string;
};

export function readEnvironment(variables: Readonly<Record<string, string | undefined>>): SimulatorEnvironment {
  const read = schema.safeParse(variables);
  if (!read.success) {
    throw new Error(read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'));
  }
  return {
    port: read.data.SIMULATOR_PORT,
    host: read.data.SIMULATOR_HOST,
    seed: read.data.SIMULATOR_SEED,
    controlToken: read.data.SIMULATOR_CONTROL_TOKEN,
    dataDir: resolve(read.data.DATA_DIR, 'simulator'),
  };
}
