/** The colours a label may have: a customer's tags, entries of a dictionary. */
export const LABEL_COLORS = ['blue', 'green', 'amber', 'red', 'violet', 'teal', 'grey'] as const;
export type LabelColor = (typeof LABEL_COLORS)[number];
