import type { enableFlowSpec } from '@cardinal/contract/api/packages/specs.ts';
import { text } from '@cardinal/primitives/text.ts';
import type { Say } from '@cardinal/ui/language.tsx';
import type { FormFields } from '../../kit/form/formFields.ts';
import type { Step } from '../../kit/register/registerSpec.ts';
import { enablingStep } from '../../kit/register/sharedSteps.ts';

const words = {
  isOff: text('已停用，已有套餐保留该规格', 'Disabled; packages that have it keep it'),
  isKept: text(
    '{n} 个套餐使用该规格，只能修改名称和排序',
    '{n} {n|package uses|packages use} it, so only its name and order can be changed',
  ),
};

const FREE: readonly string[] = ['name', 'sort'];

type Spec = { usedBy: number };

/** The fields of a specification's form: what packages were sold with is locked. */
export const specForm =
  (fields: FormFields) =>
  (row: Spec | undefined): FormFields =>
    row && row.usedBy > 0 ? fields.map((field) => ({ ...field, isDisabled: !FREE.includes(field.name) })) : fields;

/** Why fields are locked. */
export const keptNote = (row: Spec | undefined, t: Say) =>
  row && row.usedBy > 0 ? t(words.isKept, { n: row.usedBy }) : undefined;

/** Enables or disables a specification. */
export const specEnablingStep = <Row extends { id: string; isEnabled: boolean }>(
  endpoint: typeof enableFlowSpec,
): Step<Row> => enablingStep(endpoint, words.isOff);
