import { systemClock } from '@cardinal/primitives/clock.ts';
import { dayText } from '@cardinal/primitives/time.ts';
import type { CarrierAdapter, Line } from '../../protocol/adapter.ts';
import { told } from '../../protocol/exchange.ts';
import type { CarrierPool } from '../../protocol/operations.ts';
import { bytesOf, sumOf } from '../../protocol/volumes.ts';
import { callOneLink, numberOf } from './client.ts';
import { groupsAnswer, marginAnswer, offeringsAnswer, usageAnswer, usagesAnswer } from './wire.ts';

const GROUPS_PER_PAGE = 10;
const OFFERINGS_PER_PAGE = 50;
/** 23R00 asked for the offerings of the customer, not of a group or a card. */
const OF_CUSTOMER = '1';
const PATHS = {
  day: 'query/sim-data-usage-daily/batch',
  month: 'query/sim-data-usage-monthly/batch',
} as const;

/** A group's volume and usage this month over all its offerings; unknown if the carrier does not report them. */
async function volumesOf(line: Line, groupId: string): Promise<Pick<CarrierPool, 'totalBytes' | 'usedBytes'>> {
  const unknown = { totalBytes: null, usedBytes: null };
  if (!(await line.nextBudgetSlot())) return unknown;
  const reply = await callOneLink(line, 'query/group-data-margin', { groupId }, marginAnswer);
  if (reply.kind !== 'ok') return unknown;
  const { accmMarginList } = reply.answer;
  return {
    totalBytes: sumOf(
      accmMarginList.map(({ totalAmount }) => totalAmount),
      'KB',
    ),
    usedBytes: sumOf(
      accmMarginList.map(({ useAmount }) => useAmount),
      'KB',
    ),
  };
}

export const usageCalls: CarrierAdapter['operate'] = {
  getUsage: async (line, card) =>
    told(await callOneLink(line, 'query/sim-data-usage', numberOf(card), usageAnswer), ({ dataAmount }) => ({
      iccid: card.iccid,
      status: null,
      // A single space means no usage.
      cycleBytes: bytesOf(dataAmount, 'KB') ?? '0',
      cycleSeconds: null,
      cycleMessages: null,
      overageLimitReached: false,
    })),
  getUsages: async (line, { cards, period, on }) => {
    const iccids = cards.map(({ iccid }) => iccid);
    // It reports past days only, so a request for today is not made.
    if (period === 'day' && on >= dayText(systemClock.now())) {
      return { kind: 'ok', answer: { found: iccids.map((iccid) => ({ iccid, bytes: null })), unknown: [] } };
    }
    const parameters = { iccids: iccids.join('_'), queryDate: on.replaceAll('-', '') };
    return told(await callOneLink(line, PATHS[period], parameters, usagesAnswer), ({ dataAmountList }) => {
      const amounts = new Map(dataAmountList.map(({ iccid, dataAmount }) => [iccid, bytesOf(dataAmount, 'KB')]));
      return {
        found: iccids.flatMap((iccid) => (amounts.has(iccid) ? [{ iccid, bytes: amounts.get(iccid) ?? null }] : [])),
        unknown: iccids.filter((iccid) => !amounts.has(iccid)),
      };
    });
  },
  getAllowances: async (line, card) =>
    told(await callOneLink(line, 'query/sim-data-margin', numberOf(card), marginAnswer), ({ accmMarginList }) => ({
      allowances: accmMarginList.flatMap(({ offeringName, totalAmount, useAmount }) => {
        const name = offeringName?.trim();
        // No documentation tells which of them are for some services only.
        return name
          ? [{ name, totalBytes: bytesOf(totalAmount, 'KB'), usedBytes: bytesOf(useAmount, 'KB'), isDirected: null }]
          : [];
      }),
    })),
  listPools: async (line, { page }) => {
    const parameters = { startNum: String(page), pageSize: String(GROUPS_PER_PAGE) };
    const reply = await callOneLink(line, 'query/group-info', parameters, groupsAnswer);
    if (reply.kind !== 'ok') return reply;
    const { groupList, flag } = reply.answer;
    const pools: CarrierPool[] = [];
    for (const { groupId, groupName, offeringName } of groupList) {
      const name = groupName || offeringName || groupId;
      pools.push({ poolId: groupId, name, ...(await volumesOf(line, groupId)), members: null });
    }
    return { ...reply, answer: { pools, isLastPage: flag !== 'N' } };
  },
  listRatePlans: async (line, { page }) => {
    const parameters = { queryType: OF_CUSTOMER, startNum: String(page), pageSize: String(OFFERINGS_PER_PAGE) };
    const reply = await callOneLink(line, 'query/ordered-offerings', parameters, offeringsAnswer);
    return told(reply, ({ offeringInfoList, flag }) => ({
      // No document tells the volume or the period of an offering.
      plans: offeringInfoList.map(({ offeringId, offeringName }) => ({
        code: offeringId,
        name: offeringName?.trim() || null,
        bytes: null,
        period: null,
      })),
      isLastPage: flag !== 'N',
    }));
  },
};
