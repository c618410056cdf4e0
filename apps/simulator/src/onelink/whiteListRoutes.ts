import { badParameter, type OneLinkCall, type OneLinkHandler, oneCard, oneOf, required } from './onelinkCall.ts';
import { groupsOf } from './usageRoutes.ts';

const MOST_WHITE_NUMBERS = 10;

const whiteNumbers = ({ carrier }: OneLinkCall, row: number): string[] =>
  carrier.world.field(row, 'whiteList').split('_').filter(Boolean);

/** 1 puts numbers on the list, 4 takes them off; at most ten in a call. */
const configureWhiteList: OneLinkHandler = (call) => {
  const { carrier, account, conduct } = call;
  required(call, 'groupId');
  const row = oneCard(call);
  const operType = oneOf(call, 'operType', ['1', '4']);
  const given = required(call, 'whiteNumber').split('_');
  if (given.length > MOST_WHITE_NUMBERS || !given.every((each) => /^\d[\d-]{6,}$/.test(each))) {
    throw badParameter('whiteNumber');
  }
  const rest = whiteNumbers(call, row).filter((each) => !given.includes(each));
  const value = (operType === '1' ? [...rest, ...given] : rest).join('_');
  carrier.edit({ row, changes: [{ field: 'whiteList', value }], by: account.username, times: conduct.times });
  return [];
};

/** Allow lists, and the card groups that hold them. */
export const WHITE_LIST_ROUTES: Readonly<Record<string, OneLinkHandler>> = {
  'query/group-by-member': (call) => {
    const ratePlan = call.carrier.world.field(oneCard(call), 'ratePlan');
    return [{ groupList: groupsOf(call).filter(({ offeringName }) => offeringName === ratePlan) }];
  },
  'query/member-voice-whitelist': (call) => {
    required(call, 'groupId');
    const numbers = whiteNumbers(call, oneCard(call));
    const memVoiceWhiteList = numbers.map((whiteNumber) => ({ whiteNumber, status: '1' }));
    return [{ totalCount: String(numbers.length), memVoiceWhiteList }];
  },
  'config/member-voice-whitelist': configureWhiteList,
};
