import type { readDictWords as readEndpoint } from '@cardinal/contract/api/settings/dictionaries.ts';
import { allEnumerations, sayChanged } from '@cardinal/contract/enumerations/enumeration.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import type { Text } from '@cardinal/primitives/text.ts';
import type { Database } from '../../../framework/tables.ts';

/** The built-in text of a value, which edited texts replace. */
export function builtInText(type: string, value: string): Text | undefined {
  return allEnumerations()
    .get(type)
    ?.options.find((option) => String(option.value) === value)?.label;
}

export const growDictVersion = (db: Database) =>
  db
    .updateTable('settings.dict_version')
    .set((column) => ({ version: column('version', '+', '1') }))
    .execute();

export async function readDictWords(db: Database): Promise<AnswerOf<typeof readEndpoint>> {
  const { version } = await db.selectFrom('settings.dict_version').select('version').executeTakeFirstOrThrow();
  const words = await db
    .selectFrom('settings.dict_item')
    .select(['type_code as type', 'value', 'zh', 'en'])
    .where('type_code', 'in', [...allEnumerations().keys()])
    .orderBy('type_code')
    .orderBy('value')
    .execute();
  return { version: String(version), words };
}

/** Makes this process use the edited texts of system dictionaries from now on, for example in exports. */
export async function applyDictTexts(db: Database): Promise<void> {
  sayChanged((await readDictWords(db)).words);
}
