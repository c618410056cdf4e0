import { OPEN_INTERFACES } from '@cardinal/contract/api/openApi/interfaces.ts';
import { interfaceNotFound } from '@cardinal/contract/api/openApi/refusals.ts';
import type { OpenInterface } from '@cardinal/contract/framework/openInterface.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import type { Ctx } from '../../framework/context.ts';
import type { InterfaceTable } from './openApiTables.ts';

const byName: ReadonlyMap<string, OpenInterface> = new Map(
  OPEN_INTERFACES.map((each) => [each.name, each as unknown as OpenInterface]),
);

export const pathOfInterface = (name: string): string | undefined => byName.get(name)?.path;

/** A declared interface by name; refuses an unknown one. */
export function interfaceNamed(name: string): OpenInterface {
  const found = byName.get(name);
  if (!found) throw new Refused(interfaceNotFound);
  return found;
}

/** The stored settings of an interface, if any. */
export const saidOf = (ctx: Ctx, name: string): Promise<InterfaceTable | undefined> =>
  ctx.db.selectFrom('open_api.interface').selectAll().where('name', '=', name).executeTakeFirst();

/** Its title in both languages: the stored one, otherwise the declared one. */
export function titlesOf(name: string, said: Pick<InterfaceTable, 'title_zh' | 'title_en'> | undefined) {
  const { summary } = interfaceNamed(name);
  return { titleZh: said?.title_zh ?? summary.zh, titleEn: said?.title_en ?? summary.en };
}
