import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isSignedBy } from '../keys.ts';
import { escaped, languageOf, pageOf, priceText } from '../pages/layout.ts';
import type { PaymentSimulator } from '../paymentSimulator.ts';
import { isLinked } from './wechatNature.ts';

const PREFIX = 'wx';
export const prepayIdOf = (code: string): string => `${PREFIX}${code}`;

const WORDS = {
  zh: {
    title: '微信支付（模拟）',
    note: '模拟支付，不涉及真实资金',
    pay: '确认支付',
    cancel: '取消',
    bad: '支付签名无效',
    over: '订单已支付或已关闭',
  },
  en: {
    title: 'WeChat Pay (simulated)',
    note: 'Simulated payment: no real money',
    pay: 'Pay',
    cancel: 'Cancel',
    bad: 'Invalid payment signature',
    over: 'The order is paid or closed',
  },
};

/** What a page hands to `getBrandWCPayRequest`, and where this stand-in leads back to. */
type Asked = Record<
  'appId' | 'timeStamp' | 'nonceStr' | 'package' | 'signType' | 'paySign' | 'back',
  string | undefined
>;

/** The sheet that WeChat lays over a page to pay (JSAPI), as a page of its own; like WeChat it checks the merchant's signature. */
export function registerPaySheet(app: FastifyInstance, sim: PaymentSimulator): void {
  const find = (request: FastifyRequest) => {
    sim.life.settle();
    const asked = request.query as Asked;
    const [, code = ''] = /^prepay_id=wx(.+)$/.exec(asked.package ?? '') ?? [];
    const trade = sim.world.tradeOfCode(code);
    const merchant = trade && sim.world.merchants.get(trade.merchantNo);
    const signed = `${asked.appId}\n${asked.timeStamp}\n${asked.nonceStr}\n${asked.package}\n`;
    const isGenuine =
      merchant !== undefined &&
      asked.signType === 'RSA' &&
      isLinked(merchant, asked.appId) &&
      isSignedBy(signed, asked.paySign ?? '', merchant.keys.publicKey);
    return { asked, trade, isGenuine };
  };
  const isAddress = (back: string | undefined): back is string => back !== undefined && /^https?:\/\//.test(back);
  app.register(
    async (pages) => {
      pages.addContentTypeParser('application/x-www-form-urlencoded', (_request, _payload, done) => done(null));
      pages.get('/', async (request, reply) => {
        const { asked, trade, isGenuine } = find(request);
        const language = languageOf(request);
        const words = WORDS[language];
        const query = escaped(new URLSearchParams(request.query as Record<string, string>).toString());
        const back = isAddress(asked.back)
          ? `<form method="get" action="${escaped(asked.back)}"><button>${words.cancel}</button></form>`
          : '';
        const body =
          trade && isGenuine
            ? `<p class="soft">${words.note}</p><p>${escaped(trade.subject)}</p><p class="big">${priceText(trade.total, trade.currency)}</p>${
                trade.state === 'open'
                  ? `<form method="post" action="/wechat/sheet/pay?${query}"><button class="go">${words.pay}</button></form>`
                  : `<p>${words.over}</p>`
              }${back}`
            : `<p>${words.bad}</p>${back}`;
        return reply
          .code(trade && isGenuine ? 200 : 400)
          .type('text/html; charset=utf-8')
          .header('cache-control', 'no-store')
          .send(pageOf(language, words.title, `<h1>${words.title}</h1>${body}`, 'pay'));
      });
      pages.post('/pay', async (request, reply) => {
        const { asked, trade, isGenuine } = find(request);
        if (!trade || !isGenuine) return reply.code(400).send();
        if (trade.state === 'open') sim.life.pay(sim.life.scan(trade));
        return isAddress(asked.back) ? reply.redirect(asked.back, 303) : reply.send();
      });
    },
    { prefix: '/wechat/sheet' },
  );
}
