import { control } from './carriers.ts';

export { certify, type KeyPair, newKeyPair, signedBy } from '@cardinal/simulator/payments/keys.ts';

/** The address of each simulated provider, below the simulator's. */
const PATHS = { wechat: '/wechat', alipay: '/alipay/gateway.do' } as const;

/** A merchant opened at a simulated provider, with what is entered in the platform. */
export type SimulatedMerchant = {
  readonly merchantNo: string;
  readonly baseUrl: string;
  readonly credentials: Readonly<Record<string, string>>;
};

/** Opens a merchant with new keys at the simulator. Fields and settings are those of its control. */
export async function openMerchant(
  simulator: { readonly url: string },
  provider: keyof typeof PATHS,
  fields: Readonly<Record<string, unknown>> = {},
): Promise<SimulatedMerchant> {
  const opened = await control(simulator, 'POST', `/${provider}/merchants`, fields);
  const { merchantNo, credentials } = opened as Omit<SimulatedMerchant, 'baseUrl'>;
  return { merchantNo, credentials, baseUrl: `${simulator.url}${PATHS[provider]}` };
}
