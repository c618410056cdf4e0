import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { readEnvironment } from './environment.ts';

/** `node apps/simulator/src/main.ts`: the simulated carriers on one port, their world under `DATA_DIR`. */
enableCompileCache(join(import.meta.dirname, '../../../node_modules/.cache/compiled'));
try {
  const { startSimulator } = await import('./simulator.ts');
  const { port, host, seed, controlToken, dataDir } = readEnvironment(process.env);
  const simulator = await startSimulator({
    port,
    host,
    dataDir,
    controlToken,
    ...(seed === undefined ? {} : { seed }),
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      void simulator.close().then(() => process.exit(0));
    });
  }
  process.stdout.write(`Simulator listens on ${simulator.url}\n`);
} catch (error) {
  process.stderr.write(`The simulator does not start: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
