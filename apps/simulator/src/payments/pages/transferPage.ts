import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Transfer } from '../paymentEvents.ts';
import type { PaymentSimulator } from '../paymentSimulator.ts';
import { isLinked } from '../wechat/wechatNature.ts';
import { escaped, languageOf, pageOf, priceText } from './layout.ts';

const isAddress = (back: string | undefined): back is string => back !== undefined && /^https?:\/\//.test(back);

const WORDS = {
  zh: {
    simulated: '模拟转账，不涉及真实资金',
    payer: '付款方',
    confirm: '确认收款',
    waitsForUser: '待确认收款',
    done: '已收款',
    failed: '转账失败',
    cancelled: '转账已撤销',
    unknown: '无效的收款码',
  },
  en: {
    simulated: 'Simulated transfer: no real money',
    payer: 'Payer',
    confirm: 'Accept the money',
    waitsForUser: 'Waits for you to accept',
    done: 'Received',
    failed: 'The transfer failed',
    cancelled: 'The transfer was cancelled',
    unknown: 'Not a code of a transfer',
  },
};

type Asking = Partial<Record<'mchId' | 'appId' | 'back' | 'lang', string>>;

/**
 * What `package_info` leads to, in place of WeChat's `requestMerchantTransfer`: who opens it is the receiver. With `back` it leads
 * back to the page that opened it.
 */
export function registerTransferPage(app: FastifyInstance, sim: PaymentSimulator): void {
  type Asked = FastifyRequest<{ Params: { code: string } }>;
  const transferOf = (request: Asked): Transfer | undefined => {
    sim.life.settle();
    const transfer = sim.world.transferOfCode(request.params.code);
    const { mchId, appId } = request.query as Asking;
    const merchant = transfer && sim.world.merchants.get(transfer.merchantNo);
    // Like WeChat, it opens for the merchant and the account only that asked for it; its bare address is a code to look at.
    const isNamed = mchId !== undefined || appId !== undefined;
    const isItsOwn = merchant !== undefined && merchant.merchantNo === mchId && isLinked(merchant, appId);
    return isNamed && !isItsOwn ? undefined : transfer;
  };
  const show = (request: Asked, reply: FastifyReply, transfer: Transfer | undefined) =>
    reply
      .code(transfer ? 200 : 404)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(transferPage(sim, request, transfer));
  app.register(
    async (pages) => {
      pages.addContentTypeParser('application/x-www-form-urlencoded', (_request, _payload, done) => done(null));
      pages.get<{ Params: { code: string } }>('/:code', async (request, reply) =>
        show(request, reply, transferOf(request)),
      );
      pages.post<{ Params: { code: string } }>('/:code/confirm', async (request, reply) => {
        const transfer = transferOf(request);
        const now = transfer?.state === 'waitsForUser' ? sim.life.confirmTransfer(transfer) : transfer;
        const { back } = request.query as Asking;
        return now && isAddress(back) ? reply.redirect(back, 303) : show(request, reply, now);
      });
    },
    { prefix: `/${sim.nature.name}/transfers` },
  );
}

function transferPage(sim: PaymentSimulator, request: FastifyRequest, transfer: Transfer | undefined): string {
  const language = languageOf(request);
  const words = WORDS[language];
  const title = sim.nature.title[language];
  const head = `<h1>${title}</h1><p class="soft">${words.simulated}</p>`;
  if (!transfer) return pageOf(language, title, `${head}<p>${words.unknown}</p>`, 'pay');
  const query = new URLSearchParams({ ...(request.query as Record<string, string>), lang: language });
  const path = escaped(`/${sim.nature.name}/transfers/${transfer.code}/confirm?${query}`);
  const choice =
    transfer.state === 'waitsForUser'
      ? `<form method="post" action="${path}"><button class="go">${words.confirm}</button></form>`
      : '';
  return pageOf(
    language,
    title,
    `${head}<p class="big">${priceText(transfer.amount, 'CNY')}</p>
<p>${escaped(transfer.remark)}</p><p><span class="tag ${transfer.state}">${words[transfer.state]}</span></p>${choice}
<p class="soft">${words.payer} ${transfer.merchantNo} · <code>${escaped(transfer.transferNo)}</code></p>`,
    'pay',
  );
}
