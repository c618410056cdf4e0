import type * as z from 'zod';
import type { ActionCode } from '../../tasks/taskCatalogue.ts';

type Shape = { readonly [name: string]: z.ZodType };
/** What an action on cards is given: parameters it requires and others it takes; it refuses those of other actions. */
type Declaration = { readonly required?: Shape; readonly optional?: Shape };
/** The actions of a room; title, kind and permissions of each are known by its code. */
export type CardActionDeclarations = { readonly [A in ActionCode]?: Declaration };

type Both<U> = (U extends unknown ? (each: U) => void : never) extends (each: infer I) => void ? I : never;
type ShapeIn<D> = D extends { required?: infer R; optional?: infer O } ? NonNullable<R> & NonNullable<O> : never;
/** Every parameter of these actions with its schema. */
export type ParametersIn<D> = Both<ShapeIn<D[keyof D]>>;

/** The actions of all rooms. None is declared twice, and a parameter means the same in every action. */
export function allActions<const R extends readonly CardActionDeclarations[]>(...rooms: R): Both<R[number]> {
  const actions = rooms.flatMap((room) => Object.entries(room));
  const known = new Map<string, z.ZodType>();
  for (const [name, schema] of actions.flatMap(([, { required, optional }]) =>
    Object.entries({ ...required, ...optional }),
  )) {
    if ((known.get(name) ?? schema) !== schema) throw new Error(`Two meanings of the parameter ${name}`);
    known.set(name, schema);
  }
  const all = Object.fromEntries(actions);
  if (Object.keys(all).length < actions.length) throw new Error('An action on cards is declared twice');
  return all as Both<R[number]>;
}
