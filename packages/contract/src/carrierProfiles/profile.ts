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

/** Only below the account's URL. */
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
  /** As JSON, or as a form; omitted: no body. */
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

/** The location of a value, and its format if it differs from the profile's default. */
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

/** Whether there are further pages: a flag, the number of pages, or of rows; omitted: a short page is the last. */
const paging = z.strictObject({
  pageSize: z.number().int().min(1).max(10_000),
  firstPage: z.union([z.literal(0), z.literal(1)]).default(1),
  last: z.strictObject({ at: pointerSchema, is: words }).optional(),
  pages: pointerSchema.optional(),
  total: pointerSchema.optional(),
});

/** How a success differs from a failure, and the meaning of its codes. A list in an operation replaces the profile's own. */
const verdict = {
  success: z.strictObject({ at: pointerSchema, is: words }).optional(),
  errorCode: pointerSchema.optional(),
  errorWords: pointerSchema.optional(),
  codes: z
    .strictObject({
      /** The carrier does not know the card. */
      unknownCard: words.optional(),
      /** Rate limited; nothing was done. */
      tooMany: words.optional(),
      /** Unknown credentials; nothing was done. */
      stranger: words.optional(),
      /** The token has expired; nothing was done. */
      tokenGone: words.optional(),
      /** The requested state already holds. */
      already: words.optional(),
      /** The carrier itself does not know the result. */
      unclear: words.optional(),
    })
    .optional(),
};
const verdictSchema = z.strictObject(verdict);
export type ProfileVerdict = z.output<typeof verdictSchema>;

const operation = z.strictObject({
  ...request,
  /** The location of the object or list; omitted: the whole answer. */
  at: pointerSchema.optional(),
  fields: bounded(field).optional(),
  paging: paging.optional(),
  /** Cards in one call. */
  batchSize: z.number().int().min(1).max(1_000).optional(),
  /** `echo`: a refusal proves URL and credentials as well as a success. */
  refusalProves: z.boolean().optional(),
  /** `setPlan`, `listPlans`: which kind of plan. */
  kind: z.enum(['rate', 'communication']).optional(),
  ...verdict,
});
export type ProfileRequest = z.output<typeof operation>;

const into = z.strictObject({ header: headerName.optional(), query: word.optional(), value: template.optional() });

/** A secret among the parts authenticates the caller; only the digest is sent. */
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
  /** How the token request itself is authenticated. */
  proof: plainAuthSchema.optional(),
  token: pointerSchema,
  /** Its lifetime: seconds, or the location in the answer. */
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

/** The document's schema; `profileProblems` checks its consistency. */
export const profileShape = z.strictObject({
  format: z.literal(1),
  /** The source document and its version, for readers. */
  about: z.string().max(500).optional(),
  credentials: z.array(credential).max(10),
  auth,
  headers: headers.optional(),
  ...verdict,
  /** The time zone of dates without an offset. */
  zone: z
    .string()
    .regex(/^[+-]([01]\d|2[0-3]):[0-5]\d$/)
    .default('+08:00'),
  dates: dateForm.default('iso'),
  volumes: unit.default('B'),
  /** Our status → theirs; the first is used in requests. */
  statuses: bounded(words),
  /** Statuses that are only reported and never requested. */
  heardOnly: z.array(word).max(MOST_ENTRIES).default([]),
  services: z.partialRecord(z.enum(NETWORK_SERVICES), word).optional(),
  /** The values of `isOn` in a request. */
  onOff: z.strictObject({ on: word, off: word }).default({ on: '1', off: '0' }),
  /** kbit/s → their value; `none` removes the limit. */
  speeds: bounded(word, z.string().regex(/^(none|[1-9]\d{0,7})$/)).optional(),
  /** `getOrder`: their values. */
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
  /** When it was last verified against the real interface; omitted: «接口待确认». */
  verifiedOn: z.iso.date().optional(),
  operations: z.partialRecord(z.enum(PROFILE_OPERATION_NAMES), operation),
});
export type CarrierProfile = z.output<typeof profileShape>;
