import { Platform, YdSubType } from '@cardinal/contract/enumerations/card.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import type { CarrierAdapter } from '../../protocol/adapter.ts';
import { CREDENTIALS_WORK, told } from '../../protocol/exchange.ts';
import { oneLinkCapabilities } from './capabilities.ts';
import { cardCalls } from './cardCalls.ts';
import { callOneLink, GET_TOKEN } from './client.ts';
import { connectionCalls } from './connectionCalls.ts';
import { listCards } from './listCards.ts';
import { usageCalls } from './usageCalls.ts';
import { whiteListCalls } from './whiteListCalls.ts';
import { tokenAnswer } from './wire.ts';

const speaksOneLink = (key: string, name: Text, subType: number): CarrierAdapter => ({
  key,
  name,
  platform: Platform.values.Yd,
  subType,
  credentials: [
    { name: 'appid', label: text('appid', 'appid'), isSecret: false, maxLength: 26 },
    { name: 'password', label: text('密码', 'Password'), isSecret: true, maxLength: 128 },
  ],
  capabilities: oneLinkCapabilities,
  operate: {
    // A token request tests name and password; it returns the current token, so it changes nothing.
    echo: async (line) =>
      told(await callOneLink(line, GET_TOKEN, {}, tokenAnswer), () => ({ words: CREDENTIALS_WORK })),
    openSession: async (line) =>
      told(await callOneLink(line, GET_TOKEN, {}, tokenAnswer), ({ token, ttl }) => ({ token, livesSeconds: ttl })),
    ...cardCalls,
    listCards: (line, { after }) => listCards(line, after),
    ...usageCalls,
    ...connectionCalls,
    ...whiteListCalls,
  },
});

const { ONELINK, OTHER, SHANXI } = YdSubType.values;

/** China Mobile's OneLink v5. */
export const onelink = speaksOneLink('onelink', text('移动 OneLink', 'China Mobile OneLink'), ONELINK);

/** Provinces without public documentation: the same protocol with their own address and credentials (assumed). */
export const onelinkShaanxi = speaksOneLink(
  'onelinkShaanxi',
  text('陕西移动（OneLink 接口）', 'China Mobile Shaanxi (OneLink interface)'),
  SHANXI,
);
export const onelinkOther = speaksOneLink(
  'onelinkOther',
  text('移动 其他（OneLink 接口）', 'China Mobile, other (OneLink interface)'),
  OTHER,
);
