import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { Platform } from '../../enumerations/card.ts';
import { change, idSchema, read } from '../../framework/endpoint.ts';
import { notFound } from '../../framework/standardRefusals.ts';
import { key } from '../../permissions/key.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { CarrierOperation } from './carrierCapabilities.ts';
import { CallOutcome, credentialsIncomplete, profileInvalid, profileNotTaken, profileSchema } from './carriers.ts';

/** The capabilities of every active account, for one table. */
export const readCarrierMatrix = read({
  name: 'carrierAccounts.matrix',
  summary: text('通道能力一览', 'Carrier account capabilities'),
  namesCarriers: true,
  permission: key('platformConfig.view'),
  answer: z.array(
    z.object({
      accountId: idSchema,
      name: z.string(),
      platform: Platform.schema,
      adapterName: z.string(),
      isConnected: z.boolean(),
      isProven: z.boolean(),
      operations: z.array(CarrierOperation.schema),
      batchSizes: z.record(z.string(), z.number().int()),
    }),
  ),
});

/** Initial descriptions: our own documented contract, adapted to each family. */
export const listProfilePresets = read({
  name: 'carrierAccounts.presets',
  summary: text('接口配置样例', 'Interface description examples'),
  permission: key('platformConfig.edit'),
  scope: 'global',
  query: { adapter: z.string().min(1).max(40) },
  answer: z.array(
    z.object({ key: z.string(), name: z.object({ zh: z.string(), en: z.string() }), profile: profileSchema }),
  ),
  example: { query: { adapter: 'generic' } },
});

/**
 * Makes one call with an unsaved description at the account's own URL: `getDevice` if a card is named, otherwise `echo`.
 * Returns the request, the answer and its interpretation, without secrets.
 */
export const tryCarrierProfile = change({
  name: 'carrierAccounts.testProfile',
  summary: text('试用接口配置', 'Test interface description'),
  permission: key('platformConfig.edit'),
  idempotency: 'none',
  body: z.strictObject({
    accountId: idSchema,
    profile: profileSchema,
    /** By default those of the account. */
    credentials: z.record(z.string().max(40), z.string().min(1).max(4_096)).optional(),
    iccid: z
      .string()
      .regex(/^[0-9A-Z]{18,32}$/)
      .optional(),
  }),
  answer: z.object({
    outcome: CallOutcome.schema,
    words: z.string(),
    durationMs: z.number().int(),
    steps: z.array(
      z.object({
        method: z.string(),
        url: z.string(),
        headers: z.array(z.object({ name: z.string(), value: z.string() })),
        body: z.string().nullable(),
        httpStatus: z.number().int().nullable(),
        answer: z.string().nullable(),
      }),
    ),
    /** The interpreted answer, by our field names. */
    understood: z.array(z.object({ field: z.string(), value: z.string().nullable() })),
  }),
  operation: OperationType.values.EditConfiguration,
  refusals: [notFound, profileInvalid, profileNotTaken, credentialsIncomplete],
  example: {
    body: {
      accountId: '111',
      credentials: { token: 'a token' },
      profile: {
        format: 1,
        credentials: [{ name: 'token', label: { zh: '令牌', en: 'Token' }, isSecret: true }],
        auth: { kind: 'bearer', token: '{credential.token}' },
        statuses: {},
        operations: { echo: { method: 'GET', path: '/v1/ping' } },
      },
    },
  },
});
