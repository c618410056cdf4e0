import type { Ctx } from '../../framework/context.ts';
import { seedNetworks } from './networks/demoNetworks.ts';
import { openCarrierAccount } from './openAccount.ts';

/** The simulator's accounts, by name and key; whoever fills the simulator opens them there under the same. */
export const DEMO_JASPER = [
  { id: '101', name: '联通 Jasper A', username: 'cardinal-demo-a', apiKey: 'demo-key-a-3f9c1e7b5d20' },
  { id: '102', name: '联通 Jasper B', username: 'cardinal-demo-b', apiKey: 'demo-key-b-8a46d0c2f917' },
] as const;

/** Carriers whose cards the demo shows and whose interface nobody has connected. */
export const DEMO_NOT_CONNECTED = [
  { id: '103', name: '联通 CMP', adapter: 'cmp', baseUrl: 'https://gwapi.10646.cn' },
  { id: '104', name: '联通 LEYU', adapter: 'leyu', baseUrl: 'https://leyu.example.com' },
  { id: '105', name: '移动 OneLink', adapter: 'onelink', baseUrl: 'https://api.iot.10086.cn' },
  { id: '106', name: '广东移动', adapter: 'guangdong', baseUrl: 'https://gd.iot.10086.cn' },
  { id: '107', name: '中国电信', adapter: 'telecom', baseUrl: 'https://cmp-api.ctwing.cn' },
  { id: '108', name: '国际漫游', adapter: 'international', baseUrl: 'https://restapi1.jasper.com' },
  { id: '109', name: 'eSIM SM-DP+', adapter: 'esim', baseUrl: 'https://smdp.example.com' },
  { id: '110', name: '中国广电', adapter: 'broadnet', baseUrl: 'https://iot.10099.com.cn' },
  { id: '111', name: '其他通道', adapter: 'generic', baseUrl: 'https://other.example.com' },
  { id: '112', name: '第三方通道', adapter: 'thirdParty', baseUrl: 'https://third.example.com' },
] as const;

const PLATFORM_ID = '1';
/** A simulator takes more than Unicom does; the second account keeps Unicom's own limit for whoever wants to see it. */
const DEMO_LIMITS = [
  { callsPerSecond: 200, inFlight: 20 },
  { callsPerSecond: 5, inFlight: 1 },
];

/** Two Unicom accounts that lead to the simulator, and one that stands still for every other carrier. */
export async function seedDemo(ctx: Ctx): Promise<void> {
  for (const [at, { id, name, username, apiKey }] of DEMO_JASPER.entries()) {
    await openCarrierAccount(ctx, {
      id,
      name,
      customerId: PLATFORM_ID,
      adapter: 'jasper',
      baseUrl: `http://127.0.0.1:${ctx.config.simulatorPort}`,
      credentials: { username, apiKey },
      limits: DEMO_LIMITS[at],
      schedules: { status: 300, usage: 0, session: 0, realName: 0 },
    });
  }
  for (const account of DEMO_NOT_CONNECTED) {
    await openCarrierAccount(ctx, {
      ...account,
      customerId: PLATFORM_ID,
      state: 'paused',
      stateCode: 'notConnected',
    });
  }
  await seedNetworks(ctx);
}
