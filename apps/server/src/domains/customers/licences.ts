import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import {
  licenceNotAPicture,
  notYourself,
  type readLicence as readEndpoint,
  type uploadLicence as uploadEndpoint,
} from '@cardinal/contract/api/customers/customers.ts';
import { type BodyOf, DONE, type QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { imageContentRule, imageKindOf } from '@cardinal/primitives/image.ts';
import { accountOf, type Ctx } from '../../framework/context.ts';
import type { FileAnswer, Upload } from '../../framework/domain.ts';
import { aboutCustomer, mayBeWrittenBy } from './customerRules.ts';
import { lockCustomer } from './customerStore.ts';

const MOST_BYTES = 10 * 1_024 * 1_024;
/** No SVG: it can contain scripts. */
const TYPES: Readonly<Record<string, string>> = { jpg: 'image/jpeg', png: 'image/png', webp: 'image/webp' };

/** Replaces the picture of a customer's licence; its type is detected from its bytes, not from its name. */
export async function uploadLicence(ctx: Ctx, body: BodyOf<typeof uploadEndpoint>, upload: Upload | undefined) {
  const customer = await lockCustomer(ctx.db, body.id);
  if (!customer) throw new Refused(notFound);
  const actor = accountOf(ctx);
  if (!mayBeWrittenBy(customer, actor.customerId)) throw new Refused(notYourself);
  if (!upload || upload.bytes > MOST_BYTES) throw new Refused(licenceNotAPicture);
  const content = await readFile(upload.path);
  const type = TYPES[imageKindOf(content) ?? ''];
  if (!type || imageContentRule({ name: upload.fileName, bytes: content })) throw new Refused(licenceNotAPicture);
  const kept = { type, content, uploaded_by: actor.account, uploaded_at: ctx.clock.now() };
  await ctx.db
    .insertInto('customers.licence')
    .values({ customer_id: customer.id, ...kept })
    .onConflict((conflict) => conflict.column('customer_id').doUpdateSet(kept))
    .execute();
  ctx.note({
    ...aboutCustomer(customer),
    after: { licence: upload.sha256, bytes: upload.bytes, type },
  });
  return DONE;
}

export async function readLicence(ctx: Ctx, { id }: QueryOf<typeof readEndpoint>): Promise<FileAnswer> {
  const licence = await ctx.db
    .selectFrom('customers.licence')
    .selectAll()
    .where('customer_id', '=', id)
    .executeTakeFirst();
  if (!licence) throw new Refused(notFound);
  const { content, type } = licence;
  return {
    stream: (range) => Readable.from([range ? content.subarray(range.start, range.end + 1) : content]),
    fileName: `licence-${id}.${type.slice('image/'.length)}`,
    type,
    bytes: content.length,
  };
}
