import type { Endpoint } from '@cardinal/contract/framework/endpoint.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import type * as z from 'zod';
import { FormDrawer } from '../form/FormDrawer.tsx';
import type { Values } from '../form/formFields.ts';
import { readAgain, rowAgain } from '../form/readAgain.ts';
import { useReadAnew } from '../useReadAnew.ts';
import type { Registered, RegisterSpec } from './registerSpec.ts';

const words = {
  edit: text('编辑{noun}「{name}」', 'Edit the {noun} “{name}”'),
  saved: text('{noun}已保存', '{capital} saved'),
};

const shapeOf = (endpoint: Endpoint | undefined): object => (endpoint?.body as z.ZodObject | undefined)?.shape ?? {};

type Props<R extends Registered> = {
  readonly spec: RegisterSpec<R>;
  /** The entry to edit; a new one without it. */
  readonly row?: RowOf<R['list']> | undefined;
  /** The initial values of a copy. */
  readonly from?: Values | undefined;
  readonly onRestart: (from: Values) => void;
  readonly onClose: () => void;
};

/** The form of a register, which creates an entry or edits one. */
export function RegisterForm<R extends Registered>(props: Props<R>) {
  const { row, from } = props;
  const { register, begin } = props.spec;
  if (row && register.read) return <ReadForm {...props} read={register.read} row={row} />;
  return <Form {...props} entry={row ?? from ?? begin ?? {}} />;
}

function ReadForm<R extends Registered>(props: Props<R> & { read: Endpoint; row: RowOf<R['list']> }) {
  const { spec, row, read } = props;
  const entry = useReadAnew(read, { [spec.register.idKey ?? 'id']: idOf(row) });
  return entry ? <Form {...props} entry={entry as Values} /> : null;
}

const idOf = (row: object) => (row as { id: string }).id;

function Form<R extends Registered>(props: Omit<Props<R>, 'from'> & { entry: Values }) {
  const t = useText();
  const { spec, row, entry, onRestart, onClose } = props;
  const { noun, list, create, edit, idKey = 'id', isVersioned } = spec.register;
  const endpoint = (row ? edit : create) as Endpoint;
  const [here, there] = [shapeOf(endpoint), shapeOf(row ? create : edit)];
  const all = typeof spec.form === 'function' ? spec.form(row) : (spec.form ?? []);
  const fields = all.filter(({ name }) => name in here || !(name in there));
  const valuesOf = (entry: Values, row: RowOf<R['list']> | undefined): Values => ({
    ...Object.fromEntries(fields.map(({ name }) => [name, entry[name]])),
    ...(row ? { [idKey]: idOf(row), ...(isVersioned ? { version: entry['version'] } : {}) } : {}),
    ...(row ? spec.values?.(row) : undefined),
  });
  const kept = valuesOf(entry, row);
  const anew = async (id: string) => {
    const { read } = spec.register;
    const now = read && !spec.values ? row : await rowAgain(list as R['list'], (each) => idOf(each) === id);
    return now && valuesOf((read ? await readAgain(read, { [idKey]: id }) : now) as Values, now);
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
      intro={spec.intro?.(row, t, onRestart)}
      fields={fields}
      labels={list.fields}
      initial={row ? kept : { ...entry, ...kept }}
      anew={row && isVersioned ? () => anew(idOf(row)) : undefined}
      {...(spec.width ? { width: spec.width } : {})}
      {...(spec.toBody ? { toBody: spec.toBody } : {})}
      done={t(words.saved, { noun, capital: noun.en.replace(/^./, (first) => first.toUpperCase()) })}
      onClose={onClose}
    />
  );
}
