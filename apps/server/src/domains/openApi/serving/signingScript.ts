import { SIGNED_HEADERS } from '@cardinal/contract/api/openApi/signature.ts';

/**
 * Postman runs this before each request. Its sandbox has `pm` and `CryptoJS` and none of our code, so the six lines are
 * repeated here; a test runs the script and compares.
 */
export const SIGNING_SCRIPT = `const read = (name) => pm.variables.get(name) || '';
const plain = (text) => pm.variables.replaceIn(text == null ? '' : String(text));
const decode = (text) => {
  try { return decodeURIComponent(text.replace(/\\+/g, ' ')); } catch (error) { return text; }
};
const encode = (text) => encodeURIComponent(decode(plain(text)))
  .replace(/[!'()*]/g, (sign) => '%' + sign.charCodeAt(0).toString(16).toUpperCase());
const query = pm.request.url.query.all()
  .filter((pair) => !pair.disabled)
  .map((pair) => encode(pair.key) + '=' + encode(pair.value))
  .sort()
  .join('&');
const body = pm.request.body && pm.request.body.mode === 'raw' ? plain(pm.request.body.raw) : '';
// Variables are filled in once, so that the signed body is the one sent.
if (body) pm.request.body.update({ mode: 'raw', raw: body, options: { raw: { language: 'json' } } });
const time = plain('{{$timestamp}}');
const nonce = plain('{{$guid}}');
const text = [
  pm.request.method, plain(pm.request.url.getPath()), query, time, nonce, CryptoJS.SHA256(body).toString(),
].join('\\n');
const headers = {
  '${SIGNED_HEADERS.appKey}': read('appKey'),
  '${SIGNED_HEADERS.timestamp}': time,
  '${SIGNED_HEADERS.nonce}': nonce,
  '${SIGNED_HEADERS.signature}': CryptoJS.HmacSHA256(text, read('appSecret')).toString(),
};
for (const key of Object.keys(headers)) pm.request.headers.upsert({ key, value: headers[key] });`;
