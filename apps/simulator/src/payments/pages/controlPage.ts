import type { FastifyInstance } from 'fastify';
import { CHINA_OFFSET_MS } from '../../cardWorld/chinaTime.ts';
import type { Notice, Refund, SubAccount, Trade, Transfer } from '../paymentEvents.ts';
import type { PaymentSimulator } from '../paymentSimulator.ts';
import { escaped, languageOf, type PageLanguage, pageOf, priceText } from './layout.ts';

const MOST_TRADES = 50;

const WORDS = {
  zh: {
    title: '模拟支付渠道',
    lead: '扮演付款人：付款、失败、退款，并查看发给平台的通知及其应答。',
    none: '暂无订单',
    other: 'English',
    pay: '付款',
    fail: '失败',
    refund: '退款',
    open: '打开付款页',
    resend: '重发',
    transfer: '转账给收款人',
    confirm: '收款人确认',
    wrongName: '姓名不符',
    notice: { payment: '付款通知', refund: '退款通知', transfer: '转账通知', contract: '签约通知' },
    transfers: { waitsForUser: '待收款人确认', done: '已到账', failed: '失败', cancelled: '已撤销' },
    states: { open: '待付款', paid: '已付款', closed: '已关闭', failed: '失败' },
    refunds: { processing: '退款中', done: '已退款', abnormal: '退款异常', closed: '退款关闭' },
    notices: { waiting: '待发送', held: '已扣留', taken: '平台已接收', lost: '已丢失', givenUp: '不再重发' },
    repeating: '等待重发',
    noAnswer: '无应答',
    account: '子账户',
    holds: '余额',
    code: '短信验证码',
    accounts: { codeSent: '待验证', reviewing: '审核中', open: '正常', paused: '已暂停', closed: '已销户' },
    approve: '审核通过',
    pause: '暂停',
    takeOut: '提走余额',
  },
  en: {
    title: 'Simulated payment providers',
    lead: 'Play the buyer: pay, fail, refund, and see the notices to the platform and its answers.',
    none: 'No orders yet',
    other: '中文',
    pay: 'Pay now',
    fail: 'Fail',
    refund: 'Refund',
    open: 'Payment page',
    resend: 'Send again',
    transfer: 'Transfer to',
    confirm: 'Confirm as receiver',
    wrongName: 'Name does not match',
    notice: {
      payment: 'Payment notice',
      refund: 'Refund notice',
      transfer: 'Transfer notice',
      contract: 'Contract notice',
    },
    transfers: { waitsForUser: 'Waits for the receiver', done: 'Received', failed: 'Failed', cancelled: 'Cancelled' },
    states: { open: 'To be paid', paid: 'Paid', closed: 'Closed', failed: 'Failed' },
    refunds: { processing: 'Refunding', done: 'Refunded', abnormal: 'Refund abnormal', closed: 'Refund closed' },
    notices: { waiting: 'Waiting', held: 'Withheld', taken: 'Taken', lost: 'Lost', givenUp: 'Given up' },
    repeating: 'To be repeated',
    noAnswer: 'No answer',
    account: 'Sub-account',
    holds: 'Balance',
    code: 'SMS code',
    accounts: {
      codeSent: 'Waits for the code',
      reviewing: 'Under review',
      open: 'Open',
      paused: 'Paused',
      closed: 'Closed',
    },
    approve: 'Approve',
    pause: 'Pause',
    takeOut: 'Take its money out',
  },
};
type Words = (typeof WORDS)['zh'];

const SCRIPT = `document.addEventListener('click',async e=>{const b=e.target.closest('button[data-path]');if(!b)return;
b.disabled=true;const a=await fetch(b.dataset.path,{method:'POST'});if(!a.ok)alert((await a.json()).message);location.reload()});
setInterval(()=>{if(document.visibilityState==='visible')location.reload()},5000)`;

/** `GET /_control/payments`: the newest trades of all providers, for a person. */
export function registerControlPage(app: FastifyInstance, simulators: readonly PaymentSimulator[]): void {
  app.get('/', async (request, reply) => {
    for (const sim of simulators) sim.life.settle();
    const language = languageOf(request);
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-store');
    return controlPage(simulators, language);
  });
}

function controlPage(simulators: readonly PaymentSimulator[], language: PageLanguage): string {
  const words = WORDS[language];
  const other = language === 'zh' ? 'en' : 'zh';
  const sections = simulators.map((sim) => {
    const trades = [...sim.world.trades.values()].slice(-MOST_TRADES).reverse();
    const shown = trades.map((trade) => tradeCard(sim, trade, words)).join('');
    const transfers = [...sim.world.transfers.values()].slice(-MOST_TRADES).reverse();
    const accounts = [...sim.world.subAccounts.values()].slice(-MOST_TRADES).reverse();
    const all =
      shown +
      transfers.map((transfer) => transferCard(sim, transfer, words)).join('') +
      accounts.map((account) => accountCard(sim, account, words)).join('');
    return `<h2>${sim.nature.title[language]}</h2>${all || `<p class="soft">${words.none}</p>`}`;
  });
  return pageOf(
    language,
    words.title,
    `<div class="row"><h1>${words.title}</h1><a href="?lang=${other}">${words.other}</a></div>
<p class="soft">${words.lead}</p>${sections.join('')}<script>${SCRIPT}</script>`,
  );
}

function tradeCard(sim: PaymentSimulator, trade: Trade, words: Words): string {
  const base = `/_control/${sim.nature.name}`;
  const button = (path: string, label: string, className = '') =>
    `<button class="${className}" data-path="${base}/${path}">${label}</button>`;
  const no = encodeURIComponent(trade.tradeNo);
  const refunds = sim.world.refundsOf(trade);
  const isLeft = (trade.paid ?? 0) > sim.world.returned(trade);
  const actions = [
    ...(trade.state === 'open'
      ? [
          button(`trades/${no}/pay`, words.pay, 'go'),
          button(`trades/${no}/fail`, words.fail, 'bad'),
          `<a href="/${sim.nature.name}/pay/${trade.code}">${words.open}</a>`,
        ]
      : []),
    ...(trade.state === 'paid' && isLeft ? [button(`trades/${no}/refund`, words.refund)] : []),
  ];
  const subjects = new Set([trade.tradeNo, ...refunds.map(({ refundNo }) => refundNo)]);
  const notices = [...sim.world.notices.values()].filter(
    ({ merchantNo, subject }) => merchantNo === trade.merchantNo && subjects.has(subject),
  );
  const lines = [
    ...(trade.payees ?? []).map(
      ({ userId, amount }) =>
        `<li>${words.account} <code>${escaped(userId)}</code> ${priceText(amount, trade.currency)}</li>`,
    ),
    ...refunds.map((refund) => refundLine(refund, trade, words)),
    ...notices.map((notice) => noticeLine(notice, words, button(`notices/${notice.id}/resend`, words.resend))),
  ];
  return `<article><div class="row"><span class="price">${priceText(trade.paid ?? trade.total, trade.currency)}</span>
<span class="tag ${trade.state}">${words.states[trade.state]}</span></div>
<p>${escaped(trade.subject)}</p>
<p class="soft"><code>${escaped(trade.tradeNo)}</code> · ${trade.merchantNo} · ${timeOf(trade.createdMs)}</p>
<div class="row acts">${actions.join(' ')}</div>${lines.length > 0 ? `<ul>${lines.join('')}</ul>` : ''}</article>`;
}

function transferCard(sim: PaymentSimulator, transfer: Transfer, words: Words): string {
  const base = `/_control/${sim.nature.name}`;
  const button = (path: string, label: string, className = '') =>
    `<button class="${className}" data-path="${base}/${path}">${label}</button>`;
  const no = encodeURIComponent(transfer.transferNo);
  const actions =
    transfer.state === 'waitsForUser'
      ? button(`transfers/${no}/confirm`, words.confirm, 'go') + button(`transfers/${no}/fail`, words.wrongName, 'bad')
      : '';
  const lines = [...sim.world.notices.values()]
    .filter(({ kind, subject }) => kind === 'transfer' && subject === transfer.transferNo)
    .map((notice) => noticeLine(notice, words, button(`notices/${notice.id}/resend`, words.resend)));
  return `<article><div class="row"><span class="price">${priceText(transfer.amount, 'CNY')}</span>
<span class="tag ${transfer.state}">${words.transfers[transfer.state]}</span></div>
<p>${words.transfer} ${escaped(transfer.name ?? transfer.receiver)}</p>
<p class="soft"><code>${escaped(transfer.transferNo)}</code> · ${transfer.merchantNo} · ${timeOf(transfer.createdMs)}</p>
<div class="row acts">${actions}</div>${lines.length > 0 ? `<ul>${lines.join('')}</ul>` : ''}</article>`;
}

function accountCard(sim: PaymentSimulator, account: SubAccount, words: Words): string {
  const path = `/_control/${sim.nature.name}/accounts/${encodeURIComponent(account.userId)}`;
  const button = (verb: string, label: string) => `<button data-path="${path}/${verb}">${label}</button>`;
  const held = sim.world.held(account);
  const actions = [
    ...(account.state === 'reviewing' || account.state === 'paused' ? [button('open', words.approve)] : []),
    ...(account.state === 'open' ? [button('pause', words.pause)] : []),
    ...(held > 0 ? [button('withdraw', words.takeOut)] : []),
  ].join('');
  const code = account.state === 'codeSent' ? ` · ${words.code} <code>${account.code}</code>` : '';
  return `<article><div class="row"><span>${words.account} ${escaped(account.name)}</span>
<span class="tag ${account.state === 'open' ? 'done' : account.state}">${words.accounts[account.state]}</span></div>
<p>${words.holds} ${priceText(held, 'CNY')}${code}</p>
<p class="soft"><code>${escaped(account.userId)}</code> · ${account.merchantNo} · ${timeOf(account.createdMs)}</p>
<div class="row acts">${actions}</div></article>`;
}

const refundLine = (refund: Refund, { currency }: Trade, words: Words): string =>
  `<li>${words.refund} ${priceText(refund.amount, currency)} <span class="tag ${refund.state}">${words.refunds[refund.state]}</span> <code>${escaped(refund.refundNo)}</code></li>`;

function noticeLine(notice: Notice, words: Words, resend: string): string {
  const last = notice.attempts.at(-1);
  const answer = last ? `${last.status ?? words.noAnswer} ${escaped(last.answer.slice(0, 80))}` : '';
  const state = notice.state === 'waiting' && last ? words.repeating : words.notices[notice.state];
  const count = notice.attempts.length > 1 ? ` ×${notice.attempts.length}` : '';
  return `<li>${words.notice[notice.kind]} <span class="tag ${notice.state}">${state}</span>${count} <code>${answer}</code> ${resend}</li>`;
}

const timeOf = (ms: number): string => new Date(ms + CHINA_OFFSET_MS).toISOString().slice(0, 19).replace('T', ' ');
