import { accountSchema } from '@cardinal/primitives/account.ts';
import { newPasswordSchema } from '@cardinal/primitives/password.ts';
import { productNameSchema } from '@cardinal/primitives/string.ts';
import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { change } from '../../framework/endpoint.ts';
import { notFound, tooMany } from '../../framework/standardRefusals.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { customerNameSchema } from '../customers/customers.ts';
import { signedInSchema } from '../identity/identity.ts';
import { twoStepWrong } from '../identity/twoStep.ts';
import { refusalsOf } from '../refusalCodes.ts';

export const setupCodeWrong = refusalsOf('setup').invalid(
  1501,
  'setupCodeWrong',
  '安装码错误，请查看服务器日志',
  'Wrong set-up code; look it up in the server log',
);

/** As printed in the log, with or without its hyphens, in either case. */
const setupCodeSchema = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[0-9A-Za-z -]+$/);

const shape = {
  setupCode: setupCodeSchema,
  company: z.strictObject({ name: customerNameSchema }),
  administrator: z.strictObject({ account: accountSchema, name: productNameSchema, password: newPasswordSchema }),
};

const example = {
  setupCode: 'ABCD-EFGH-IJKL-MNOP-QRST',
  company: { name: '远航物联' },
  administrator: { account: 'chief', name: '陈晨', password: 'Voyage#2027' },
};

const common = {
  permission: 'public',
  scope: 'global',
  // It is open only while nobody has an account, so there is no caller to keep an answer for.
  idempotency: 'none',
} as const;

/**
 * Checks the code from the log and the data of the first administrator, and makes a two-step secret to scan. Nothing is stored.
 * Like `setup.finish` it exists only while the installation has no account; afterwards its path is unknown.
 */
export const beginSetup = change({
  ...common,
  name: 'setup.begin',
  summary: text('开始初始设置', 'Begin set-up'),
  isRecorded: false,
  body: z.strictObject(shape),
  /** `uri` is the content of the QR code; `secret` the same for typing. */
  answer: z.object({ secret: z.string(), uri: z.string() }),
  refusals: [setupCodeWrong, notFound, tooMany],
  example: { body: example },
});

/** Creates the platform's company and its first administrator with two-step sign-in, and signs in. It succeeds once. */
export const finishSetup = change({
  ...common,
  name: 'setup.finish',
  summary: text('完成初始设置', 'Finish set-up'),
  operation: OperationType.values.EditConfiguration,
  body: z.strictObject({
    ...shape,
    twoStep: z.strictObject({
      secret: z.string().regex(/^[A-Z2-7]{32}$/),
      code: z.string().regex(/^\d{6}$/),
    }),
  }),
  /** The recovery codes are shown once. */
  answer: signedInSchema.extend({ recoveryCodes: z.array(z.string()) }),
  refusals: [setupCodeWrong, twoStepWrong, notFound, tooMany],
  example: { body: { ...example, twoStep: { secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', code: '123456' } } },
});
