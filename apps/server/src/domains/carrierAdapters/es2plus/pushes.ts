import { text } from '@cardinal/primitives/text.ts';
import type { PushContract } from '../protocol/adapter.ts';

/** The path below the address given to an SM-DP+, as the specification requires. */
export const PROGRESS_PATH = '/gsma/rsp2/es2plus/handleDownloadProgressInfo';
/** Below the same address; defined by us, since no northbound interface of an eIM is standardised. */
export const NETWORK_PATH = '/eim/networkReport';
const OWN = '/es2plus/';
/** Our push paths with a parameter for the secret, in router syntax. */
export const pushPath = (behind: string): string => `${OWN}:token${behind}`;
/** A proxy in front of us that has verified the client certificate adds the secret here. */
export const TOKEN_HEADER = 'x-notify-token';

export const es2plusPushes: PushContract = {
  proof: text(
    '地址中的通知密钥（至少 16 位）；设置了通知方标识时，报文中的发送方须一致',
    'Notification token in the address (at least 16 characters). If a notifier ID is set, the sender in the message must match it.',
  ),
  secret: 'notifyToken',
  sender: 'notifierId',
  doors: [
    {
      what: text('SM-DP+ 下载进度', 'SM-DP+ download progress'),
      path: `${OWN}{token}`,
      note: text(`SM-DP+ 会自动在其后追加 ${PROGRESS_PATH}`, `The SM-DP+ adds ${PROGRESS_PATH} by itself`),
    },
    {
      what: text('SM-DP+ 下载进度（经反向代理）', 'SM-DP+ download progress (via reverse proxy)'),
      path: PROGRESS_PATH,
      note: text(
        `代理校验对方证书后，用请求头 ${TOKEN_HEADER} 传递通知密钥`,
        `The proxy checks the certificate and hands the token over in the header ${TOKEN_HEADER}`,
      ),
    },
    { what: text('eIM 网络变化', 'eIM network changes'), path: `${OWN}{token}${NETWORK_PATH}` },
  ],
};
