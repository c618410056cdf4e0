import { problem } from '@cardinal/primitives/problem.ts';
import * as z from 'zod';
import { fieldProblems } from '../framework/issues.ts';
import type { FieldProblem } from '../framework/refusal.ts';
import {
  type CarrierProfile,
  type PlainAuth,
  type ProfileField,
  type ProfileRequest,
  profileShape,
} from './profile.ts';
import {
  COMMON_NAMES,
  PROFILE_OPERATION_NAMES,
  PROFILE_OPERATIONS,
  type ProfileOperation,
  type ProfileOperationName,
  SIGNED_NAMES,
} from './profileOperations.ts';
import { templateProblems, textsOf } from './profileTemplates.ts';

const at = (field: string, zh: string, en: string, facts?: Record<string, string>): FieldProblem => ({
  field,
  ...problem(zh, en, facts),
});

type Place = { readonly place: string; readonly text: string };

const requestTexts = (place: string, request: Pick<ProfileRequest, 'path' | 'query' | 'headers' | 'json' | 'form'>) =>
  (['path', 'query', 'headers', 'json', 'form'] as const).flatMap((part) => textsOf(request[part], `${place}.${part}`));

const named = (places: readonly Place[], names: readonly string[]): FieldProblem[] =>
  places.flatMap(({ place, text }) => templateProblems(place, text, new Set(names)));

/**
 * Inconsistencies of a schema-valid document: unknown names, answers without required fields, unknown statuses. `statuses` are
 * those of the carrier's table.
 */
function fitProblems(profile: CarrierProfile, statuses: readonly string[]): FieldProblem[] {
  const secrets = profile.credentials.map(({ name }) => `credential.${name}`);
  const always = [...COMMON_NAMES, ...secrets];
  const token = profile.auth.kind === 'token' ? ['token'] : [];
  return [
    ...named(textsOf(profile.headers, 'headers'), always),
    ...authProblems('auth', profile.auth.kind === 'token' ? undefined : profile.auth, always),
    ...(profile.auth.kind === 'token'
      ? [
          ...named(requestTexts('auth.request', profile.auth.request), always),
          ...bodyProblems('auth.request', profile.auth.request),
          ...authProblems('auth.proof', profile.auth.proof, always),
          ...intoProblems('auth.into', profile.auth.into, ['token']),
        ]
      : []),
    ...statusProblems(profile, statuses),
    ...(profile.operations.echo
      ? []
      : [at('operations', '缺少 echo：用于测试地址与凭据', 'echo missing: used to test address and credentials')]),
    ...PROFILE_OPERATION_NAMES.flatMap((name) => {
      const asked = profile.operations[name];
      return asked ? operationProblems(profile, name, asked, [...always, ...token]) : [];
    }),
  ];
}

function authProblems(place: string, auth: PlainAuth | undefined, names: readonly string[]): FieldProblem[] {
  switch (auth?.kind) {
    case 'basic':
      return named(
        [
          { place: `${place}.username`, text: auth.username },
          { place: `${place}.password`, text: auth.password },
        ],
        names,
      );
    case 'bearer':
      return named([{ place: `${place}.token`, text: auth.token }], names);
    case 'header':
      return named([{ place: `${place}.value`, text: auth.value }], names);
    case 'signature':
      return [
        ...named(textsOf(auth.parts, `${place}.parts`), [...names, ...SIGNED_NAMES]),
        ...named(textsOf(auth.key, `${place}.key`), names),
        ...(auth.algorithm === 'hmac-sha256' && !auth.key
          ? [at(`${place}.key`, 'HMAC 需要密钥', 'HMAC requires a key')]
          : []),
        ...intoProblems(`${place}.into`, auth.into, ['signature', ...names]),
      ];
    default:
      return [];
  }
}

function intoProblems(
  place: string,
  into: { header?: string | undefined; query?: string | undefined; value?: string | undefined },
  names: readonly string[],
): FieldProblem[] {
  return [
    ...((into.header === undefined) === (into.query === undefined)
      ? [at(place, 'header 与 query 二选一', 'Use either header or query')]
      : []),
    ...named(textsOf(into.value, `${place}.value`), names),
  ];
}

const bodyProblems = (place: string, { method, json, form }: Pick<ProfileRequest, 'method' | 'json' | 'form'>) => [
  ...(json !== undefined && form !== undefined
    ? [at(`${place}.form`, 'json 与 form 二选一', 'Use either json or form')]
    : []),
  ...(method === 'GET' && (json !== undefined || form !== undefined)
    ? [at(`${place}.method`, 'GET 没有请求体', 'GET has no body')]
    : []),
];

function statusProblems(profile: CarrierProfile, statuses: readonly string[]): FieldProblem[] {
  const theirs = new Map<string, string>();
  return [...Object.entries(profile.statuses)]
    .flatMap(([ours, words]) => [
      ...(statuses.includes(ours)
        ? []
        : [
            at(
              `statuses.${ours}`,
              '该运营商没有状态 {ours}；可用：{all}',
              'This carrier has no status {ours}; available: {all}',
              {
                ours,
                all: statuses.join(', '),
              },
            ),
          ]),
      ...words.flatMap((word, place) => {
        const other = theirs.get(word);
        theirs.set(word, ours);
        return other === undefined
          ? []
          : [
              at(`statuses.${ours}.${place}`, '{word} 已对应 {other}', '{word} is already mapped to {other}', {
                word,
                other,
              }),
            ];
      }),
    ])
    .concat(
      profile.heardOnly
        .map((ours, place) => ({ ours, place }))
        .filter(({ ours }) => !Object.hasOwn(profile.statuses, ours))
        .map(({ place }) => at(`heardOnly.${place}`, '不在 statuses 中', 'Not in statuses')),
    );
}

function operationProblems(
  profile: CarrierProfile,
  name: ProfileOperationName,
  asked: ProfileRequest,
  names: readonly string[],
): FieldProblem[] {
  const shape: ProfileOperation = PROFILE_OPERATIONS[name];
  const place = `operations.${name}`;
  const fields = asked.fields ?? {};
  const uses = (kind: string) => Object.keys(fields).some((field) => shape.fields[field] === kind);
  const offered = Object.keys(shape.fields).join(', ');
  return [
    ...named(requestTexts(place, asked), [...names, ...shape.names]),
    ...bodyProblems(place, asked),
    ...Object.entries(fields).flatMap(([field, how]) => {
      const kind = shape.fields[field];
      if (!kind) {
        const said = { field, offered: offered || '—' };
        return [
          at(
            `${place}.fields.${field}`,
            '没有字段 {field}；可用：{offered}',
            'Unknown field {field}; available: {offered}',
            said,
          ),
        ];
      }
      return fieldFit(`${place}.fields.${field}`, kind, how);
    }),
    ...shape.needs
      .filter((field) => !Object.hasOwn(fields, field))
      .map((field) => at(`${place}.fields`, '缺少字段 {field}', 'Field {field} missing', { field })),
    ...(asked.paging && !shape.paged ? [at(`${place}.paging`, '该操作不分页', 'This operation has no paging')] : []),
    ...(name === 'listDevices' && !asked.paging ? [at(place, '缺少 paging', 'paging missing')] : []),
    ...(asked.batchSize !== undefined && !shape.names.includes('iccids')
      ? [at(`${place}.batchSize`, '该操作一次一张卡', 'This operation handles one card at a time')]
      : []),
    ...(uses('service') && !profile.services
      ? [at('services', '缺少 services：网络功能的对照', 'services missing')]
      : []),
    ...(name === 'setService' && !profile.services
      ? [at('services', '缺少 services：网络功能的对照', 'services missing')]
      : []),
    ...(name === 'setSpeed' && !profile.speeds ? [at('speeds', '缺少 speeds：可限的速率', 'speeds missing')] : []),
    ...(uses('state') && !profile.states ? [at('states', '缺少 states：工单状态的对照', 'states missing')] : []),
    ...((name === 'setPlan' || name === 'listPlans') && !asked.kind
      ? [at(`${place}.kind`, '说明计划的类别：rate 或 communication', 'Specify the plan kind: rate or communication')]
      : []),
  ];
}

function fieldFit(place: string, kind: string, how: ProfileField): FieldProblem[] {
  if (typeof how === 'string')
    return kind === 'flag'
      ? [at(place, '写明哪些值表示是：{ "at", "is" }', 'Specify which values mean yes: { "at", "is" }')]
      : [];
  const wrong = (['unit', 'date', 'is'] as const).filter(
    (way) => how[way] !== undefined && { unit: 'volume', date: 'moment', is: 'flag' }[way] !== kind,
  );
  return [
    ...wrong.map((way) => at(`${place}.${way}`, '该字段不用 {way}', 'This field does not use {way}', { way })),
    ...(kind === 'flag' && !how.is ? [at(place, '写明哪些值表示是：is', 'Specify which values mean yes: is')] : []),
  ];
}

/** The maximum length of a document. */
export const MOST_PROFILE_TEXT = 64_000;

export type ReadProfile =
  | { readonly profile: CarrierProfile; readonly problems: readonly [] }
  | { readonly profile: undefined; readonly problems: readonly FieldProblem[] };

/**
 * The parsed document, or all of its errors with their paths (`operations.getDevice.path`). `statuses` are those of the
 * carrier's status table.
 */
export function readProfile(document: unknown, statuses: readonly string[]): ReadProfile {
  if (JSON.stringify(document ?? null).length > MOST_PROFILE_TEXT) {
    return { profile: undefined, problems: [at('', '文档过大', 'Document too large')] };
  }
  const read = profileShape.safeParse(document);
  if (!read.success) return { profile: undefined, problems: fieldProblems(unfolded(read.error)) };
  const problems = fitProblems(read.data, statuses);
  return problems.length === 0 ? { profile: read.data, problems: [] } : { profile: undefined, problems };
}

/** Errors of a union are reported for the branch of the same kind. */
function unfolded(error: z.ZodError): z.ZodError {
  const issues = error.issues.flatMap((issue) => {
    if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [issue];
    const meant = issue.errors.reduce((best, each) => (depth(each) > depth(best) ? each : best));
    return meant.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }));
  });
  return new z.ZodError(issues);
}
const depth = (issues: readonly z.core.$ZodIssue[]) => Math.max(0, ...issues.map(({ path }) => path.length));
