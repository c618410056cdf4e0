import {
  type uploadChannelStatement as endpoint,
  MOST_STATEMENT_DAYS,
} from '@cardinal/contract/api/channelStatements/statements.ts';
import type { AnswerOf, BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { problem } from '@cardinal/primitives/problem.ts';
import { DAY_MS, dayText } from '@cardinal/primitives/time.ts';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import type { Upload } from '../../../framework/domain.ts';
import { customerOf } from '../../customers/face.ts';
import { refusedAt, takeSheet } from '../../sheetImports/face.ts';
import { CHANNEL_STATEMENT } from './statementKind.ts';

const NOT_YET = problem('账期不能晚于今天', 'The period cannot end after today');
const BACKWARDS = problem('账期结束不能早于开始', 'The period ends before it begins');
const TOO_LONG = problem('账期最长 {days} 天', 'A period has at most {days} days', { days: MOST_STATEMENT_DAYS });

/** Keeps the sheet of a statement; it is checked after the answer. */
export async function takeStatement(
  ctx: Ctx,
  { salesPlatform, periodFrom, periodTo }: BodyOf<typeof endpoint>,
  upload: Upload,
): Promise<AnswerOf<typeof endpoint>> {
  if (periodTo > dayText(ctx.clock.now())) throw refusedAt('periodTo', NOT_YET);
  if (periodTo < periodFrom) throw refusedAt('periodTo', BACKWARDS);
  if (Date.parse(periodTo) - Date.parse(periodFrom) >= MOST_STATEMENT_DAYS * DAY_MS)
    throw refusedAt('periodFrom', TOO_LONG);
  const { customerId } = accountOf(ctx);
  const owner = await customerOf(ctx.db, customerId);
  return takeSheet(ctx, CHANNEL_STATEMENT, upload, {
    target: customerId,
    product: undefined,
    own: {
      sales_platform: salesPlatform,
      period_from: periodFrom,
      period_to: periodTo,
      currency: owner?.currency ?? 'CNY',
    },
  });
}
