import type { Endpoint } from '@cardinal/contract/framework/endpoint.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import type { AnyRegister } from '@cardinal/contract/framework/register.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import type * as z from 'zod';
import { FormDrawer } from '../form/FormDrawer.tsx';
import type { Values } from '../form/formFields.ts';
import { useReadAnew } from '../useReadAnew.ts';
import type { RegisterSpec } from './registerSpec.ts';

const words = {
  edit: text('编辑{noun}「{name}」', 'Edit the {noun} “{name}”'),
  saved: text('{noun}已保存', '{capital} saved'),
};

const shapeOf = (endpoint: Endpoint | undefined): object => (endpoint?.body as z.ZodObject | undefined)?.shape ?? {};

type Props<R extends AnyRegister> = {
  readonly spec: RegisterSpec<R>;
  /** The entry to edit; a new one without it. */
  readonly row?: RowOf<R['list']> | undefined;
  /** What a copy begins with. */
  readonly from?: Values | undefined;
  readonly onClose: () => void;
};

/** The form of a register, which creates an entry or edits one. */
export function RegisterForm<R extends AnyRegister>(props: Props<R>) {
  const { spec, row, from, onClose } = props;
  const { register, begin } = spec;
  if (row && register.read) return <ReadForm {...props} read={register.read} row={row} />;
  return <Form spec={spec} row={row} entry={row ?? from ?? begin ?? {}} onClose={onClose} />;
}

function ReadForm<R extends AnyRegister>(props: Props<R> & { read: Endpoint; row: RowOf<R['list']> }) {
  const { spec, row, read, onClose } = props;
  const entry = useReadAnew(read, { [spec.register.idKey]: idOf(row) });
  return entry ? <Form spec={spec} row={row} entry={entry as Values} onClose={onClose} /> : null;
}

const idOf = (row: object) => (row as { id: string }).id;

function Form<R extends AnyRegister>(props: Omit<Props<R>, 'from'> & { entry: Values }) {
  const t = useText();
  const { spec, row, entry, onClose } = props;
  const { noun, list, create, edit, idKey, isVersioned } = spec.register;
  const endpoint = (row ? edit : create) as Endpoint;
  const [here, there] = [shapeOf(endpoint), shapeOf(row ? create : edit)];
  const all = typeof spec.form === 'function' ? spec.form(row) : spec.form;
  const fields = all.filter(({ name }) => name in here || !(name in there));
  const kept = {
    ...Object.fromEntries(fields.map(({ name }) => [name, entry[name]])),
    ...(row ? spec.values?.(row) : undefined),
    ...(row ? { [idKey]: idOf(row), ...(isVersioned ? { version: entry['version'] } : {}) } : {}),
  };
  const name = row && spec.rowName(row);
  return (
    <FormDrawer
      endpoint={endpoint}
      title={
        name === undefined
          ? t(endpoint.summary)
          : t(words.edit, { noun, name: typeof name === 'string' ? name : t(name) })
      }
      intro={spec.intro?.(row, t)}
      fields={fields}
      labels={list.fields}
      initial={row ? kept : { ...entry, ...kept }}
      {...(spec.toBody ? { toBody: spec.toBody } : {})}
      done={t(words.saved, { noun, capital: noun.en.replace(/^./, (first) => first.toUpperCase()) })}
      onClose={onClose}
    />
  );
}
