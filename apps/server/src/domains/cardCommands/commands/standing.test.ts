import { UNDONE_BY } from '@cardinal/contract/api/cardBatches/undo.ts';
import { Platform, StopReason } from '@cardinal/contract/enumerations/card.ts';
import { STATUS_TABLES } from '@cardinal/contract/statuses/carrierStatuses.ts';
import type { StatusAction } from '@cardinal/contract/statuses/statusTable.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decide, namedReason } from './cardCommandRules.ts';
import { decideBack } from './standing.ts';

const STATUS_UNDO = Object.entries(UNDONE_BY).filter(([action]) =>
  /_card$|_stop$|_sleep$|^to_/.test(action),
) as unknown as [StatusAction, readonly StatusAction[]][];

const cards = fc.constantFrom(...Platform.options.map(({ value }) => value)).chain((platform) =>
  fc.record({
    platform: fc.constant(platform),
    carrierStatus: fc.constantFrom(...Object.keys(STATUS_TABLES[platform].statuses)),
    stopReasons: fc.subarray([1, 2, 3, 4] as StopReason[]),
    pendingAction: fc.constant(null),
  }),
);

test('what an action did to any card, the decision of its undo takes back exactly, or says that it cannot', () => {
  fc.assert(
    fc.property(cards, fc.constantFrom(...STATUS_UNDO), (card, [action, ways]) => {
      const reason = namedReason(action, StopReason.values.arrears);
      const did = decide(card, action, reason);
      if (did.kind === 'skip') return;
      const after = {
        ...card,
        carrierStatus: did.kind === 'ask' ? did.to : card.carrierStatus,
        stopReasons: did.stopReasons,
      };
      const standing = ({ carrierStatus: status, stopReasons }: typeof after) => ({
        status,
        hasReason: stopReasons.includes(reason),
      });
      for (const way of ways) {
        const back = decideBack(after, way, reason, { from: standing(after), to: standing(card) });
        if (back.kind === 'skip') continue;
        expect(new Set(back.stopReasons)).toEqual(new Set(card.stopReasons));
        // Other reasons keep a card stopped; if the carrier is asked, its former status is the target.
        if (back.kind === 'ask') expect(back.to).toBe(card.carrierStatus);
      }
    }),
    { numRuns: 500 },
  );
});
