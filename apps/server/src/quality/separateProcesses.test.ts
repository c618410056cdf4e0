import { test } from 'vitest';
import { runSeparateProcesses } from './separateProcesses.ts';

test('two webs and two workers with separate folders share every file, and each effect happens once although one of each is killed', async () => {
  await runSeparateProcesses({ rows: 2_000, cards: 200, withinMs: 60_000 });
}, 240_000);
