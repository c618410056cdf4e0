import type { Followed, ToReceive } from './api.ts';

type Sheet = NonNullable<Followed['sheet']>;
type Bridge = {
  invoke: (name: string, values: Sheet | ToReceive['sheet'], done: (answer: { err_msg?: string }) => void) => void;
};
const bridge = (): Bridge | undefined => (globalThis as { WeixinJSBridge?: Bridge }).WeixinJSBridge;

export const isInWechat = (): boolean => /MicroMessenger/i.test(navigator.userAgent) || bridge() !== undefined;

const whenReady = (): Promise<Bridge | undefined> =>
  new Promise((resolve) => {
    const found = bridge();
    if (found || !isInWechat()) return resolve(found);
    document.addEventListener('WeixinJSBridgeReady', () => resolve(bridge()), { once: true });
    setTimeout(() => resolve(bridge()), 5_000);
  });

/** To what stands for WeChat, which leads back. */
function leadTo(standIn: string): void {
  const lang = document.documentElement.lang === 'en' ? 'en' : 'zh';
  location.assign(`${standIn}&lang=${lang}&back=${encodeURIComponent(location.href)}`);
}

/**
 * Opens WeChat's sheet. What it answers is a hint only: whether it is paid, the provider tells the server. Where WeChat is simulated,
 * a page stands for the sheet. Answers whether there was anything to open.
 */
export async function openSheet({ sheet, sheetUrl }: Followed): Promise<boolean> {
  if (!sheet) return false;
  const wechat = await whenReady();
  if (wechat) {
    await new Promise<void>((resolve) => wechat.invoke('getBrandWCPayRequest', sheet, () => resolve()));
    return true;
  }
  if (!sheetUrl) return false;
  leadTo(sheetUrl);
  return true;
}

/**
 * Opens WeChat's page on which the receiver takes a transfer, or what stands for it. What it answers is a hint only. Answers
 * whether there was anything to open.
 */
export async function openTransfer({ sheet, sheetUrl }: ToReceive): Promise<boolean> {
  const wechat = await whenReady();
  if (wechat) {
    await new Promise<void>((resolve) => wechat.invoke('requestMerchantTransfer', sheet, () => resolve()));
    return true;
  }
  if (!sheetUrl) return false;
  leadTo(sheetUrl);
  return true;
}

/** Leads to the provider's page, which leads back; outside WeChat too. */
export const openPage = (address: string): void => location.assign(address);
