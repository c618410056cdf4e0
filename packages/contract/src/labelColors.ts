/** The colours of a customer's tags and of dictionary entries. */
export const LABEL_COLORS = ['blue', 'green', 'amber', 'red', 'violet', 'teal', 'grey'] as const;
export type LabelColor = (typeof LABEL_COLORS)[number];
