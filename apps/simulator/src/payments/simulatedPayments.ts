import type { SimulatedCarrier, Surroundings } from '../carrier.ts';
import { alipayNature } from './alipay/alipayNature.ts';
import { registerAlipayApi } from './alipay/alipayWire.ts';
import { registerAccountControl } from './lianlian/lianlianAccounts.ts';
import { lianlianNature } from './lianlian/lianlianNature.ts';
import { registerLianlianApi } from './lianlian/lianlianWire.ts';
import { registerContractPage } from './pages/contractPage.ts';
import { registerControlPage } from './pages/controlPage.ts';
import { registerPayPage } from './pages/payPage.ts';
import { registerTransferPage } from './pages/transferPage.ts';
import { registerPaymentControl } from './paymentControl.ts';
import type { PaymentEvent } from './paymentEvents.ts';
import type { PaymentNature } from './paymentNature.ts';
import { PaymentSimulator } from './paymentSimulator.ts';
import { paypalNature } from './paypal/paypalNature.ts';
import { registerPaypalApi } from './paypal/paypalWire.ts';
import { payssionNature } from './payssion/payssionNature.ts';
import { registerPayssionApi } from './payssion/payssionWire.ts';
import { stripeNature } from './stripe/stripeNature.ts';
import { registerStripeApi } from './stripe/stripeWire.ts';
import { registerPaySheet } from './wechat/paySheet.ts';
import { wechatNature } from './wechat/wechatNature.ts';
import { registerSplitControl } from './wechat/wechatSplits.ts';
import { registerWechatApi } from './wechat/wechatWire.ts';

type Tools = Surroundings & { readonly journal: (carrier: string, event: unknown) => void };
type RegisterApi = (app: Parameters<SimulatedCarrier['registerApi']>[0], sim: PaymentSimulator) => void;

const PROVIDERS: readonly (readonly [PaymentNature, RegisterApi])[] = [
  [wechatNature, registerWechatApi],
  [alipayNature, registerAlipayApi],
  [stripeNature, registerStripeApi],
  [paypalNature, registerPaypalApi],
  [payssionNature, registerPayssionApi],
  [lianlianNature, registerLianlianApi],
];

/** The payment providers, and the page on which a person plays the buyer. */
export function simulatedPayments(tools: Tools): SimulatedCarrier[] {
  const simulators = PROVIDERS.map(([nature, registerApi]) => ({
    sim: new PaymentSimulator(nature, tools, (event) => tools.journal(nature.name, event)),
    registerApi,
  }));
  const page: SimulatedCarrier = {
    name: 'payments',
    replay: () => {},
    events: () => [],
    registerApi: () => {},
    registerControl: (app) =>
      registerControlPage(
        app,
        simulators.map(({ sim }) => sim),
      ),
  };
  return [...simulators.map(({ sim, registerApi }) => carrierOf(sim, registerApi)), page];
}

const carrierOf = (sim: PaymentSimulator, registerApi: RegisterApi): SimulatedCarrier => ({
  name: sim.nature.name,
  replay: (event) => sim.world.apply(event as PaymentEvent),
  events: () => sim.world.events(),
  registerApi: (app) => {
    registerApi(app, sim);
    registerPayPage(app, sim);
    if (sim.nature.transferNotice) registerTransferPage(app, sim);
    if (sim.nature.contractNotice) registerContractPage(app, sim);
    if (sim.nature === wechatNature) registerPaySheet(app, sim);
  },
  registerControl: (app) => {
    registerPaymentControl(app, sim);
    if (sim.nature === lianlianNature) registerAccountControl(app, sim);
    if (sim.nature === wechatNature) registerSplitControl(app, sim);
  },
  begin: () => sim.sender.start(),
  end: () => sim.sender.stop(),
});
