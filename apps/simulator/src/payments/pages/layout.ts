import { placesOf } from '@cardinal/primitives/money.ts';
import type { FastifyRequest } from 'fastify';

export type PageLanguage = 'zh' | 'en';

/** Asked for with `?lang=en`, else by the browser. */
export function languageOf(request: FastifyRequest): PageLanguage {
  const { lang } = request.query as { lang?: string };
  const wanted = lang ?? request.headers['accept-language'] ?? '';
  return wanted.toLowerCase().startsWith('en') ? 'en' : 'zh';
}

export const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** `¥1,012.50`, `USD 3.00`, `JPY 300`. */
export const priceText = (minor: number, currency: string): string => {
  const places = placesOf(currency);
  const amount = (minor / 10 ** places).toLocaleString('en', { minimumFractionDigits: places });
  return currency === 'CNY' ? `¥${amount}` : `${currency} ${amount}`;
};

const STYLE = `
:root{color-scheme:light dark;--line:#8883;--soft:#8881;--go:#1677ff;--bad:#d4380d}
*{box-sizing:border-box}
body{font:15px/1.5 system-ui,sans-serif;margin:0 auto;max-width:60rem;padding:1rem}
h1{font-size:1.25rem;margin:.2rem 0}h2{font-size:1rem;margin:1.4rem 0 .4rem}
p{margin:.3rem 0}.soft{opacity:.65;font-size:.85rem}
article{border:1px solid var(--line);border-radius:.6rem;padding:.7rem .9rem;margin:.6rem 0}
.row{display:flex;flex-wrap:wrap;gap:.4rem .8rem;align-items:baseline;justify-content:space-between}
.row.acts{justify-content:flex-start;align-items:center}
.price{font-size:1.15rem;font-weight:600}.big{font-size:2.2rem;font-weight:600;margin:1rem 0}
.tag{border-radius:1rem;padding:.05rem .6rem;background:var(--soft);font-size:.85rem}
.tag.paid,.tag.taken,.tag.done{background:#52c41a33}.tag.failed,.tag.givenUp,.tag.lost,.tag.abnormal{background:#d4380d33}
button{font:inherit;padding:.35rem .9rem;border-radius:.4rem;border:1px solid var(--line);background:none;color:inherit;cursor:pointer}
button.go{background:var(--go);border-color:var(--go);color:#fff}button.bad{color:var(--bad)}
.pay{max-width:24rem;text-align:center}.pay button{width:100%;padding:.8rem;margin:.3rem 0}
ul{margin:.4rem 0 0;padding-left:1.1rem}li{overflow-wrap:anywhere;font-size:.9rem;margin:.2rem 0}li button{padding:0 .5rem;font-size:.85rem}code{overflow-wrap:anywhere}
`;

export const pageOf = (language: PageLanguage, title: string, body: string, className = ''): string =>
  `<!doctype html><html lang="${language === 'zh' ? 'zh-CN' : 'en'}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><title>${escaped(title)}</title>
<style>${STYLE}</style></head><body class="${className}">${body}</body></html>`;
