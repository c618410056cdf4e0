import { problem, ruled } from '@cardinal/primitives/problem.ts';
import * as z from 'zod';
import { PROFILE_OPERATION_NAMES } from './profileOperations.ts';

/*
 * A carrier's HTTP interface, described instead of coded. It is data: no expressions, no user's patterns, no address but
 * paths below the account's own. What each part means stands in carrierAdapters/generic/README.md.
 */

const MOST_TEXT = 2_000;
const MOST_ENTRIES = 60;
const MOST_DEPTH = 12;

const template = z.string().max(MOST_TEXT);
const word = z.string().min(1).max(100);
const name = z.string().regex(/^[a-zA-Z][a-zA-Z0-9]{0,39}$/);
const bounded = <V extends z.ZodType>(value: V, key: z.ZodType<string, string> = z.string().min(1).max(100)) =>
  z
    .record(key, value)
    .check(
      ruled((entries: object) =>
        Object.keys(entries).length > MOST_ENTRIES
          ? problem('最多 {max} 项', 'At most {max} {max|item|items}', { max: MOST_ENTRIES })
          : undefined,
      ),
    );

/** A JSON pointer (RFC 6901): `/data/cards`, empty for the whole. */
export const pointerSchema = z
  .string()
  .max(200)
  .check(
    ruled((pointer: string) =>
      pointer === '' || (pointer.startsWith('/') && !/~(?![01])/.test(pointer))
        ? undefined
        : problem('应为 JSON 指针，如 /data/status', 'Must be a JSON pointer such as /data/status'),
    ),
  );

/** Below the account's address, and nowhere else. */
const pathSchema = z
  .string()
  .max(500)
  .check(
    ruled((path: string) =>
      /^\/(?!\/)[^?#\\\s]*$/.test(path) && !path.split('/').some((part) => part === '.' || part === '..')
        ? undefined
        : problem(
            '路径以 / 开头，不含 ?、#、空格、. 或 .. 段；参数写在 query',
            'Path must start with / and contain no ?, #, space, . or .. segment; put parameters in query',
          ),
    ),
  );

/** Headers that belong to the connection, not to a carrier. */
const FORBIDDEN_HEADERS = new Set([
  'host',
  'content-length',
  'transfer-encoding',
  'connection',
  'upgrade',
  'expect',
  'te',
  'trailer',
  'keep-alive',
  'proxy-authorization',
]);
const headerName = z
  .string()
  .check(
    ruled((header: string) =>
      /^[a-zA-Z][a-zA-Z0-9-]{0,63}$/.test(header) && !FORBIDDEN_HEADERS.has(header.toLowerCase())
        ? undefined
        : problem('不能设置的请求头', 'This header cannot be set'),
    ),
  );
const headers = bounded(template, headerName);

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}
const jsonBody = z
  .unknown()
  .check(
    ruled((body: unknown) =>
      depthOf(body) <= MOST_DEPTH && JSON.stringify(body ?? null).length <= 8_000
        ? undefined
        : problem('请求体过大或嵌套过深', 'Request body too large or nested too deeply'),
    ),
  );

const request = {
  method: z.enum(['GET', 'POST', 'PUT']),
  path: pathSchema,
  query: bounded(template).optional(),
  headers: headers.optional(),
  /** As JSON, or as a form; left out: none. */
  json: jsonBody.optional(),
  form: bounded(template).optional(),
};

export const DATE_FORMS = [
  'iso',
  'seconds',
  'milliseconds',
  'yyyy-MM-dd HH:mm:ss',
  'yyyyMMddHHmmss',
  'yyyy-MM-dd',
  'yyyyMMdd',
] as const;
export type DateForm = (typeof DATE_FORMS)[number];
const dateForm = z.enum(DATE_FORMS);

const unit = z.enum(['B', 'KB', 'MB', 'GB']);
const words = z.array(word).min(1).max(20);

/** Where a value lies, and how it is to be understood where the profile's own way is not meant. */
const field = z.union([
  pointerSchema,
  z.strictObject({
    at: pointerSchema,
    unit: unit.optional(),
    date: dateForm.optional(),
    /** Words that mean yes; anything else means no. */
    is: words.optional(),
  }),
]);
export type ProfileField = z.output<typeof field>;

/** Whether there are further pages: a flag, the number of pages, or of rows; none: a short page is the last. */
const paging = z.strictObject({
  pageSize: z.number().int().min(1).max(10_000),
  firstPage: z.union([z.literal(0), z.literal(1)]).default(1),
  last: z.strictObject({ at: pointerSchema, is: words }).optional(),
  pages: pointerSchema.optional(),
  total: pointerSchema.optional(),
});

/** How a success is told from a failure, and what its codes mean. A list in an operation replaces the profile's own. */
const verdict = {
  success: z.strictObject({ at: pointerSchema, is: words }).optional(),
  errorCode: pointerSchema.optional(),
  errorWords: pointerSchema.optional(),
  codes: z
    .strictObject({
      /** It does not know the card that was asked about. */
      unknownCard: words.optional(),
      /** Too fast; nothing was done. */
      tooMany: words.optional(),
      /** It does not know these credentials; nothing was done. */
      stranger: words.optional(),
      /** The token has ended; nothing was done. */
      tokenGone: words.optional(),
      /** What was asked for is so already. */
      already: words.optional(),
      /** It does not know itself what became of it. */
      unclear: words.optional(),
    })
    .optional(),
};
const verdictSchema = z.strictObject(verdict);
export type ProfileVerdict = z.output<typeof verdictSchema>;

const operation = z.strictObject({
  ...request,
  /** Where the object or the list lies; left out: the whole answer. */
  at: pointerSchema.optional(),
  fields: bounded(field).optional(),
  paging: paging.optional(),
  /** Cards in one call. */
  batchSize: z.number().int().min(1).max(1_000).optional(),
  /** `echo`: a refusal proves address and credentials as well as a success. */
  refusalProves: z.boolean().optional(),
  /** `setPlan`, `listPlans`: which kind of plan. */
  kind: z.enum(['rate', 'communication']).optional(),
  ...verdict,
});
export type ProfileRequest = z.output<typeof operation>;

const into = z.strictObject({ header: headerName.optional(), query: word.optional(), value: template.optional() });

/** A secret among the parts proves who is calling; what goes over the wire is the digest. */
const signature = z.strictObject({
  kind: z.literal('signature'),
  algorithm: z.enum(['hmac-sha256', 'sha256', 'md5', 'sm3']),
  /** Of the HMAC. */
  key: template.optional(),
  parts: z.array(template).min(1).max(20),
  between: z.string().max(4).default(''),
  encoding: z.enum(['hex', 'HEX', 'base64']).default('hex'),
  into,
});
const plainAuth = [
  z.strictObject({ kind: z.literal('none') }),
  z.strictObject({ kind: z.literal('basic'), username: template, password: template }),
  z.strictObject({ kind: z.literal('bearer'), token: template }),
  z.strictObject({ kind: z.literal('header'), name: headerName, value: template }),
  signature,
] as const;
const plainAuthSchema = z.discriminatedUnion('kind', plainAuth);
export type PlainAuth = z.output<typeof plainAuthSchema>;
const tokenAuth = z.strictObject({
  kind: z.literal('token'),
  request: z.strictObject({ ...request, ...verdict }),
  /** How the request for the token itself is proved. */
  proof: plainAuthSchema.optional(),
  token: pointerSchema,
  /** How long it lives: a number of seconds, or where the answer says it. */
  lives: z.union([z.number().int().min(60).max(31_536_000), pointerSchema]),
  into,
});
const auth = z.discriminatedUnion('kind', [...plainAuth, tokenAuth]);
export type ProfileAuth = z.output<typeof auth>;

const credential = z.strictObject({
  name,
  label: z.strictObject({ zh: word, en: word }),
  isSecret: z.boolean(),
  maxLength: z.number().int().min(1).max(4_096).default(256),
});

export const NETWORK_SERVICES = ['data', 'voice', 'sms', 'roaming'] as const;

/** The document as it is written; whether its parts fit together is asked of `profileProblems`. */
export const profileShape = z.strictObject({
  format: z.literal(1),
  /** Whose papers, which version: for people. */
  about: z.string().max(500).optional(),
  credentials: z.array(credential).max(10),
  auth,
  headers: headers.optional(),
  ...verdict,
  /** What dates without an offset are in. */
  zone: z
    .string()
    .regex(/^[+-]([01]\d|2[0-3]):[0-5]\d$/)
    .default('+08:00'),
  dates: dateForm.default('iso'),
  volumes: unit.default('B'),
  /** Our word for a status → theirs; the first is the one that is asked for. */
  statuses: bounded(words),
  /** Statuses that are only heard and never asked for. */
  heardOnly: z.array(word).max(MOST_ENTRIES).default([]),
  services: z.partialRecord(z.enum(NETWORK_SERVICES), word).optional(),
  /** What `isOn` says in a request. */
  onOff: z.strictObject({ on: word, off: word }).default({ on: '1', off: '0' }),
  /** kbit/s → their word; `none` lifts the limit. */
  speeds: bounded(word, z.string().regex(/^(none|[1-9]\d{0,7})$/)).optional(),
  /** `getOrder`: their words. */
  states: z.strictObject({ waiting: words.optional(), done: words.optional(), failed: words.optional() }).optional(),
  confirmation: z.enum(['answer', 'query', 'none']).default('query'),
  limits: z
    .strictObject({
      callsPerSecond: z.number().min(0.01).max(1_000),
      inFlight: z.number().int().min(1).max(100),
      perDay: z.number().int().min(1).nullable().default(null),
    })
    .default({ callsPerSecond: 1, inFlight: 1, perDay: null }),
  quietSecondsPerCard: z.number().int().min(0).max(86_400).default(0),
  cycleDay: z.number().int().min(1).max(28).default(1),
  timeoutMs: z.number().int().min(500).max(120_000).default(10_000),
  usualDelayMinutes: z
    .strictObject({ status: z.number().int().min(0).optional(), usage: z.number().int().min(0).optional() })
    .optional(),
  /** When somebody last compared it with the real interface; left out: «接口待确认». */
  verifiedOn: z.iso.date().optional(),
  operations: z.partialRecord(z.enum(PROFILE_OPERATION_NAMES), operation),
});
export type CarrierProfile = z.output<typeof profileShape>;
