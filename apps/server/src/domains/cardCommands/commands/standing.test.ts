import { UNDONE_BY } from '@cardinal/contract/api/cardBatches/undo.ts';
import { Platform, StopReason } from '@cardinal/contract/enumerations/card.ts';
import { STATUS_TABLES } from '@cardinal/contract/statuses/carrierStatuses.ts';
import type { StatusAction } from '@cardinal/contract/statuses/statusTable.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decide } from './cardCommandRules.ts';
import { reasonsAfter, reasonsOf } from './reasonRules.ts';
import { decideBack, haveAll } from './standing.ts';

const STATUS_UNDO = Object.entries(UNDONE_BY).filter(([action]) =>
  /_card$|_stop$|_sleep$|^to_/.test(action),
) as unknown as [StatusAction, readonly StatusAction[]][];

const cards = fc.constantFrom(...Platform.options.map(({ value }) => value)).chain((platform) =>
  fc.record({
    platform: fc.constant(platform),
    carrierStatus: fc.constantFrom(...Object.keys(STATUS_TABLES[platform].statuses)),
    stopReasons: fc.subarray(StopReason.options.map(({ value }) => value)),
    pendingAction: fc.constant(null),
  }),
);

test('what an action did to any card, the decision of its undo takes back exactly, or says that it cannot', () => {
  fc.assert(
    fc.property(cards, fc.constantFrom(...STATUS_UNDO), (card, [action, ways]) => {
      // As for the cards of one task: it moves on each of them all of its reasons or none.
      const named = reasonsOf(action, { stopReasons: [StopReason.values.arrears, StopReason.values.outOfRegion] });
      const reasons = named.filter(
        (each) => card.stopReasons.includes(each) === card.stopReasons.includes(named[0] as StopReason),
      );
      const did = decide(card, action, { reasons, isRuled: false });
      if (did.kind === 'skip') return;
      const after = {
        ...card,
        carrierStatus: did.kind === 'ask' ? did.to : card.carrierStatus,
        stopReasons: reasonsAfter(card.stopReasons, did.move),
      };
      const standing = ({ carrierStatus: status, stopReasons }: typeof after) => ({
        status,
        hasReason: haveAll(stopReasons, reasons),
      });
      for (const way of ways) {
        const back = decideBack(after, way, reasons, { from: standing(after), to: standing(card) });
        if (back.kind === 'skip') continue;
        expect(reasonsAfter(after.stopReasons, back.move)).toEqual(card.stopReasons);
        // Other reasons keep a card stopped; if the carrier is asked, its former status is the target.
        if (back.kind === 'ask') expect(back.to).toBe(card.carrierStatus);
      }
    }),
    { numRuns: 500 },
  );
});
