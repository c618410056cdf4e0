import { text } from '@cardinal/primitives/text.ts';
import { type OneLinkPlatform, oneLinkStatus } from '../carrierAdapters/face.ts';
import type { DemoAccount } from './demo.ts';

/** OneLink cards belong to both of its platforms: by the last digit but one, if both know the status. */
function oneLinkWord(status: string, iccid: string): string {
  const first: OneLinkPlatform = Number(iccid.at(-2)) % 2 === 0 ? 'CT' : 'PB';
  const second = first === 'CT' ? 'PB' : 'CT';
  return oneLinkStatus(status, first) ?? oneLinkStatus(status, second) ?? status;
}

const ONELINK = { appid: '1000012026', password: 'demo-onelink-4e81c09b' };
const GUANGDONG = { appKey: 'cardinal-demo-gd', secret: 'demo-gd-secret-7a3d92f04c61', groupCode: '2000000001' };

const GIGABYTE = 1024 ** 3;
/** Purchased volumes of OneLink groups: with the demo's cards one is almost used up, one far too large. */
const GROUP_BYTES = { 'DEMO-1GB': 700 * GIGABYTE, 'DEMO-10GB': 2_000 * GIGABYTE };

/** China Mobile's simulated accounts; cards may be changed at any time. */
export const MOBILE_DEMO: readonly DemoAccount[] = [
  {
    id: '105',
    name: text('移动 OneLink', 'Mobile OneLink'),
    adapter: 'onelink',
    path: '/v5',
    credentials: ONELINK,
    limits: { callsPerSecond: 100, inFlight: 10, quietSeconds: 0 },
    simulated: {
      carrier: 'onelink',
      account: { username: ONELINK.appid, secret: ONELINK.password, changeWindowMs: 0, groupBytes: GROUP_BYTES },
      word: oneLinkWord,
    },
  },
  {
    id: '106',
    name: text('广东移动', 'Guangdong Mobile'),
    adapter: 'guangdong',
    path: '',
    credentials: GUANGDONG,
    limits: { callsPerSecond: 100, inFlight: 10 },
    simulated: {
      carrier: 'guangdong',
      account: { username: GUANGDONG.appKey, secret: GUANGDONG.secret, groupCode: GUANGDONG.groupCode },
      word: (status) => oneLinkStatus(status, 'PB') ?? status,
    },
  },
];
