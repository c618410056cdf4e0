import { runSeparateProcesses } from '@cardinal/server/quality/separateProcesses.ts';
import { it } from 'vitest';
import { scale } from './wholeServer.ts';

const ROWS = scale('ROWS', 50_000);
const CARDS = scale('CARDS', 1_000);

it(`${ROWS} rows imported and ${CARDS} cards stopped by two webs and two workers with separate folders, one of each killed`, async () => {
  await runSeparateProcesses({ rows: ROWS, cards: CARDS, withinMs: 25 * 60_000 });
});
