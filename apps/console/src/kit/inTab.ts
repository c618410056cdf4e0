import { createContext, useContext } from 'react';

/** Below a screen's title and tabs: what stands here has its name over it already. */
export const InTab = createContext(false);
export const useInTab = (): boolean => useContext(InTab);
