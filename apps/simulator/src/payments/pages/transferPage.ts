import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Transfer } from '../paymentEvents.ts';
import type { PaymentSimulator } from '../paymentSimulator.ts';
import { escaped, languageOf, pageOf, priceText } from './layout.ts';

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

/** What `package_info` leads to: who opens it is the receiver, as in WeChat. */
export function registerTransferPage(app: FastifyInstance, sim: PaymentSimulator): void {
  type Asked = FastifyRequest<{ Params: { code: string } }>;
  const transferOf = (request: Asked): Transfer | undefined => {
    sim.life.settle();
    return sim.world.transferOfCode(request.params.code);
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
        return show(request, reply, transfer?.state === 'waitsForUser' ? sim.life.confirmTransfer(transfer) : transfer);
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
  const path = `/${sim.nature.name}/transfers/${transfer.code}/confirm?lang=${language}`;
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
