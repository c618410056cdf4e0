/** The path of a chip's detail; an international chip is redirected to its own screen. */
export const chipPath = (eid: string): string => `/esimManagement/esimCardDetail/${eid}`;
export const internationalChipPath = (eid: string): string => `/esimManagement/esimCardDetailGj/${eid}`;
