import { readFile } from 'node:fs/promises';
import {
  notAVoucher,
  type readVoucher as readEndpoint,
  rechargeNotFound,
  VOUCHER,
} from '@cardinal/contract/api/customerAccounts/recharges.ts';
import type { QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { extensionOf, startsWith } from '@cardinal/primitives/file.ts';
import { imageContentRule, imageKindOf } from '@cardinal/primitives/image.ts';
import type { Ctx } from '../../../framework/context.ts';
import type { FileAnswer, Upload } from '../../../framework/domain.ts';
import { refusedAt } from '../../../framework/duplicates.ts';
import { storedFile, storeFile } from '../../../framework/storedFiles.ts';

/** No SVG: it can contain scripts. */
const IMAGES: Readonly<Record<string, string>> = { jpg: 'image/jpeg', png: 'image/png', webp: 'image/webp' };
const PDF = 'application/pdf';
const PDF_SIGNATURE = [...Buffer.from('%PDF-')];

const nameOf = (rechargeId: string) => `vouchers/${rechargeId}`;

/** Its type by its bytes and its name, which agree; undefined for anything else. */
function typeOf(name: string, content: Buffer): string | undefined {
  if (startsWith(content, PDF_SIGNATURE)) return extensionOf(name) === 'pdf' ? PDF : undefined;
  const type = IMAGES[imageKindOf(content) ?? ''];
  return type && !imageContentRule({ name, bytes: content }) ? type : undefined;
}

/** Keeps the file of a bank voucher, in the transaction of its recharge. */
export async function keepVoucher(ctx: Ctx, rechargeId: string, upload: Upload | undefined) {
  if (!upload || upload.bytes > VOUCHER.maxBytes) throw refusedAt('file', notAVoucher);
  const type = typeOf(upload.fileName, await readFile(upload.path));
  if (!type) throw refusedAt('file', notAVoucher);
  await storeFile(ctx, nameOf(rechargeId), upload.path);
  return { voucher_type: type, voucher_name: upload.fileName };
}

export async function readVoucher(ctx: Ctx, { id }: QueryOf<typeof readEndpoint>): Promise<FileAnswer> {
  const recharge = await ctx.db
    .selectFrom('customer_accounts.recharge')
    .select(['recharge_no', 'voucher_type'])
    .where('id', '=', id)
    .executeTakeFirst();
  const file = recharge?.voucher_type ? await storedFile(ctx, nameOf(id)) : undefined;
  if (!recharge?.voucher_type || !file) throw new Refused(rechargeNotFound);
  const extension = recharge.voucher_type.split('/')[1];
  return { ...file, type: recharge.voucher_type, fileName: `${recharge.recharge_no}.${extension}` };
}
