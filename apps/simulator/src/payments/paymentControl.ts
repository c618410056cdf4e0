import { randomInt } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { ControlRefusal, readControl } from '../control.ts';
import type { Contract, Merchant, Notice, Refund, Trade, Transfer } from './paymentEvents.ts';
import type { PaymentSimulator } from './paymentSimulator.ts';

const minor = z.int().min(0);
const settingsFields = {
  refundAfterMs: z.int().min(0).nullable().optional(),
  refundEndsAs: z.enum(['done', 'abnormal', 'closed']).optional(),
  balance: minor.nullable().optional(),
  feeRate: z.int().min(0).max(10_000).optional(),
  withholdsNotices: z.boolean().optional(),
  noticeAfterMs: z.int().min(0).optional(),
  retryFactor: z.number().min(0).max(10).optional(),
  toleranceSeconds: z.int().min(1).nullable().optional(),
  webhookUrl: z.url().nullable().optional(),
  wantsAnnouncements: z.boolean().optional(),
  confirmWithinMs: z.int().min(0).optional(),
  realNames: z.record(z.string(), z.string()).optional(),
  splitRatio: z.int().min(0).max(10_000).optional(),
  splitAfterMs: z.int().min(0).nullable().optional(),
  splitFails: z.record(z.string(), z.string()).optional(),
  returnFails: z.record(z.string(), z.string()).optional(),
  statementEdits: z
    .array(
      z.strictObject({
        no: z.string(),
        times: z.int().min(0).max(9).optional(),
        amount: minor.optional(),
        currency: z.string().optional(),
        laterMs: z.int().optional(),
      }),
    )
    .optional(),
};
const settingsBody = z.strictObject(settingsFields);
const payBody = z.strictObject({ amount: minor.optional() }).default({});
const paidTradeBody = z.strictObject({
  merchantNo: z.string(),
  tradeNo: z.string().min(1),
  providerNo: z.string().min(1),
  amount: z.int().min(1),
  currency: z.string(),
  paidMs: z.int(),
});
const refundBody = z.strictObject({ state: z.enum(['processing', 'done', 'abnormal', 'closed']) });
const twistFields = {
  amount: minor.optional(),
  currency: z.string().optional(),
  merchantNo: z.string().optional(),
  sign: z.enum(['right', 'wrong', 'missing', 'unknownKey']).default('right'),
  ageSeconds: z.int().default(0),
  url: z.url().optional(),
  times: z.int().min(1).max(50).default(1),
};
const noticeBody = z.strictObject({ tradeNo: z.string().optional(), refundNo: z.string().optional(), ...twistFields });
const releaseBody = z
  .strictObject({ ids: z.array(z.int()).optional(), reversed: z.boolean().default(false) })
  .default({ reversed: false });
const timesBody = z.strictObject({ times: z.int().min(1).max(50).default(1) }).default({ times: 1 });

const digits = (count: number): string => Array.from({ length: count }, () => randomInt(10)).join('');

/** Controls one provider from outside: merchants, what buyers do, refunds, and every way a notice can go wrong. */
export function registerPaymentControl(app: FastifyInstance, sim: PaymentSimulator): void {
  app.addHook('onRequest', async () => sim.life.settle());
  registerMerchants(app, sim);
  registerTrades(app, sim);
  registerTransfers(app, sim);
  registerContracts(app, sim);
  registerNotices(app, sim);
  app.post('/keys', async () => {
    const { serial, publicKey } = await sim.renewPlatformKey();
    return { serial, publicKey };
  });
  app.get('/calls', async () => ({ calls: sim.calls() }));
  app.delete('/calls', async () => {
    sim.forgetCalls();
    return { calls: sim.calls() };
  });
}

function registerMerchants(app: FastifyInstance, sim: PaymentSimulator): void {
  const merchantBody = z.strictObject({ ...sim.nature.merchantFields, ...settingsFields });
  const shown = async (merchant: Merchant) => {
    const { keys, facts: _, ...open } = merchant;
    const credentials = sim.nature.credentialsOf(merchant, await sim.platform());
    return { ...open, certificateSerial: keys.serial, credentials };
  };
  app.get('/merchants', async () => ({ merchants: await Promise.all([...sim.world.merchants.values()].map(shown)) }));
  app.post('/merchants', async (request) => {
    const given: Record<string, unknown> = readControl(merchantBody, request.body ?? {});
    const settings = readControl(
      settingsBody,
      Object.fromEntries(Object.entries(given).filter(([name]) => Object.hasOwn(settingsFields, name))),
    );
    return shown(await sim.openMerchant(sim.nature.merchantOf(given, digits), defined(settings)));
  });
  app.get<{ Params: { no: string } }>('/merchants/:no', async (request) => shown(merchantOf(sim, request.params.no)));
  app.patch<{ Params: { no: string } }>('/merchants/:no', async (request) => {
    const merchant = merchantOf(sim, request.params.no);
    return shown(await sim.openMerchant(merchant, defined(readControl(settingsBody, request.body))));
  });
}

function registerTrades(app: FastifyInstance, sim: PaymentSimulator): void {
  const tradeOf = (no: string): Trade =>
    known(
      [...sim.world.trades.values()].find(({ tradeNo }) => tradeNo === no),
      no,
    );
  const refundOf = (no: string): Refund =>
    known(
      [...sim.world.refunds.values()].find(({ refundNo }) => refundNo === no),
      no,
    );
  app.get('/trades', async () => ({ trades: [...sim.world.trades.values()] }));
  // One that was paid in the past, without a notice: for statements of days gone by.
  app.post('/trades', async (request) => {
    const { merchantNo, paidMs, amount, ...given } = readControl(paidTradeBody, request.body);
    const merchant = merchantOf(sim, merchantNo);
    const trade: Trade = {
      ...given,
      merchantNo: merchant.merchantNo,
      code: `past${digits(12)}`,
      state: 'paid',
      total: amount,
      paid: amount,
      subject: 'past',
      noticeUrl: '',
      createdMs: paidMs,
      expiresMs: paidMs,
      paidMs,
      isScanned: true,
    };
    sim.record({ type: 'trade', trade });
    return trade;
  });
  app.get<{ Params: { no: string } }>('/trades/:no', async ({ params }) => {
    const trade = tradeOf(params.no);
    return { ...trade, refunds: sim.world.refundsOf(trade) };
  });
  app.post<{ Params: { no: string } }>('/trades/:no/pay', async ({ params, body }) => {
    const { amount } = readControl(payBody, body ?? {});
    const trade = tradeOf(params.no);
    if (trade.state === 'paid') throw new ControlRefusal(409, `${params.no} is paid`);
    return sim.life.pay(trade, amount);
  });
  for (const what of ['scan', 'fail', 'close'] as const) {
    app.post<{ Params: { no: string } }>(`/trades/:no/${what}`, async ({ params }) => {
      const trade = tradeOf(params.no);
      if (trade.state !== 'open') throw new ControlRefusal(409, `${params.no} is ${trade.state}`);
      return sim.life[what](trade);
    });
  }
  const returnBody = z.strictObject({ amount: z.int().min(1).optional() }).default({});
  // Returned at the provider's own console, without an order of the merchant.
  app.post<{ Params: { no: string } }>('/trades/:no/refund', async ({ params, body }) => {
    const trade = tradeOf(params.no);
    const left = (trade.paid ?? 0) - sim.world.returned(trade);
    const { amount = left } = readControl(returnBody, body ?? {});
    const given = { refundNo: `SIM${digits(12)}`, amount, reason: 'console', noticeUrl: trade.noticeUrl };
    const made = sim.life.refund(merchantOf(sim, trade.merchantNo), trade, given);
    if (typeof made === 'string') throw new ControlRefusal(409, made);
    return made;
  });
  app.get('/refunds', async () => ({ refunds: [...sim.world.refunds.values()] }));
  app.post<{ Params: { no: string } }>('/refunds/:no', async ({ params, body }) =>
    sim.life.endRefund(refundOf(params.no), readControl(refundBody, body).state),
  );
}

const failBody = z.strictObject({ reason: z.string().min(1).max(64).default('NAME_NOT_CORRECT') });

function registerTransfers(app: FastifyInstance, sim: PaymentSimulator): void {
  const waiting = (no: string): Transfer => {
    const found = known(
      [...sim.world.transfers.values()].find(({ transferNo }) => transferNo === no),
      no,
    );
    if (found.state !== 'waitsForUser') throw new ControlRefusal(409, `${no} is ${found.state}`);
    return found;
  };
  app.get('/transfers', async () => ({ transfers: [...sim.world.transfers.values()] }));
  app.post<{ Params: { no: string } }>('/transfers/:no/confirm', async ({ params }) =>
    sim.life.confirmTransfer(waiting(params.no)),
  );
  app.post<{ Params: { no: string } }>('/transfers/:no/fail', async ({ params, body }) =>
    sim.life.endTransfer(waiting(params.no), 'failed', readControl(failBody, body ?? {}).reason),
  );
}

const endBody = z.strictObject({ by: z.enum(['user', 'merchant', 'provider']).default('user') });

function registerContracts(app: FastifyInstance, sim: PaymentSimulator): void {
  const contractIn = (no: string, state: Contract['state']): Contract => {
    const found = known(
      sim.world.contractBy(({ contractNo }) => contractNo === no),
      no,
    );
    if (found.state !== state) throw new ControlRefusal(409, `${no} is ${found.state}`);
    return found;
  };
  app.get('/contracts', async () => ({ contracts: [...sim.world.contracts.values()] }));
  app.post<{ Params: { no: string } }>('/contracts/:no/sign', async ({ params }) =>
    sim.life.sign(contractIn(params.no, 'waiting')),
  );
  app.post<{ Params: { no: string } }>('/contracts/:no/end', async ({ params, body }) =>
    sim.life.endContract(contractIn(params.no, 'signed'), readControl(endBody, body ?? {}).by),
  );
}

function registerNotices(app: FastifyInstance, sim: PaymentSimulator): void {
  const noticeOf = (id: string): Notice => known(sim.world.notices.get(Number(id)), id);
  app.get('/notices', async () => ({ notices: [...sim.world.notices.values()] }));
  app.post('/notices', async (request) => ({ sent: await sendMade(sim, readControl(noticeBody, request.body)) }));
  app.post<{ Params: { id: string } }>('/notices/:id/resend', async ({ params, body }) => {
    const { times } = readControl(timesBody, body ?? {});
    let notice = noticeOf(params.id);
    for (let time = 0; time < times; time++) notice = await sim.sender.deliver(notice);
    return notice;
  });
  // One after the other, in the order asked for.
  app.post('/notices/release', async (request) => {
    const { ids, reversed } = readControl(releaseBody, request.body ?? {});
    const held = [...sim.world.notices.values()].filter(
      ({ id, state }) => (ids === undefined || ids.includes(id)) && state === 'held',
    );
    const sent: Notice[] = [];
    for (const notice of reversed ? held.reverse() : held) sent.push(await sim.sender.deliver(notice));
    return { sent };
  });
}

/** A notice made by hand, delivered at once; every one has a number of its own. */
async function sendMade(sim: PaymentSimulator, asked: z.output<typeof noticeBody>): Promise<Notice[]> {
  const { tradeNo, refundNo, times, sign, ageSeconds, url, ...changes } = asked;
  const refund = [...sim.world.refunds.values()].find((each) => each.refundNo === refundNo);
  const wanted = refund?.tradeNo ?? tradeNo;
  const trade = known(
    [...sim.world.trades.values()].find((each) => each.tradeNo === wanted),
    wanted ?? refundNo ?? 'tradeNo',
  );
  const merchant = merchantOf(sim, trade.merchantNo);
  const { nature, world, life, sender } = sim;
  const told = refund
    ? known(nature.refundNotice(merchant, trade, refund, world), 'a notice of this state')
    : nature.paymentNotice(merchant, trade, world);
  const content = nature.falsified(told.content, changes);
  const about = refund ?? trade;
  const sent: Notice[] = [];
  for (let time = 0; time < times; time++) {
    const special = { twist: { sign, ageSeconds }, isHeld: true };
    const notice = life.notify(
      merchant,
      { ...about, noticeUrl: url ?? about.noticeUrl },
      { ...told, content },
      special,
    );
    sent.push(await sender.deliver(notice));
  }
  return sent;
}

const merchantOf = (sim: PaymentSimulator, no: string): Merchant => known(sim.world.merchants.get(no), no);

function known<T>(found: T | undefined, name: string): T {
  if (found === undefined) throw new ControlRefusal(404, `Nothing is known under ${name}`);
  return found;
}

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };
const defined = <T extends object>(fields: T): Defined<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<T>;
