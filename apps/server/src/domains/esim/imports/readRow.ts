/** A parsed row, independent of the other rows. */
export type ReadRow = {
  readonly subject: string;
  readonly fields: Readonly<Record<string, string | null>>;
  readonly secrets?: { readonly smdpAddress: string; readonly matchingId: string; readonly activationCode: string };
  readonly faults: readonly string[];
  readonly warnings: readonly string[];
};
