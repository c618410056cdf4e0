import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Contract } from '../paymentEvents.ts';
import type { PaymentSimulator } from '../paymentSimulator.ts';
import { escaped, languageOf, pageOf } from './layout.ts';

const WORDS = {
  zh: {
    simulated: '模拟签约，不涉及真实资金',
    lead: '同意后，商户可按约定从你的支付账户扣款。',
    sign: '同意并开通',
    end: '关闭扣费服务',
    back: '返回商户',
    waiting: '待签约',
    signed: '已开通',
    ended: '已关闭',
    over: '签约页面已过期，请返回重新发起',
    unknown: '无效的签约地址',
  },
  en: {
    simulated: 'Simulated contract: no real money',
    lead: 'Once you agree, the merchant may charge you as agreed.',
    sign: 'Agree and sign',
    end: 'End the service',
    back: 'Back to the merchant',
    waiting: 'To be signed',
    signed: 'Signed',
    ended: 'Ended',
    over: 'This page has expired; go back and begin again',
    unknown: 'Not the address of a contract',
  },
};

/** Where a person signs a contract, and ends it, within WeChat; `back` leads to where he came from. */
export function registerContractPage(app: FastifyInstance, sim: PaymentSimulator): void {
  type Asked = FastifyRequest<{ Params: { code: string }; Querystring: { back?: string } }>;
  const find = ({ params }: Asked) => sim.world.contractBy(({ code }) => code === params.code);
  const isOver = (contract: Contract) =>
    contract.state === 'waiting' && contract.expiresMs <= sim.surroundings.clock.nowMs();
  const show = (request: Asked, reply: FastifyReply, contract: Contract | undefined) =>
    reply
      .code(contract ? 200 : 404)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(contractPage(sim, request, contract, contract !== undefined && isOver(contract)));
  app.register(
    async (pages) => {
      pages.addContentTypeParser('application/x-www-form-urlencoded', (_request, _payload, done) => done(null));
      pages.get('/:code', async (request: Asked, reply) => show(request, reply, find(request)));
      pages.post('/:code/sign', async (request: Asked, reply) => {
        const contract = find(request);
        const isOpen = contract?.state === 'waiting' && !isOver(contract);
        const signed = isOpen ? sim.life.sign(contract) : contract;
        const { back } = request.query;
        return isOpen && back && /^https?:\/\//.test(back) ? reply.redirect(back, 303) : show(request, reply, signed);
      });
      pages.post('/:code/end', async (request: Asked, reply) => {
        const contract = find(request);
        return show(request, reply, contract?.state === 'signed' ? sim.life.endContract(contract, 'user') : contract);
      });
    },
    { prefix: `/${sim.nature.name}/contracts` },
  );
}

function contractPage(
  sim: PaymentSimulator,
  request: FastifyRequest<{ Querystring: { back?: string } }>,
  contract: Contract | undefined,
  isOver: boolean,
): string {
  const language = languageOf(request);
  const words = WORDS[language];
  const title = sim.nature.title[language];
  const head = `<h1>${title}</h1><p class="soft">${words.simulated}</p>`;
  if (!contract) return pageOf(language, title, `${head}<p>${words.unknown}</p>`, 'pay');
  const { back } = request.query;
  const query = new URLSearchParams({ lang: language, ...(back ? { back } : {}) });
  const act = (verb: 'sign' | 'end', className: string) =>
    `<form method="post" action="/${sim.nature.name}/contracts/${contract.code}/${verb}?${escaped(query.toString())}"><button class="${className}">${words[verb]}</button></form>`;
  const choice =
    contract.state === 'waiting' ? act('sign', 'go') : contract.state === 'signed' ? act('end', 'bad') : '';
  const leave =
    back && /^https?:\/\//.test(back)
      ? `<form method="get" action="${escaped(back)}"><button>${words.back}</button></form>`
      : '';
  return pageOf(
    language,
    title,
    `${head}<p>${escaped(contract.displayName)}</p>
<p><span class="tag ${contract.state === 'signed' ? 'done' : ''}">${words[contract.state]}</span></p>
${isOver ? `<p>${words.over}</p>` : `<p class="soft">${words.lead}</p>${choice}`}${leave}
<p class="soft">${contract.merchantNo} · <code>${escaped(contract.contractNo)}</code></p>`,
    'pay',
  );
}
