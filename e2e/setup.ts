import { Cardinal, RUNNING_FOLDER } from './cardinal.ts';

/** One running program for all journeys; each changes only its own cards. */
export default async function setup(): Promise<() => Promise<void>> {
  const cardinal = new Cardinal(RUNNING_FOLDER);
  process.env['E2E_FOLDER'] = cardinal.folder;
  if (RUNNING_FOLDER) {
    await cardinal.ready();
    return async () => undefined;
  }
  const end = async () => {
    await cardinal.stop();
    cardinal.remove();
  };
  // One that was not ready in time is not left behind for the next journeys to meet.
  await cardinal.start().catch(async (error: unknown) => {
    await end();
    throw error;
  });
  return end;
}
