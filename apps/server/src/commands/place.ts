/**
 * `npm run place`: brings a Citus cluster's tables to where the placement map says, applying pending migrations first. It can
 * run again at any time and says what it did.
 */
import { DOMAINS } from '../domains.ts';
import { placementMap } from '../framework/registry.ts';
import { migrate } from '../runtime/migrate.ts';
import { place } from '../runtime/place.ts';
import { runCommand } from './commandDatabase.ts';

await runCommand({ besideServer: true }, async ({ access: { ownerUrl }, log }) => {
  const applied = await migrate({ ownerUrl, log });
  const map = placementMap(DOMAINS);
  const placed = await place({ ownerUrl, map, log });
  const moved = placed.filter(({ what }) => what !== 'as it was');
  const lines = [
    ...(applied.length > 0 ? [`Migrations applied: ${applied.length}`] : []),
    ...moved.map(({ table, what, rows }) => `${what}: ${table} (${rows} rows)`),
    `${moved.length} of ${placed.length} tables moved; ${Object.values(map).filter(({ kind }) => kind === 'distributed').length} are distributed, the others lie on the coordinator.`,
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
});
