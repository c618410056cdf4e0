/** Where one chip is seen; an international one goes on to its own screen from there. */
export const chipPath = (eid: string): string => `/esimManagement/esimCardDetail/${eid}`;
export const internationalChipPath = (eid: string): string => `/esimManagement/esimCardDetailGj/${eid}`;
