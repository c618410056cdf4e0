/** Applies the migrations that are waiting and ends; a server does the same at its start. */
import { migrate } from '../runtime/migrate.ts';
import { runCommand } from './commandDatabase.ts';

await runCommand({ besideServer: true }, async ({ access, log }) => {
  const applied = await migrate({ ownerUrl: access.ownerUrl, log });
  process.stdout.write(applied.length > 0 ? `Applied:\n  ${applied.join('\n  ')}\n` : 'Nothing to apply.\n');
});
