/** Applies pending migrations and exits; a server does the same on start. */
import { migrate } from '../runtime/migrate.ts';
import { runCommand } from './commandDatabase.ts';

await runCommand({ besideServer: true }, async ({ access, log }) => {
  const applied = await migrate({ ownerUrl: access.ownerUrl, log });
  process.stdout.write(applied.length > 0 ? `Applied:\n  ${applied.join('\n  ')}\n` : 'Nothing to apply.\n');
});
