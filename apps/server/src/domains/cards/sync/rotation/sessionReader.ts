import { keepSession } from '../keepSession.ts';
import { oneByOne } from './oneByOne.ts';

/** Whether cards are online and their last session. */
export const sessionReader = oneByOne('session', 'getSession', keepSession);
