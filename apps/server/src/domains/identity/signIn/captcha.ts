import { createHash } from 'node:crypto';
import { captchaRefused, type readCaptcha as endpoint } from '@cardinal/contract/api/identity/identity.ts';
import type { AnswerOf, QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import type { Ctx } from '../../../framework/context.ts';
import { refusedAt } from '../../../framework/duplicates.ts';
import { askCode, drawCode } from './captchaDrawing.ts';
import { signInLimits } from './signInLimits.ts';

const CODES = 10_000;

const hashOf = (id: string, code: string) => createHash('sha256').update(`${id} ${code}`).digest();

export async function readCaptcha(ctx: Ctx, query: QueryOf<typeof endpoint>): Promise<AnswerOf<typeof endpoint>> {
  const code = ctx.config.captchaFixed ?? String(ctx.random.int(CODES)).padStart(4, '0');
  const captchaId = ctx.ids.next();
  const { captchaSeconds } = await signInLimits(ctx.db);
  const expiresAt = new Date(ctx.clock.now().getTime() + captchaSeconds * 1_000);
  await ctx.db
    .insertInto('identity.captcha')
    .values({ id: captchaId, answer_hash: hashOf(captchaId, code), expires_at: expiresAt })
    .execute();
  const inWords = query.form === 'text';
  return {
    captchaId,
    image: inWords ? null : drawCode(code, ctx.random),
    question: inWords ? askCode(code, ctx.random, ctx.language) : null,
    expiresAt: expiresAt.toISOString(),
  };
}

/** Uses up a code, right or wrong: a single DELETE decides, so that of two attempts with one picture only one counts. */
export async function useCaptcha(ctx: Ctx, captchaId: string, code: string): Promise<void> {
  const used = await ctx.db
    .deleteFrom('identity.captcha')
    .where('id', '=', captchaId)
    .returning(['answer_hash', 'expires_at'])
    .executeTakeFirst();
  const isRight = used && used.expires_at > ctx.clock.now() && used.answer_hash.equals(hashOf(captchaId, code));
  if (!isRight) throw refusedAt('captchaCode', captchaRefused);
}
