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
import { removeStoredFile, storedFile, storeFile } from '../../../framework/storedFiles.ts';

/** No SVG: it can contain scripts. */
const IMAGES: Readonly<Record<string, string>> = { jpg: 'image/jpeg', png: 'image/png', webp: 'image/webp' };
const PDF = 'application/pdf';
const PDF_SIGNATURE = [...Buffer.from('%PDF-')];

const nameOf = (id: string) => `vouchers/${id}`;

/** Its type by its bytes and its name, which agree; undefined for anything else. */
function typeOf(name: string, content: Buffer): string | undefined {
  if (startsWith(content, PDF_SIGNATURE)) return extensionOf(name) === 'pdf' ? PDF : undefined;
  const type = IMAGES[imageKindOf(content) ?? ''];
  return type && !imageContentRule({ name, bytes: content }) ? type : undefined;
}

/** Keeps the file of a bank voucher, in the transaction of what it proves: a recharge, or a payment to a customer. */
export async function keepVoucher(ctx: Ctx, id: string, upload: Upload | undefined) {
  if (!upload || upload.bytes > VOUCHER.maxBytes) throw refusedAt('file', notAVoucher);
  const type = typeOf(upload.fileName, await readFile(upload.path));
  if (!type) throw refusedAt('file', notAVoucher);
  await storeFile(ctx, nameOf(id), upload.path);
  return { voucher_type: type, voucher_name: upload.fileName };
}

/** Lets a voucher go that proved nothing. */
export const removeVoucher = (ctx: Ctx, id: string) => removeStoredFile(ctx, nameOf(id));

export async function readVoucher(ctx: Ctx, { id }: QueryOf<typeof readEndpoint>): Promise<FileAnswer> {
  const recharge = await ctx.db
    .selectFrom('customer_accounts.recharge')
    .select(['recharge_no', 'voucher_type'])
    .where('id', '=', id)
    .executeTakeFirst();
  const file = recharge && (await voucherFile(ctx, id, { number: recharge.recharge_no, type: recharge.voucher_type }));
  if (!file) throw new Refused(rechargeNotFound);
  return file;
}

/** The file of a voucher, named by the number of what it proves; undefined without one. */
export async function voucherFile(
  ctx: Ctx,
  id: string,
  { number, type }: { readonly number: string; readonly type: string | null },
): Promise<FileAnswer | undefined> {
  const file = type === null ? undefined : await storedFile(ctx, nameOf(id));
  return file && type !== null ? { ...file, type, fileName: `${number}.${type.split('/')[1]}` } : undefined;
}
