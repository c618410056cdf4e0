import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Trade } from '../paymentEvents.ts';
import type { PaymentSimulator } from '../paymentSimulator.ts';
import { escaped, languageOf, pageOf, priceText } from './layout.ts';

const WORDS = {
  zh: {
    simulated: '模拟支付，不涉及真实资金',
    payee: '收款方',
    order: '订单号',
    pay: '确认付款',
    fail: '付款失败',
    open: '待付款',
    paid: '付款成功',
    closed: '订单已关闭',
    failed: '付款失败',
    unknown: '无效的付款码',
  },
  en: {
    simulated: 'Simulated payment: no real money',
    payee: 'Payee',
    order: 'Order',
    pay: 'Confirm payment',
    fail: 'Let it fail',
    open: 'To be paid',
    paid: 'Paid',
    closed: 'The order is closed',
    failed: 'Payment failed',
    unknown: 'Not a payment code',
  },
};

/** Where a page for phones leads back to. */
const backOf = (request: FastifyRequest): string | undefined => {
  const { redirect_url: back } = request.query as { redirect_url?: string };
  return back && /^https?:\/\//.test(back) ? back : undefined;
};

/** The page behind a code: who opens it is the buyer. */
export function registerPayPage(app: FastifyInstance, sim: PaymentSimulator): void {
  type Asked = FastifyRequest<{ Params: { code: string } }>;
  const tradeOf = (request: Asked): Trade | undefined => {
    sim.life.settle();
    return sim.world.tradeOfCode(request.params.code);
  };
  const show = (request: Asked, reply: FastifyReply, trade: Trade | undefined) =>
    reply
      .code(trade ? 200 : 404)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(payPage(sim, request, trade));
  app.register(
    async (pages) => {
      // A form without fields that matter: the address says it all.
      pages.addContentTypeParser('application/x-www-form-urlencoded', (_request, _payload, done) => done(null));
      pages.get<{ Params: { code: string } }>('/:code', async (request, reply) => {
        const trade = tradeOf(request);
        return show(request, reply, trade?.state === 'open' ? sim.life.scan(trade) : trade);
      });
      for (const what of ['pay', 'fail'] as const) {
        pages.post<{ Params: { code: string } }>(`/:code/${what}`, async (request, reply) => {
          const trade = tradeOf(request);
          const seen = trade?.state === 'open' ? sim.life[what](trade) : trade;
          const back = seen && backOf(request);
          return back ? reply.redirect(back, 303) : show(request, reply, seen);
        });
      }
    },
    { prefix: `/${sim.nature.name}/pay` },
  );
}

function payPage(sim: PaymentSimulator, request: FastifyRequest, trade: Trade | undefined): string {
  const language = languageOf(request);
  const words = WORDS[language];
  const title = sim.nature.title[language];
  const head = `<h1>${title}</h1><p class="soft">${words.simulated}</p>`;
  if (!trade) return pageOf(language, title, `${head}<p>${words.unknown}</p>`, 'pay');
  const back = backOf(request);
  const query = new URLSearchParams({ lang: language, ...(back ? { redirect_url: back } : {}) });
  const action = (what: 'pay' | 'fail', className: string) =>
    `<form method="post" action="/${sim.nature.name}/pay/${trade.code}/${what}?${escaped(query.toString())}"><button class="${className}">${words[what]}</button></form>`;
  const choice = trade.state === 'open' ? action('pay', 'go') + action('fail', 'bad') : '';
  return pageOf(
    language,
    title,
    `${head}<p class="big">${priceText(trade.paid ?? trade.total, trade.currency)}</p>
<p>${escaped(trade.subject)}</p><p><span class="tag ${trade.state}">${words[trade.state]}</span></p>${choice}
<p class="soft">${words.payee} ${trade.merchantNo} · ${words.order} <code>${escaped(trade.tradeNo)}</code></p>`,
    'pay',
  );
}
