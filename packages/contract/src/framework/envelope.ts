import * as z from 'zod';

/** The string that means success; not the number 200. */
export const SUCCESS = '200';

export type FieldError = { field: string; message: string };

/** Every JSON answer: `data` is null on a refusal, or holds the field errors of a 422. `desc` is set on HTTP errors. */
export type Envelope<T> = { code: string; message: string; data: T; desc?: string };

export const fieldErrorsSchema = z.object({ errors: z.array(z.object({ field: z.string(), message: z.string() })) });

export const envelopeOf = <A extends z.ZodType>(answer: A) =>
  z.object({ code: z.literal(SUCCESS), message: z.string(), data: answer });
