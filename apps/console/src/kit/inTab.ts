import { createContext, useContext } from 'react';

/** True below a screen's title and tabs, where the heading is already shown. */
export const InTab = createContext(false);
export const useInTab = (): boolean => useContext(InTab);
