import type { Endpoint } from '@cardinal/contract/framework/endpoint.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import type { AnyRegister } from '@cardinal/contract/framework/register.ts';
import type { Text } from '@cardinal/primitives/text.ts';
import type { Say } from '@cardinal/ui/language.tsx';
import type { ReactNode } from 'react';
import type * as z from 'zod';
import type { Question } from '../../shell/questions.ts';
import type { FormDrawerProps } from '../form/FormDrawer.tsx';
import type { FormFields, Values } from '../form/formFields.ts';

/** A register, or what stands for one: a list with those of a register's endpoints there are. */
export type Registered = Pick<AnyRegister, 'noun' | 'list'> & {
  readonly [K in Exclude<keyof AnyRegister, 'noun' | 'list'>]?: AnyRegister[K] | undefined;
};

/** One change of an entry, with its confirmation and its success message. */
export type Run = {
  readonly endpoint: Endpoint;
  readonly body: unknown;
  readonly done?: Text;
  readonly ask?: Question;
};
export const runOf = <E extends Endpoint>(
  endpoint: E,
  body: z.input<E['body']>,
  said: Pick<Run, 'done' | 'ask'> = {},
): Run => ({ endpoint, body, ...said });

/** A form beside the register's own. */
export type AskedForm = Omit<FormDrawerProps<Endpoint>, 'onClose'>;
export const askedForm = <E extends Endpoint>(form: Omit<FormDrawerProps<E>, 'onClose'>) =>
  form as unknown as AskedForm;

/** An action on one entry beside the register's own. */
export type Step<Row> = {
  readonly key: string;
  readonly label: Text | ((row: Row) => Text);
  /** Offered for every entry by default. */
  readonly isOffered?: (row: Row) => boolean;
  /** Why it is disabled. */
  readonly disabled?: (row: Row, t: Say) => string | false | null | undefined;
  readonly isDanger?: boolean | ((row: Row) => boolean);
} & (
  | { readonly call?: Pick<Endpoint, 'permission'>; readonly opens: (row: Row, onClose: () => void) => ReactNode }
  | { readonly runs: (row: Row, t: Say) => Run }
  /** A form of its own; a function that may use hooks. */
  | { readonly call: Endpoint; readonly asks: (row: Row, t: Say) => AskedForm }
  | { readonly call?: Pick<Endpoint, 'permission'>; readonly to: (row: Row) => string }
  /** The form of a new entry, begun with this. */
  | { readonly copies: (row: Row) => Values }
);

/** A button beside the one that creates. */
export type Tool = {
  readonly key: string;
  readonly label: Text;
  readonly call: Pick<Endpoint, 'permission'>;
  readonly opens: (onClose: () => void) => ReactNode;
};

export type RegisterSpec<R extends Registered, Row = RowOf<R['list']>> = {
  readonly register: R;
  readonly rowName: (row: Row) => string | Text;
  /** The fields of both forms: what is locked after the creation is left out of the other. A function may use hooks. */
  readonly form?: FormFields | ((row: Row | undefined) => FormFields);
  /** What a new entry begins with. */
  readonly begin?: Values;
  /** Values in the form that are not the row's as they are. */
  readonly values?: (row: Row) => Values;
  readonly toBody?: (values: Values) => unknown;
  readonly width?: number;
  /** Above the fields; `restart` begins the form for a new entry anew with what is given. */
  readonly intro?: (row: Row | undefined, t: Say, restart: (from: Values) => void) => ReactNode;
  /** What happens to other objects when the entry is deleted. */
  readonly deleteNote?: (row: Row, t: Say) => string;
  readonly isEditable?: (row: Row) => boolean;
  readonly isDeletable?: (row: Row) => boolean;
  /** In this order; `edit` and `delete` are the register's own. */
  readonly steps?: readonly ('edit' | 'delete' | Step<Row>)[];
  readonly tools?: readonly Tool[];
};
