import type { CardKind, Platform } from '@cardinal/contract/enumerations/card.ts';
import { type FieldProblem, Refused } from '@cardinal/contract/framework/refusal.ts';
import { invalid } from '@cardinal/contract/framework/standardRefusals.ts';
import { type Problem, problem } from '@cardinal/primitives/problem.ts';
import type { Text } from '@cardinal/primitives/text.ts';
import type { Insertable } from 'kysely';
import { accountOf, type Ctx } from '../../framework/context.ts';
import type { Upload } from '../../framework/domain.ts';
import { openSheet } from '../../sheets/readSheet.ts';
import { SheetRefusal } from '../../sheets/sheetRefusal.ts';
import { productHeldBy } from '../catalogue/face.ts';
import { customerOf } from '../customers/face.ts';
import { limitsOf } from '../settings/face.ts';
import { waitingFiles } from './batchFiles.ts';
import { checkJobOf } from './batchJobs.ts';
import { batchesOf, lent } from './batchStore.ts';
import type { BatchTable } from './batchTables.ts';
import type { ImportKind } from './importKind.ts';

export const refusedAt = (field: string, found: Problem): Refused =>
  new Refused(invalid, {}, [{ field, ...found } as FieldProblem]);

/** Short, easy to say, and derived from the unique id. */
export const batchNoOf = ({ letter }: Pick<ImportKind, 'letter'>, id: string): string =>
  `${letter}${BigInt(id).toString(36).toUpperCase()}`;

/** A name that can be stored and shown, whatever bytes were sent. */
const shownName = (name: string): string => name.toWellFormed().replace(/\p{Cc}/gu, '');

/** The customer that gets the imported items; the caller's own by default. */
export async function targetOf(ctx: Ctx, customerId: string | undefined): Promise<string> {
  const target = customerId ?? accountOf(ctx).customerId;
  if (!(await customerOf(ctx.db, target))) {
    throw refusedAt('customerId', problem('客户不存在', 'Customer not found'));
  }
  return target;
}

/** The product of the items: of the same carrier and kind, sold, and held by the receiving customer. */
export async function productFor(
  ctx: Ctx,
  code: string,
  of: { readonly platform: Platform; readonly kind: CardKind; readonly target: string },
  said: { readonly notHeld: Text; readonly otherKind: Text },
) {
  const own = accountOf(ctx).customerId;
  const held = await productHeldBy(ctx, code, [own, of.target]);
  const refuse = ({ zh, en }: Text) => refusedAt('productCode', problem(zh, en));
  if (!held.has(own)) throw refuse({ zh: '产品不存在', en: 'Product not found' });
  const product = held.get(of.target);
  if (!product) throw refuse(said.notHeld);
  if (product.notSold) throw refuse(product.notSold);
  if (product.platform !== of.platform) {
    throw refuse({ zh: '产品与通道的运营商不一致', en: 'Product carrier does not match the carrier account' });
  }
  if (product.kind !== of.kind) throw refuse(said.otherKind);
  return product;
}

/** An invalid name, size or file type is reported at once, at the file's own field. */
async function checkBeginning(ctx: Ctx, upload: Upload): Promise<void> {
  try {
    const sheet = await openSheet(upload.path, upload.fileName, { bytes: (await limitsOf(ctx.db)).importFileBytes });
    await sheet.close();
  } catch (error) {
    if (error instanceof SheetRefusal) throw refusedAt('file', error.problem);
    throw error;
  }
}

/** Of sheets without a carrier. */
const NO_ACCOUNT = '0';

/** What the items of a sheet have in common. */
export type SheetTerms<T extends BatchTable> = {
  /** Left out: its rows are of no carrier. */
  readonly account?: { readonly id: string; readonly name: string };
  readonly target: string;
  readonly product: { readonly code: string; readonly version: number } | undefined;
  /** The room's own columns. */
  readonly own: Omit<Insertable<T>, keyof BatchTable>;
};

/** The name of a batch: its sheet, or what replaces one. */
export type BatchSource = { readonly fileName: string; readonly bytes: number; readonly sha256: string };

/** Stores a sheet and begins a batch; reading continues after the response. */
export async function takeSheet<T extends BatchTable>(
  ctx: Ctx,
  kind: ImportKind<T>,
  upload: Upload,
  terms: SheetTerms<T>,
): Promise<Began> {
  await checkBeginning(ctx, upload);
  const begun = { id: ctx.ids.next(), file_name: shownName(upload.fileName) };
  await waitingFiles(kind.folder).keep(ctx, begun, upload.path);
  return beginBatch(ctx, kind, upload, terms, begun.id);
}

type Began = { readonly batchId: string; readonly batchNo: string };

/** Begins a batch whose rows come from the kind itself or wait as a sheet under its id; they are read after the response. */
export async function beginBatch<T extends BatchTable>(
  ctx: Ctx,
  kind: ImportKind<T>,
  source: BatchSource,
  { account, target, product, own }: SheetTerms<T>,
  id = ctx.ids.next(),
): Promise<Began> {
  const { accountId, account: accountName, customerId } = accountOf(ctx);
  const batch = {
    id,
    batch_no: batchNoOf(kind, id),
    customer_id: customerId,
    target_customer_id: target,
    account_id: accountId,
    account_name: accountName,
    carrier_account_id: account?.id ?? NO_ACCOUNT,
    product_code: product?.code ?? null,
    product_version: product?.version ?? null,
    state: 'checking',
    file_name: shownName(source.fileName),
    file_bytes: source.bytes,
    file_sha256: source.sha256,
    created_at: ctx.clock.now(),
    ...kind.only,
    ...own,
  } as const;
  await lent(ctx.db).insertInto(batchesOf(kind)).values(batch).execute();
  await ctx.enqueue(checkJobOf(kind), { batchId: id }, { key: id });
  ctx.note({
    objectKind: kind.objectKind,
    objectId: id,
    summary: account ? `${batch.file_name} → ${account.name}` : batch.file_name,
    after: {
      batchNo: batch.batch_no,
      ...kind.only,
      sha256: source.sha256,
      bytes: source.bytes,
      customerId: target,
    },
  });
  return { batchId: id, batchNo: batch.batch_no };
}
