import type { ProviderLine } from '../protocol/adapter.ts';
import { told } from '../protocol/exchange.ts';
import { callWechat } from './client.ts';
import { h5Answer } from './wire.ts';

/**
 * A payment in a phone's own browser (H5): a page that opens WeChat on that phone and then leads back to `returnUrl`. WeChat compares
 * the address with the one that opens the page.
 */
export async function payOnPhone(
  line: ProviderLine,
  order: object,
  phone: { readonly address: string; readonly returnUrl: string },
) {
  const reply = await callWechat(line, {
    method: 'POST',
    path: '/v3/pay/transactions/h5',
    body: {
      appid: line.credentials['appid'],
      ...order,
      scene_info: { payer_client_ip: phone.address, h5_info: { type: 'Wap' } },
    },
    answer: h5Answer,
  });
  return told(reply, ({ h5_url }) => ({
    kind: 'page' as const,
    url: `${h5_url}${h5_url.includes('?') ? '&' : '?'}redirect_url=${encodeURIComponent(phone.returnUrl)}`,
    providerNo: null,
  }));
}
