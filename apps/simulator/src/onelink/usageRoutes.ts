import {
  chinaDay,
  chinaDayOf,
  chinaDayText,
  chinaMonth,
  type Period,
  startOfChinaDay,
} from '../cardWorld/chinaTime.ts';
import { planSize } from '../cardWorld/planSize.ts';
import {
  badParameter,
  kilobytes,
  manyCards,
  notYourGroup,
  type OneLinkCall,
  type OneLinkHandler,
  oneCard,
  oneOf,
  pageOf,
  required,
} from './onelinkCall.ts';
import { platformOf } from './onelinkStatuses.ts';

const MOST = 100;
const DAYS_KEPT = 7;
const MONTHS_KEPT = 6;
/** The values of a card without any usage. */
const NOTHING = ' ';
const GIGABYTE = 1024 ** 3;
const MEMBERS_COUNTED = 2000;

function monthSoFar({ carrier }: OneLinkCall): Period {
  const today = chinaDayText(chinaDayOf(carrier.nowMs()));
  return chinaMonth(today.slice(0, 7).replace('-', ''))!;
}

const startOfToday = ({ carrier }: OneLinkCall): number => startOfChinaDay(chinaDayOf(carrier.nowMs()));

/** PB reports the month up to the previous day, CT almost in real time. */
function monthUsage(call: OneLinkCall) {
  const { carrier, account } = call;
  const row = oneCard(call);
  if (Number.isNaN(carrier.world.devices.activatedMs(row))) return [{ dataAmount: NOTHING, apnUseAmountList: [] }];
  const { fromMs } = monthSoFar(call);
  const isLate = platformOf(carrier.world.devices.status(row)) === 'PB';
  const { dataBytes } = carrier.usage(row, fromMs, isLate ? startOfToday(call) : carrier.nowMs());
  const dataAmount = kilobytes(dataBytes);
  return [
    { dataAmount, apnUseAmountList: [{ apnName: account.apn, apnUseAmount: dataAmount, pccCodeUseAmountList: [] }] },
  ];
}

/** Usage of closed days: the requested day, or the past part of the month. Unknown cards are omitted. */
function periodUsage(call: OneLinkCall, period: Period | undefined, kept: (period: Period) => boolean) {
  const { carrier, account } = call;
  if (!period || !kept(period)) throw badParameter('queryDate');
  const toMs = Math.min(period.toMs, startOfToday(call));
  const dataAmountList = manyCards(call, MOST).flatMap(({ kind, value, row }) => {
    if (row === undefined) return [];
    const { dataBytes } = carrier.usage(row, period.fromMs, toMs);
    const apnDataAmountList = dataBytes === 0 ? [] : [{ apnName: account.apn, apnDataAmount: kilobytes(dataBytes) }];
    return [{ [kind]: value, dataAmount: kilobytes(dataBytes), apnDataAmountList }];
  });
  return [{ dataAmountList }];
}

/** The groups of an account: its cards by rate plan. */
export function groupsOf({ carrier, account }: OneLinkCall) {
  return [...carrier.world.ratePlansOf(account.username)].map((name, at) => ({
    groupId: String(4_400_000_001 + at),
    groupName: name,
    offeringId: String(1_100_000_001 + at),
    offeringName: name,
  }));
}

/** The offerings the customer has ordered: a group's rate plan each. The names of the list and its flag are assumed. */
function orderedOfferings(call: OneLinkCall) {
  oneOf(call, 'queryType', ['1']);
  const { rows, flag } = pageOf(call, groupsOf(call));
  return [{ offeringInfoList: rows.map(({ offeringId, offeringName }) => ({ offeringId, offeringName })), flag }];
}

function groupNamed(call: OneLinkCall) {
  const groupId = required(call, 'groupId');
  const group = groupsOf(call).find((each) => each.groupId === groupId);
  if (!group) throw notYourGroup();
  return group;
}

/** What is left of a card's offering; the names of these fields are assumed. */
function cardMargin(call: OneLinkCall) {
  const { carrier } = call;
  const row = oneCard(call);
  const plan = carrier.world.field(row, 'ratePlan');
  const isLate = platformOf(carrier.world.devices.status(row)) === 'PB';
  const { fromMs } = monthSoFar(call);
  const used = carrier.usage(row, fromMs, isLate ? startOfToday(call) : carrier.nowMs()).dataBytes;
  const total = planSize(plan);
  const group = groupsOf(call).find((each) => each.offeringName === plan);
  return [
    {
      accmMarginList: [
        {
          offeringId: group?.offeringId ?? '1100000000',
          offeringName: plan || '物联网基础流量包',
          totalAmount: kilobytes(total),
          useAmount: kilobytes(Math.min(used, total)),
          remainAmount: kilobytes(Math.max(0, total - used)),
        },
      ],
    },
  ];
}

/** The name of this list is assumed. */
function groupMembers(call: OneLinkCall) {
  const { offeringName } = groupNamed(call);
  const { carrier, account } = call;
  const rows: number[] = [];
  for (let row = 0; row < carrier.world.devices.size; row++) {
    const isTheirs = carrier.world.devices.account(row) === account.place;
    if (isTheirs && carrier.world.field(row, 'ratePlan') === offeringName) rows.push(row);
  }
  const page = pageOf(call, rows);
  return [{ memberList: page.rows.map((row) => ({ msisdn: carrier.world.numbers(row).msisdn })), flag: page.flag }];
}

function groupMargin(call: OneLinkCall) {
  const { carrier, account } = call;
  const group = groupNamed(call);
  const { fromMs } = monthSoFar(call);
  const { devices } = carrier.world;
  let members = 0;
  let counted = 0;
  for (let row = 0; row < devices.size; row++) {
    if (devices.account(row) !== account.place || carrier.world.field(row, 'ratePlan') !== group.offeringName) continue;
    members += 1;
    if (members <= MEMBERS_COUNTED) counted += carrier.usage(row, fromMs, carrier.nowMs()).dataBytes;
  }
  // Counting a million cards would take too long: the rest are estimated from the counted ones.
  const used = Math.round(counted * Math.max(1, members / MEMBERS_COUNTED));
  const total = account.groupBytes?.[group.offeringName] ?? members * GIGABYTE;
  return [
    {
      accmMarginList: [
        {
          offeringId: group.offeringId,
          offeringName: group.offeringName,
          totalAmount: kilobytes(total),
          useAmount: kilobytes(used),
          remainAmount: kilobytes(Math.max(0, total - used)),
        },
      ],
    },
  ];
}

export const USAGE_ROUTES: Readonly<Record<string, OneLinkHandler>> = {
  'query/sim-data-usage': monthUsage,
  'query/sim-data-usage-daily/batch': (call) => {
    const today = startOfToday(call);
    const first = startOfChinaDay(chinaDayOf(today) - DAYS_KEPT);
    return periodUsage(call, chinaDay(required(call, 'queryDate')), ({ fromMs }) => fromMs >= first && fromMs < today);
  },
  'query/sim-data-usage-monthly/batch': (call) => {
    const { fromMs: thisMonth } = monthSoFar(call);
    const first = thisMonth - (MONTHS_KEPT - 1) * 31 * 86_400_000;
    const isKept = ({ fromMs }: Period) => fromMs >= first && fromMs <= thisMonth;
    return periodUsage(call, chinaMonth(required(call, 'queryDate')), isKept);
  },
  'query/sim-data-margin': cardMargin,
  'query/group-info': (call) => {
    const { rows, flag } = pageOf(call, groupsOf(call));
    return [{ groupList: rows, flag }];
  },
  'query/ordered-offerings': orderedOfferings,
  'query/group-member': groupMembers,
  'query/group-data-margin': groupMargin,
};
