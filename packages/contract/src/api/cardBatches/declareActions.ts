import type * as z from 'zod';
import type { ActionCode } from '../../tasks/taskCatalogue.ts';

type Shape = { readonly [name: string]: z.ZodType };
/** The parameters an action requires, and the others it takes; it refuses those of other actions. */
export type Taken = { readonly required?: Shape; readonly optional?: Shape };
/** What actions of a room take; those that are not named take nothing. */
export type ParametersOf<A extends ActionCode> = { readonly [Action in A]?: Taken };

type Both<U> = (U extends unknown ? (each: U) => void : never) extends (each: infer I) => void ? I : never;
type ShapeIn<T> = T extends { required?: infer R; optional?: infer O } ? NonNullable<R> & NonNullable<O> : never;
type ShapesIn<T> = T extends unknown ? ShapeIn<T[keyof T]> : never;
/** Every parameter of these rooms with its schema. */
export type ParametersIn<R extends readonly unknown[]> = Both<ShapesIn<R[number]>>;

/** The parameters of all actions, each optional. A parameter means the same in every action. */
export function allParameters<const R extends readonly ParametersOf<ActionCode>[]>(rooms: R) {
  const shape = new Map<string, z.ZodType>();
  const meaning = new Map<string, z.ZodType>();
  for (const { required, optional } of rooms.flatMap((room) => Object.values(room))) {
    for (const [name, schema] of Object.entries({ ...required, ...optional })) {
      if ((meaning.get(name) ?? schema) !== schema) throw new Error(`Two meanings of the parameter ${name}`);
      meaning.set(name, schema);
      shape.set(name, schema.optional());
    }
  }
  return Object.fromEntries(shape) as {
    readonly [N in keyof ParametersIn<R>]: z.ZodOptional<Extract<ParametersIn<R>[N], z.ZodType>>;
  };
}
