import { type Text, text } from '@cardinal/primitives/text.ts';
import { cmpStatus, presetOf } from '../carrierAdapters/face.ts';
import type { DemoAccount } from './demo.ts';

/** The gateway's numbers for statuses a card can have but nobody can request. */
const CMP_HEARD: Readonly<Record<string, string>> = { PURGED: '5', REPLACED: '6', PURGED_ING: '9' };
const STOPPED_BY_CMP = '3';

const CMP_DEMO: DemoAccount = {
  id: '103',
  name: text('联通 CMP', 'Unicom CMP'),
  adapter: 'cmp',
  path: '',
  credentials: { appId: 'cardinal-demo', secret: 'demo-secret-c07e1b94d2', openId: 'cardinal-open' },
  limits: { callsPerSecond: 100, inFlight: 10 },
  simulated: {
    carrier: 'cmp',
    account: { username: 'cardinal-demo', secret: 'demo-secret-c07e1b94d2', openId: 'cardinal-open' },
    word: (status) => cmpStatus(status) ?? CMP_HEARD[status] ?? STOPPED_BY_CMP,
  },
};

/** An account of a family without public documentation: it uses our own contract, with the authentication of its preset. */
function configuredDemo(
  id: string,
  name: Text,
  adapter: string,
  username: string,
  prove: (secret: string) => Readonly<Record<string, string>>,
  settings: Readonly<Record<string, unknown>> = {},
): DemoAccount {
  const profile = presetOf(adapter);
  const statuses = profile['statuses'] as Readonly<Record<string, readonly string[]>>;
  const secret = `demo-${adapter}-5e2a90c4`;
  return {
    id,
    name,
    adapter,
    path: '/generic',
    profile,
    credentials: prove(secret),
    limits: { callsPerSecond: 100, inFlight: 10 },
    simulated: {
      carrier: 'generic',
      account: { username, secret, ...settings },
      word: (status) => statuses[status]?.[0] ?? 'stopped',
    },
  };
}

/** What the account can order; the demo sells the first one for seven days. */
const GLOBAL_PLANS = [
  { code: 'GLOBAL-1G', name: 'Global 1 GB', bytes: 1_024 ** 3, days: 5 },
  { code: 'GLOBAL-5G', name: 'Global 5 GB', bytes: 5 * 1_024 ** 3, months: 1 },
];

const signed = (appId: string) => (secret: string) => ({ appId, secret });

/** Unicom's CMP, and every configured family, each with a different authentication. */
export const CONFIGURED_DEMO: readonly DemoAccount[] = [
  CMP_DEMO,
  configuredDemo('104', text('联通 LEYU', 'Unicom LEYU'), 'leyu', 'demo-leyu', signed('demo-leyu')),
  configuredDemo(
    '108',
    text('国际漫游', 'International roaming'),
    'international',
    'demo-international',
    (token) => ({ token }),
    { ratePlans: GLOBAL_PLANS },
  ),
  configuredDemo('110', text('中国广电', 'China Broadnet'), 'broadnet', 'demo-broadnet', signed('demo-broadnet')),
  configuredDemo('111', text('其他通道', 'Other carrier'), 'generic', 'demo-other', (apiKey) => ({ apiKey })),
  configuredDemo('112', text('第三方通道', 'Third party'), 'thirdParty', 'demo-third', (password) => ({
    username: 'demo-third',
    password,
  })),
];
