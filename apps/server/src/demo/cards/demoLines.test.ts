import { Platform } from '@cardinal/contract/enumerations/card.ts';
import { STATUS_TABLES } from '@cardinal/contract/statuses/carrierStatuses.ts';
import { expect, test } from 'vitest';
import { LINES } from './demoLines.ts';

test('the demo has cards in every status a carrier has a word for', () => {
  const carriers = Platform.options.map(({ value }) => value).filter((platform) => platform > 0);
  for (const platform of carriers) {
    const shown = new Set(
      LINES.filter((line) => line.platform === platform).flatMap((line) => line.statuses.map(([s]) => s)),
    );
    const known = Object.entries(STATUS_TABLES[platform].statuses).filter(([, status]) => !status.isDerived);
    expect(
      known.map(([status]) => status).filter((status) => !shown.has(status)),
      `platform ${platform}`,
    ).toEqual([]);
  }
});
