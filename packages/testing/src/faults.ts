type Faulty = { readonly data: { readonly errors: readonly { readonly field: string; readonly message: string }[] } };

/** The problems of a refused call, each at its field. */
export const faultsOf = (answer: unknown) => (answer as Faulty).data.errors;
