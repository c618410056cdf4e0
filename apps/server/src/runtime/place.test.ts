import { testDatabase } from '@cardinal/testing/database.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { expect, test } from 'vitest';
import { QUIET } from './log.ts';
import { PlacementRefused, place } from './place.ts';

const own = await forThisFile(testDatabase({ empty: true }));

test('a plain PostgreSQL is left alone, and the reason is told', async () => {
  const placing = place({ ownerUrl: own.ownerUrl, map: { 't.card': { kind: 'local' } }, log: QUIET });
  await expect(placing).rejects.toThrow(PlacementRefused);
  await expect(placing).rejects.toThrow('no extension citus');
});
