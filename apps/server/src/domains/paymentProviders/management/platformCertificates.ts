import { Readable } from 'node:stream';
import type { wechatMerchants } from '@cardinal/contract/api/paymentProviders/merchants.ts';
import { providerGaveNothing } from '@cardinal/contract/api/paymentProviders/refusals.ts';
import type { PaymentProvider } from '@cardinal/contract/enumerations/paymentRoute.ts';
import type { QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { say } from '@cardinal/primitives/text.ts';
import { dayText } from '@cardinal/primitives/time.ts';
import type { Ctx } from '../../../framework/context.ts';
import type { FileAnswer } from '../../../framework/domain.ts';
import { callProvider } from '../gate/gate.ts';
import { own } from './writeMerchant.ts';

/** With which the provider signs now, for whoever keeps them elsewhere: each PEM below its serial and its last day. */
export async function platformCertificates(
  ctx: Ctx,
  providers: readonly PaymentProvider[],
  { id }: QueryOf<typeof wechatMerchants.certificates>,
): Promise<FileAnswer> {
  const row = await own(ctx, providers, id);
  const heard = await callProvider(ctx, row.id, 'signingKeys', {});
  if (heard.kind !== 'ok') throw new Refused(providerGaveNothing, { reason: say(heard.words, ctx.language) });
  const parts = heard.answer.keys.map(
    ({ serial, pem, ends }) => `# ${serial}${ends ? ` ${dayText(ends)}` : ''}\n${pem.trim()}\n`,
  );
  const content = Buffer.from(parts.join('\n'));
  return {
    fileName: `wechatpay_${row.merchant_no}_${dayText(ctx.clock.now())}.pem`,
    type: 'application/x-pem-file',
    bytes: content.length,
    stream: () => Readable.from(content),
  };
}
