import type { App } from '../framework/app.ts';
import { startProgram } from '../program.ts';
import type { CommandParts } from './commandDatabase.ts';

/**
 * Runs with the program, without any of its roles: it does no background work and opens no port, since a command has the
 * environment of a server that may be listening there.
 */
export async function withProgram({ config, access, log }: CommandParts, run: (app: App) => Promise<void>) {
  const idle = { ...config, demo: false, roles: new Set<never>() };
  const { app, stop } = await startProgram(idle, { access, log, listens: false });
  try {
    await run(app);
  } finally {
    await stop();
  }
}
