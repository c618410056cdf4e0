import { text } from '@cardinal/primitives/text.ts';
import type { CarrierAdapter, Line, Reply } from '../../protocol/adapter.ts';
import { told } from '../../protocol/exchange.ts';
import type { CardAddress } from '../../protocol/operations.ts';
import { NO_TURN } from './cardCalls.ts';
import { callOneLink, numberOf } from './client.ts';
import { memberGroupsAnswer, takenAnswer, whiteListAnswer } from './wire.ts';

/** Numbers per request. */
const AT_ONCE = 10;
const ADD = '1';
const REMOVE = '4';
const GONE = '0';

const NO_GROUP = text('该卡不在任何群组中，不能设置白名单', 'The card is in no group; an allow list cannot be set');
const CUT_OFF = text('只提交了一部分号码', 'Only some of the numbers were submitted');

/** The list belongs to the card's group, which the request has to name. */
async function groupOf(line: Line, card: CardAddress): Promise<Reply<string>> {
  const reply = await callOneLink(line, 'query/group-by-member', numberOf(card), memberGroupsAnswer);
  if (reply.kind !== 'ok') return reply;
  const groupId = reply.answer.groupList?.[0]?.groupId;
  return groupId ? { ...reply, answer: groupId } : { kind: 'refused', code: 'noGroup', words: NO_GROUP };
}

const inTens = (numbers: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(numbers.length / AT_ONCE) }, (_, n) => numbers.slice(n * AT_ONCE, (n + 1) * AT_ONCE));

/** Voice white lists: ten numbers per request, removals first. */
export const whiteListCalls: CarrierAdapter['operate'] = {
  getWhiteList: async (line, card) => {
    const group = await groupOf(line, card);
    if (group.kind !== 'ok') return group;
    if (!(await line.nextBudgetSlot())) return { kind: 'notSent', words: NO_TURN };
    const asked = { ...numberOf(card), groupId: group.answer };
    return told(await callOneLink(line, 'query/member-voice-whitelist', asked, whiteListAnswer), (found) => ({
      numbers: found
        .flatMap(({ memVoiceWhiteList }) => memVoiceWhiteList ?? [])
        .filter(({ status }) => status !== GONE)
        .map(({ whiteNumber }) => whiteNumber),
    }));
  },
  setWhiteList: async (line, { added, removed, ...card }) => {
    const group = await groupOf(line, card);
    // Nothing has been changed yet, however the query ended.
    if (group.kind === 'unclear') return { kind: 'notSent', words: group.words };
    if (group.kind !== 'ok') return group;
    const parts = [
      ...inTens(removed).map((numbers) => ({ operType: REMOVE, numbers })),
      ...inTens(added).map((numbers) => ({ operType: ADD, numbers })),
    ];
    let reference: string | null = null;
    for (const [at, { operType, numbers }] of parts.entries()) {
      const isFirst = at === 0;
      if (!(await line.nextBudgetSlot()))
        return isFirst ? { kind: 'notSent', words: NO_TURN } : { kind: 'unclear', words: CUT_OFF };
      const asked = { ...numberOf(card), groupId: group.answer, operType, whiteNumber: numbers.join('_') };
      const reply = await callOneLink(line, 'config/member-voice-whitelist', asked, takenAnswer);
      if (reply.kind !== 'ok') {
        // Earlier requests took effect: only a query of the list shows how far it got.
        return isFirst || reply.kind === 'unclear' ? reply : { kind: 'unclear', words: CUT_OFF };
      }
      reference = reply.answer.orderNum ?? reference;
    }
    return { kind: 'ok', answer: { reference } };
  },
};
