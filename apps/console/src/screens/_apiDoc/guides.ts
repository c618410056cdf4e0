import { MOST_CARDS, MOST_OVERLAP_HOURS } from '@cardinal/contract/api/openApi/scopes.ts';
import { CLOCK_WINDOW_SECONDS } from '@cardinal/contract/api/openApi/signature.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';

export type Guide = {
  readonly key: string;
  readonly title: Text;
  readonly parts: readonly Text[];
  readonly code?: string;
};

const MINUTES = CLOCK_WINDOW_SECONDS / 60;

/** The rules of every interface, in the order a developer needs them. */
export const GUIDES: readonly Guide[] = [
  {
    key: 'start',
    title: text('快速开始', 'Quick start'),
    parts: [
      text(
        '1. 在「API权限管理」新建密钥，密钥只显示一次，请立即保存。',
        '1. Create a key under “API keys and permissions”. The secret is shown once; save it immediately.',
      ),
      text(
        '2. 选一个接口，复制示例代码，设置环境变量 APP_KEY 与 APP_SECRET 后运行。',
        '2. Choose an interface, copy the sample code, set APP_KEY and APP_SECRET, and run it.',
      ),
      text(
        '3. 先调用 GET /openapi/v1/self：返回密钥的权限、每分钟上限和服务器时间。',
        '3. Call GET /openapi/v1/self first: it returns the key’s scopes, rate limits and the server time.',
      ),
      text(
        '使用 Postman：下载左下角的集合并导入，在集合变量中填写 appKey 与 appSecret（只填 Current value），每次请求会自动签名。',
        'With Postman: download the collection at the lower left, import it, and set the variables appKey and appSecret (current value only). Each request is signed automatically.',
      ),
    ],
  },
  {
    key: 'signing',
    title: text('签名', 'Signing'),
    parts: [
      text(
        '用密钥对下面六行做 HMAC-SHA256，结果为小写十六进制，放入 X-Signature。查询串逐对按 RFC 3986 百分号编码、排序、以 & 连接；没有则为空行。',
        'Compute HMAC-SHA256 over these six lines with the secret and send it as lowercase hex in X-Signature. Query pairs are percent-encoded (RFC 3986), sorted and joined with &; leave the line empty if there are none.',
      ),
      text(
        `X-Timestamp 与服务器相差不超过 ${MINUTES} 分钟；X-Nonce 为 8-64 位字母、数字、_、-，每次不同。`,
        `X-Timestamp may be ${MINUTES} minutes off. X-Nonce is 8-64 letters, digits, _ or -, new for every call.`,
      ),
      text(
        `轮换密钥时旧密钥最多再用 ${MOST_OVERLAP_HOURS} 小时。`,
        `After a rotation the old secret goes on for ${MOST_OVERLAP_HOURS} hours at most.`,
      ),
    ],
    code: 'METHOD\n/openapi/v1/path\na=1&b=2\nX-Timestamp\nX-Nonce\nhex(SHA-256(body))',
  },
  {
    key: 'idempotency',
    title: text('幂等', 'Idempotency'),
    parts: [
      text(
        '每个变更请求必须带 Idempotency-Key。未收到应答时，用同一标识和新的 X-Nonce 重发：得到同一应答，不会执行两次。同一标识用于不同内容返回 409。',
        'Every change requires an Idempotency-Key. If no response arrives, resend with the same key and a new X-Nonce: you get the same response and nothing runs twice. Reusing a key for different content returns 409.',
      ),
    ],
  },
  {
    key: 'async',
    title: text('受理与完成', 'Accepted vs. completed'),
    parts: [
      text(
        `停机、复机等返回 202 与 taskNo：表示已受理，不表示已完成。用「查询任务进度」得到每张卡的结果。单次最多 ${MOST_CARDS} 张卡。`,
        `Stopping, restarting and the like answer 202 with a taskNo: accepted, not done. Ask for the task to learn of every card. At most ${MOST_CARDS} cards a call.`,
      ),
      text(
        '「待运营商确认」表示已请求运营商，尚未得到确认；此时卡状态不变。',
        '“Waiting for the carrier” means the request was sent but not confirmed; the card’s status has not changed yet.',
      ),
    ],
  },
  {
    key: 'events',
    title: text('事件', 'Events'),
    parts: [
      text(
        '「查询事件」按发生顺序返回订单结果，以及套餐的生效、到期与退订。保存应答中的 next，下次作为 after 传回：不遗漏、不重复；hasMore 为 true 时立即继续。事件的 id 不变，保留六个月。',
        '“Events” returns results of orders, and packages that begin, end or are unsubscribed, in the order in which it happened. Keep next and pass it as after: nothing is missed or repeated. Go on at once while hasMore is true. An event keeps its id and is kept for six months.',
      ),
    ],
  },
  {
    key: 'paging',
    title: text('分页', 'Paging'),
    parts: [
      text(
        '列表返回 nextCursor；把它作为 cursor 传回得到下一页，为 null 时结束。大列表请用 cursor：带有 farthestPage 的列表拒绝其后的 pageNum。',
        'Lists return nextCursor. Pass it as cursor to get the next page, until it is null. Use cursor for large lists: those that answer farthestPage refuse any later pageNum.',
      ),
    ],
  },
  {
    key: 'limits',
    title: text('频率限制', 'Limits'),
    parts: [
      text(
        '超出每分钟、每秒或每日上限返回 429，Retry-After 为需等待的秒数。请按其等待，不要立即重试。',
        'Exceeding a per-second, per-minute or daily limit returns 429 with Retry-After in seconds. Wait that long before retrying.',
      ),
    ],
  },
  {
    key: 'values',
    title: text('数值与时间', 'Values and time'),
    parts: [
      text(
        '流量为字节，十进制字符串；金额为最小货币单位的整数字符串；时间为 ISO 8601 带时区；ICCID 19 位与 20 位查到同一张卡。',
        'Data volumes are bytes as decimal strings; money is an integer string in minor units; times are ISO 8601 with offset. A 19-digit and a 20-digit ICCID find the same card.',
      ),
    ],
  },
  {
    key: 'ending',
    title: text('接口下线', 'Interface retirement'),
    parts: [
      text(
        '即将下线的接口在应答中带 Deprecation（宣布时间）、Sunset（下线时间）和 Link（替代接口），并通知近 90 天的调用方。下线后返回 404「接口已下线」。',
        'Responses of a retiring interface carry Deprecation (announced), Sunset (retired on) and Link (replacement). Callers of the last 90 days are notified. After retirement it returns 404.',
      ),
    ],
  },
];
