import type { Language } from '@cardinal/primitives/text.ts';

/** The parts of a response the rules check. */
export type Answered = {
  readonly statusCode: number;
  readonly headers: Record<string, unknown>;
  readonly body: string;
};

/** What only we should know: stack lines, source files, SQL, tables, file paths, names of libraries. */
const INTERNALS: readonly RegExp[] = [
  /\bat (?:async )?(?:Object|Module|new )?[\w.<>]* ?\(?(?:file:|\/|node:)/,
  /node_modules|\.ts:\d+|\bZodError\b|\bKysely|\bfastify\b|\bFST_/i,
  /\b(?:select|insert into|update|delete from)\b[^"]{0,80}\b(?:from|values|set|where)\b "?[a-z_]+"?\."?[a-z_]+/i,
  /syntax error at or near|violates \w+ constraint|relation "|column "|duplicate key value/i,
  /\/(?:tmp|home|root|var|work)\/[\w.-]+/,
  /ECONNREFUSED|ENOENT|EACCES|Cannot read propert|is not a function|undefined \(reading/,
];

const CHINESE = /[\u4e00-\u9fff]/;

type Body = { code?: unknown; message?: unknown; data?: unknown; desc?: unknown };

/** What is wrong with an API response, in words; empty if it is as declared. */
export function envelopeFaults(answer: Answered, language: Language): string[] {
  const faults: string[] = [];
  if (!answer.headers['x-request-id']) faults.push('no X-Request-Id');
  if (answer.statusCode >= 500) faults.push(`status ${answer.statusCode}`);
  const type = String(answer.headers['content-type'] ?? '');
  if (!type.includes('json')) return answer.statusCode >= 400 ? [...faults, `refused as ${type || 'nothing'}`] : faults;
  if (!/charset=utf-8/i.test(type)) faults.push(`type ${type}`);
  for (const pattern of INTERNALS) {
    const found = pattern.exec(answer.body)?.[0];
    if (found) faults.push(`internals: ${found}`);
  }
  let body: Body;
  try {
    body = JSON.parse(answer.body) as Body;
  } catch {
    return [...faults, 'not JSON'];
  }
  if (Object.keys(body).length === 0) faults.push('an empty object');
  if (typeof body.code !== 'string' || body.code === '') faults.push(`code ${String(body.code)}`);
  if (!('data' in body)) faults.push('no data');
  if (JSON.stringify(body.data) === '{}') faults.push('data is an empty object');
  const { message } = body;
  if (typeof message !== 'string' || message === '') return [...faults, 'no message'];
  if (answer.statusCode >= 400 && (typeof body.desc !== 'string' || body.desc === '')) faults.push('no desc');
  if (answer.statusCode < 400 && 'desc' in body) faults.push('desc on a success');
  return [...faults, ...sentences(body, message).flatMap((sentence) => languageFaults(sentence, language))];
}

function sentences(body: Body, message: string): string[] {
  const { errors } = (body.data ?? {}) as { errors?: { field: string; message: string }[] };
  return body.code === '200' || !Array.isArray(errors) ? [message] : [message, ...errors.map((each) => each.message)];
}

function languageFaults(sentence: string, language: Language): string[] {
  // The URL of map tiles has placeholders that stay.
  if (/\{(?![xyz]\})\w+\}|undefined|\[object/.test(sentence)) return [`unfilled: ${sentence.slice(0, 80)}`];
  if (CHINESE.test(sentence) !== (language === 'zh_CN')) return [`not in ${language}: ${sentence.slice(0, 80)}`];
  return [];
}
