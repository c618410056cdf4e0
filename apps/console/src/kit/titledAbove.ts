import { createContext } from 'react';

/** The screen's title stands above already: a list in it has none of its own. */
export const TitledAbove = createContext(false);
