import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { answerUnderFaults, send, type WireText } from '../cardWorld/underFaults.ts';
import type { SimulatedCarrier, Surroundings } from '../carrier.ts';
import { ControlRefusal, readControl } from '../control.ts';
import {
  type SoldPackage,
  type SourceAccount,
  type SourceEvent,
  type SourceOrder,
  SourceWorld,
} from './sourceWorld.ts';

const PREFIX = '/source';
const PAGE = 200;
/** Seconds a caller's clock may be off. */
const CLOCK_WINDOW = 300;
const REMEMBERED_NONCES = 10_000;

const minor = z.string().regex(/^\d{1,15}$/);
const accountBody = z.strictObject({
  appKey: z
    .string()
    .regex(/^[A-Za-z0-9_]{8,64}$/)
    .optional(),
  secret: z.string().min(8).optional(),
  currency: z.string().length(3).optional(),
  balance: minor.optional(),
  scopes: z.array(z.string()).optional(),
  deliverAfterMs: z.number().int().min(0).optional(),
  refusesCards: z.array(z.string()).optional(),
});
const packageBody = z.strictObject({
  appKey: z.string(),
  code: z.string().min(1).max(60),
  name: z.string().optional(),
  platform: z.number().int().optional(),
  type: z.string().optional(),
  price: minor.optional(),
  currency: z.string().length(3).optional(),
  flowBytes: minor.nullable().optional(),
  voiceSeconds: z.number().int().nullable().optional(),
  smsCount: z.number().int().nullable().optional(),
  validityUnit: z.number().int().optional(),
  validityCount: z.number().int().optional(),
  units: z.number().int().optional(),
  whyNot: z.string().nullable().optional(),
});
const orderBody = z.strictObject({
  outOrderNo: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
  packageCode: z.string(),
  iccids: z.tuple([z.string()]),
  effectiveType: z.number().int().optional(),
  postponeDays: z.number().int().optional(),
  periods: z.number().int().min(1).optional(),
  maxPrice: minor.optional(),
});
const goneBody = z.strictObject({ appKey: z.string(), code: z.string() });

/** A month's gigabyte of Unicom, until a control call says otherwise. */
const USUAL: Omit<SoldPackage, 'code'> = {
  name: 'Package',
  platform: 1,
  type: 'month',
  price: '600',
  currency: 'CNY',
  flowBytes: String(1024 ** 3),
  voiceSeconds: null,
  smsCount: null,
  validityUnit: 1,
  validityCount: 1,
  units: 1,
  whyNot: null,
};

const encoded = (part: string): string =>
  encodeURIComponent(part).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
const canonical = (query: string): string =>
  [...new URLSearchParams(query)]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join('&');

const said = (status: number, content: unknown): WireText => ({
  status,
  type: status === 200 ? 'application/json; charset=utf-8' : 'application/problem+json; charset=utf-8',
  text: JSON.stringify(content),
});
const problem = (status: number, code: string, detail: string): WireText =>
  said(status, { type: 'about:blank', title: 'Refused', status, detail, code });

/** The other platform; nonces end with the process. */
export function simulatedSource(
  tools: Surroundings & { readonly journal: (carrier: string, event: unknown) => void },
): SimulatedCarrier {
  const { clock } = tools;
  const world = new SourceWorld();
  const nonces = new Set<string>();
  const happen = (event: SourceEvent) => {
    tools.journal('source', event);
    world.apply(event);
  };

  /** Who signed a call; otherwise the refusal. */
  function callerOf(request: FastifyRequest): SourceAccount | WireText {
    const header = (name: string) => String(request.headers[name] ?? '');
    const account = world.accounts.get(header('x-app-key'));
    if (!account) return problem(401, '4010903', 'Unknown key');
    const seconds = Math.floor(clock.nowMs() / 1_000);
    if (Math.abs(Number(header('x-timestamp')) - seconds) > CLOCK_WINDOW)
      return problem(401, '4010904', 'The clock is off');
    const [path = '', query = ''] = request.url.split('?');
    const lines = [
      request.method,
      path.slice(PREFIX.length),
      canonical(query),
      header('x-timestamp'),
      header('x-nonce'),
      createHash('sha256')
        .update(typeof request.body === 'string' ? request.body : '')
        .digest('hex'),
    ];
    const right = createHmac('sha256', account.secret).update(lines.join('\n')).digest('hex');
    if (right !== header('x-signature')) return problem(401, '4010905', 'Wrong signature');
    if (nonces.has(header('x-nonce'))) return problem(401, '4010906', 'The nonce was used');
    if (nonces.size > REMEMBERED_NONCES) nonces.clear();
    nonces.add(header('x-nonce'));
    return account;
  }

  function contentOf(operation: string, account: SourceAccount, page: number, isOdd: boolean): unknown {
    if (operation === 'self') return { key: account.appKey, customerId: '10', scopes: account.scopes };
    const left = String(world.leftOf(account));
    if (operation === 'balance') return { list: [{ currency: account.currency, balance: left, spendable: left }] };
    const all = world.packagesOf(account.appKey);
    const list = all.slice((page - 1) * PAGE, page * PAGE);
    return { list: list.map((each) => (isOdd ? { ...each, price: '6.00' } : each)), hasMore: all.length > page * PAGE };
  }

  const serve =
    (operation: 'self' | 'balance' | 'packages') => async (request: FastifyRequest, reply: FastifyReply) => {
      const caller = callerOf(request);
      if ('text' in caller) return send(reply, caller);
      if (operation !== 'self' && !caller.scopes.includes('order.read'))
        return send(reply, problem(403, '4030904', 'The key lacks order.read'));
      const { pageNum = '1' } = request.query as { pageNum?: string };
      const call = { carrier: 'source', account: caller.appKey, operation, subject: undefined };
      await answerUnderFaults(tools, call, reply, () => {}, {
        perform: ({ toldStatus }) => said(200, contentOf(operation, caller, Number(pageNum), toldStatus !== undefined)),
        refused: () => problem(409, '4091802', 'Refused by the simulator'),
        failed: (status = 500) => problem(status, '5000001', 'Unavailable'),
      });
    };

  /** Orders once under a number; a repetition is answered as the first time. */
  function orderOf(account: SourceAccount, body: string): WireText {
    const { appKey } = account;
    const read = orderBody.safeParse(JSON.parse(body || 'null'));
    if (!read.success) return problem(400, '4000001', 'Malformed');
    const { outOrderNo, packageCode, iccids, periods = 1, maxPrice } = read.data;
    const digest = createHash('sha256').update(body).digest('hex');
    const accepted = ({ orderNo, price, currency }: SourceOrder) =>
      said(202, {
        orderNo,
        outOrderNo,
        taskId: '1',
        taskNo: orderNo,
        total: 1,
        skipped: 0,
        currency,
        price,
        amount: price,
      });
    const earlier = world.orderOf(appKey, outOrderNo);
    if (earlier) return earlier.digest === digest ? accepted(earlier) : problem(409, '4091803', 'The number was used');
    const sold = world.packagesOf(appKey).find(({ code }) => code === packageCode);
    if (!sold || sold.whyNot) return problem(409, '4091822', 'Cannot be ordered now');
    const price = BigInt(sold.price) * BigInt(periods);
    if (maxPrice !== undefined && price > BigInt(maxPrice))
      return problem(409, '4092400', `The price is ${price}, above the limit of ${maxPrice}`);
    if (world.leftOf(account) < price) return problem(409, '4091601', 'Insufficient balance');
    const order: SourceOrder = {
      appKey,
      outOrderNo,
      orderNo: `S${world.ordersOf(appKey).length + 1}`,
      digest,
      code: packageCode,
      name: sold.name,
      iccid: iccids[0],
      price: String(price),
      currency: sold.currency,
      atMs: clock.nowMs(),
      finishesMs: clock.nowMs() + account.deliverAfterMs,
      failure: account.refusesCards.includes(iccids[0]) ? 'Card not eligible' : null,
    };
    happen({ type: 'order', order });
    return accepted(order);
  }

  function stateOf(appKey: string, outOrderNo: string): WireText {
    const order = world.orderOf(appKey, outOrderNo);
    if (!order) return problem(404, '4040000', 'Not found');
    const isDone = order.finishesMs <= clock.nowMs();
    const isGood = isDone && order.failure === null;
    const state = isDone ? (isGood ? 2 : 4) : 1;
    return said(200, {
      orderNo: order.orderNo,
      outOrderNo,
      taskNo: order.orderNo,
      packageName: order.name,
      state,
      lines: 1,
      settledLines: isGood ? 1 : 0,
      failedLines: isDone && !isGood ? 1 : 0,
      currency: order.currency,
      price: order.price,
      paid: isGood ? order.price : '0',
      refunded: '0',
      createdAt: new Date(order.atMs).toISOString(),
      finishedAt: isDone ? new Date(order.finishesMs).toISOString() : null,
      items: [
        {
          iccid: order.iccid,
          state,
          code: isDone ? order.failure && 'notEligible' : null,
          reason: isDone ? order.failure : null,
          startsAt: null,
          endsAt: null,
        },
      ],
    });
  }

  const serveOrder = (operation: 'order' | 'orderState') => async (request: FastifyRequest, reply: FastifyReply) => {
    const caller = callerOf(request);
    if ('text' in caller) return send(reply, caller);
    const scope = operation === 'order' ? 'order.write' : 'order.read';
    if (operation === 'order' && !request.headers['idempotency-key'])
      return send(reply, problem(400, '4000401', 'Idempotency-Key is missing'));
    if (!caller.scopes.includes(scope)) return send(reply, problem(403, '4030904', `The key lacks ${scope}`));
    const { outOrderNo = '' } = (request.params ?? {}) as { outOrderNo?: string };
    const call = { carrier: 'source', account: caller.appKey, operation, subject: undefined };
    await answerUnderFaults(tools, call, reply, () => {}, {
      perform: () =>
        operation === 'order' ? orderOf(caller, String(request.body ?? '')) : stateOf(caller.appKey, outOrderNo),
      refused: () => problem(409, '4091802', 'Refused by the simulator'),
      failed: (status = 500) => problem(status, '5000001', 'Unavailable'),
    });
  };

  return {
    name: 'source',
    replay: (event) => world.apply(event as SourceEvent),
    events: () => world.events(),
    registerApi: (app) => {
      for (const operation of ['self', 'balance', 'packages'] as const)
        app.get(`${PREFIX}/openapi/v1/${operation}`, serve(operation));
      // The signature covers the body as it came.
      app.register(async (api) => {
        api.removeAllContentTypeParsers();
        api.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
        api.post(`${PREFIX}/openapi/v1/orders`, serveOrder('order'));
        api.get(`${PREFIX}/openapi/v1/orders/:outOrderNo`, serveOrder('orderState'));
      });
    },
    registerControl: (app) => {
      app.get('/accounts', async () => ({
        accounts: [...world.accounts.values()].map(({ secret: _, ...account }) => ({
          ...account,
          left: String(world.leftOf(account)),
          packages: world.packagesOf(account.appKey),
          orders: world.ordersOf(account.appKey),
        })),
      }));
      app.post('/accounts', async (request) => {
        const given = readControl(accountBody, request.body);
        const before = world.accounts.get(given.appKey ?? '');
        const account: SourceAccount = {
          appKey: given.appKey ?? `ck_${randomBytes(8).toString('hex')}`,
          secret: given.secret ?? before?.secret ?? `cs_${randomBytes(16).toString('hex')}`,
          currency: given.currency ?? before?.currency ?? 'CNY',
          balance: given.balance ?? before?.balance ?? '10000000',
          scopes: given.scopes ?? before?.scopes ?? ['order.read', 'order.write'],
          deliverAfterMs: given.deliverAfterMs ?? before?.deliverAfterMs ?? 0,
          refusesCards: given.refusesCards ?? before?.refusesCards ?? [],
        };
        happen({ type: 'account', account });
        return { appKey: account.appKey, secret: account.secret };
      });
      app.post('/packages', async (request) => {
        const { appKey, code, ...given } = readControl(packageBody, request.body);
        if (!world.accounts.has(appKey)) throw new ControlRefusal(404, `No account ${appKey}`);
        const before = world.packagesOf(appKey).find((each) => each.code === code);
        const known = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
        happen({ type: 'package', appKey, sold: { ...USUAL, name: code, ...before, ...known, code } as SoldPackage });
        return { code };
      });
      app.post('/packages/gone', async (request) => {
        const { appKey, code } = readControl(goneBody, request.body);
        happen({ type: 'gone', appKey, code });
        return { code };
      });
    },
  };
}
