import type { Line, Reply } from '../../protocol/adapter.ts';
import { told } from '../../protocol/exchange.ts';
import type { AnswerOf } from '../../protocol/operations.ts';
import { NO_TURN } from './cardCalls.ts';
import { callOneLink } from './client.ts';
import { cardInfosAnswer, groupsAnswer, membersAnswer } from './wire.ts';

const PAGE = 50;
type Page = AnswerOf<'listCards'>;

/** A position in a list: the 0-based index of the account's group, before a page of its members. */
const placeOf = (after: string | null): { readonly group: number; readonly page: number } => {
  const [group = 0, page = 1] = (after ?? '').split(':').filter(Boolean).map(Number);
  return { group, page };
};

/**
 * OneLink lists cards by group only: the group, a page of its members, and the cards of their numbers, one request each. Cards
 * in no group are not listed.
 */
export async function listCards(line: Line, after: string | null): Promise<Reply<Page>> {
  const place = placeOf(after);
  const startNum = String(Math.floor(place.group / PAGE) + 1);
  const groups = await callOneLink(line, 'query/group-info', { pageSize: String(PAGE), startNum }, groupsAnswer);
  if (groups.kind !== 'ok') return groups;
  const { groupList, flag } = groups.answer;
  const group = groupList[place.group % PAGE];
  if (!group) return { ...groups, answer: { cards: [], next: null } };
  if (!(await line.nextBudgetSlot())) return { kind: 'notSent', words: NO_TURN };
  const asked = { groupId: group.groupId, pageSize: String(PAGE), startNum: String(place.page) };
  const members = await callOneLink(line, 'query/group-member', asked, membersAnswer);
  if (members.kind !== 'ok') return members;
  const isLastGroup = flag !== 'N' && (place.group % PAGE) + 1 >= groupList.length;
  const nextGroup = isLastGroup ? null : `${place.group + 1}:1`;
  const next = members.answer.flag === 'N' ? `${place.group}:${place.page + 1}` : nextGroup;
  const numbers = members.answer.memberList.map(({ msisdn }) => msisdn);
  if (numbers.length === 0) return { ...members, answer: { cards: [], next } };
  if (!(await line.nextBudgetSlot())) return { kind: 'notSent', words: NO_TURN };
  const infos = await callOneLink(line, 'query/sim-card-info/batch', { msisdns: numbers.join('_') }, cardInfosAnswer);
  return told(infos, (rows) => ({
    cards: rows.flatMap(({ iccid, msisdn, imsi }) =>
      iccid ? [{ iccid, msisdn: msisdn || null, imsi: imsi || null, status: null, poolId: group.groupId }] : [],
    ),
    next,
  }));
}
